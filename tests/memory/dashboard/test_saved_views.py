"""Saved views: a list's address under a name, for oneself or for the operators of the tenant."""

import pytest
from django.urls import reverse

from memory.dashboard.saved_views import lasting
from memory.models import SavedView

pytestmark = pytest.mark.django_db


def save(client, name="Weak ones", query="sort=least&status=active", where="items", **data):
    address = reverse("dashboard:view_save", args=[where])
    return client.post(address, {"name": name, "query": query, **data})


def test_a_view_is_the_address_without_page_and_panel():
    query = "status=active&after=abc&peek=item:1&since=2026&q=&sort=least"
    assert lasting(query) == "sort=least&status=active"


def test_it_is_offered_on_its_list_and_leads_to_its_address(as_operator, operator, world):
    answer = save(as_operator)
    assert answer.url == reverse("dashboard:items") + "?sort=least&status=active"
    page = as_operator.get(answer.url).content.decode()
    assert 'aria-current="true">Weak ones<' in page
    assert "Weak ones" not in as_operator.get(reverse("dashboard:turns")).content.decode()
    assert SavedView.objects.get().owner == operator


def test_the_same_name_takes_its_place(as_operator):
    save(as_operator)
    save(as_operator, query="status=archived")
    assert SavedView.objects.get().query == "status=archived"


def test_saving_and_removing_are_taken_back(as_operator):
    def undo():
        as_operator.post(reverse("dashboard:undo"))
        return list(SavedView.objects.values_list("name", "query"))

    save(as_operator)
    assert undo() == []
    save(as_operator)
    save(as_operator, query="status=archived")
    first = [("Weak ones", "sort=least&status=active")]
    assert undo() == first
    view = SavedView.objects.get()
    as_operator.post(reverse("dashboard:view_remove", args=[view.pk]))
    assert undo() == first


def test_others_of_the_tenant_see_what_is_shared_only(
    client, operator, admin, foreign_operator, world
):
    client.force_login(operator)
    save(client, "Mine")
    save(client, "Ours", is_shared="on")
    for person, seen in ((admin, ["Ours"]), (foreign_operator, []), (operator, ["Mine", "Ours"])):
        client.force_login(person)
        page = client.get(reverse("dashboard:items")).content.decode()
        assert [name for name in ("Mine", "Ours") if f">{name}<" in page] == seen


def test_one_removes_ones_own_and_admins_what_is_shared(
    client, operator, admin, foreign_operator, owner
):
    client.force_login(operator)
    save(client, "Mine")
    save(client, "Ours", is_shared="on")
    mine, ours = SavedView.objects.order_by("pk")

    def remove(person, view):
        client.force_login(person)
        return client.post(reverse("dashboard:view_remove", args=[view.pk])).status_code

    assert remove(foreign_operator, ours) == 404
    assert remove(owner, ours) == 403
    assert remove(admin, mine) == 404
    assert remove(admin, ours) == 302
    assert remove(operator, mine) == 302
    assert not SavedView.objects.exists()


def test_unknown_lists_and_the_audit_are_refused(as_operator, owner):
    assert save(as_operator, where="nonsense").status_code == 404
    assert save(as_operator, where="audit").status_code == 403
    assert save(as_operator, name="").status_code == 422
