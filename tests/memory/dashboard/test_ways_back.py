"""Changes taken back from the audit: where the core allows it, by admins, with a reason."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.models import MemoryEvent, MemoryItem
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db


def act(client, item, name, **data):
    address = reverse("dashboard:act", args=[item.pk, name])
    return client.post(address, {"reason": "it is so", **data})


def back_url(client, action):
    entries = client.get(reverse("dashboard:audit")).context["events"]
    return next(entry["back_url"] for entry in entries if entry["event"].action == action)


@pytest.mark.parametrize(
    ("name", "values", "action"),
    [
        ("archive", {}, "item.archived"),
        ("pin", {}, "item.pinned"),
        ("protect", {}, "item.protected"),
        ("importance", {"importance": "0.9"}, "item.weighed"),
        ("edit", {"text": "The user lives in Rome.", "value": "Rome", "revision": "0"},
         "item.edited"),
        ("deprecate", {}, "item.deprecated"),
    ],
)  # fmt: skip
def test_a_change_of_a_person_is_taken_back_and_that_again(
    as_admin, namespace, name, values, action
):
    def state():
        rows = MemoryItem.objects.filter(namespace=namespace).exclude(status="deprecated")
        return list(rows.values_list("text", "status", "pinned", "importance", "decay__protected"))

    item = make_item(namespace)
    before = state()
    act(as_admin, item, name, **values)
    after = state()
    assert after != before
    address = back_url(as_admin, action)
    assert as_admin.get(address).status_code == 200
    assert as_admin.post(address, {"reason": ""}).status_code == 422
    as_admin.post(address, {"reason": "it was wrong"})
    assert state() == before
    assert MemoryEvent.objects.filter(reason="it was wrong").exists()
    as_admin.post(reverse("dashboard:undo"))
    assert state() == after


def test_what_was_changed_since_or_made_by_memory_has_no_way_back(as_admin, namespace):
    item = make_item(namespace)
    act(as_admin, item, "archive")
    address = back_url(as_admin, "item.archived")
    act(as_admin, item, "restore")
    assert back_url(as_admin, "item.archived") == ""
    refused = as_admin.post(address, {"reason": "too late"})
    assert refused.status_code == 422
    assert "changed again since then" in refused.content.decode()
    MemoryEvent.objects.create(
        namespace=namespace, tenant_id=namespace.tenant_id, action="item.weighed", item=item,
        created_at=timezone.now() + timedelta(minutes=1),
    )  # fmt: skip
    assert back_url(as_admin, "item.weighed") == ""


def test_operators_and_other_tenants_take_nothing_back_here(
    as_admin, client, operator, foreign_operator, namespace
):
    act(as_admin, make_item(namespace), "archive")
    address = back_url(as_admin, "item.archived")
    for person in (operator, foreign_operator):
        client.force_login(person)
        assert client.post(address, {"reason": "not mine"}).status_code == 403
