"""Who may open which page and do which act: user, operator, admin, operator of another tenant."""

import pytest
from django.urls import reverse

from memory.dashboard import urls
from memory.dashboard.acts import ACTS
from memory.models import MemoryEvent, MemoryItem
from tests import canary
from tests.test_urls_guard import addresses

pytestmark = pytest.mark.django_db

LISTS = (
    *("overview", "turns", "users", "items", "review", "conflicts", "forgetting", "lab"),
    *("experiences", "knowledge", "policies", "evaluations", "jobs", "erasure", "goto"),
)
ADMIN_LISTS = ("audit",)


def objects(world):
    """Return the address of every page that shows one object of the owner."""
    return [
        reverse("dashboard:turn", args=[world.trace.trace_id]),
        reverse("dashboard:why_not", args=[world.trace.trace_id]) + "?q=Berlin",
        reverse("dashboard:item", args=[world.lisbon.pk]),
        reverse("dashboard:user", args=[world.namespace.user_id]),
        reverse("dashboard:derived", args=[world.asked.pk]),
        reverse("dashboard:act", args=[world.lisbon.pk, "edit"]),
        reverse("dashboard:settle", args=[world.conflict.pk]) + "?choice=temporary",
        reverse("dashboard:erase_user", args=[world.namespace.user_id]),
        reverse("dashboard:peek") + f"?object=item:{world.lisbon.pk}",
        reverse("dashboard:peek") + f"?object=turn:{world.trace.trace_id}",
        reverse("dashboard:peek") + f"?object=user:{world.namespace.user_id}",
        reverse("dashboard:lab") + f"?trace={world.trace.trace_id}",
        reverse("dashboard:erasure") + f"?user={world.namespace.user_id}",
    ]


@pytest.mark.parametrize("name", LISTS)
def test_lists_open_for_operators_and_admins_only(client, world, owner, operator, admin, name):
    address = reverse(f"dashboard:{name}")
    expected = {owner: 403, operator: 200, admin: 200}
    for person, status in expected.items():
        client.force_login(person)
        assert client.get(address).status_code == status, person


@pytest.mark.parametrize("name", ADMIN_LISTS)
def test_governing_lists_open_for_admins_only(client, world, owner, operator, admin, name):
    for person, status in {owner: 403, operator: 403, admin: 200}.items():
        client.force_login(person)
        assert client.get(reverse(f"dashboard:{name}")).status_code == status


def test_one_object_opens_within_the_tenant_and_is_missing_outside(
    client, world, owner, operator, admin, foreign_operator
):
    for address in objects(world):
        for person, status in {
            owner: 403,
            operator: 200,
            admin: 200,
            foreign_operator: 404,
        }.items():
            client.force_login(person)
            assert client.get(address).status_code == status, (person, address)


def test_lists_hold_nothing_of_another_tenant(client, world, foreign_operator):
    client.force_login(foreign_operator)
    for name in LISTS:
        answer = client.get(reverse(f"dashboard:{name}") + "?q=Lisbon")
        assert b"lives in Lisbon" not in answer.content, name


@pytest.mark.parametrize("act", sorted(ACTS))
def test_acts_change_nothing_for_others(client, world, owner, foreign_operator, operator, act):
    address = reverse("dashboard:act", args=[world.lisbon.pk, act])
    before = MemoryItem.objects.filter(pk=world.lisbon.pk).values().get()
    for person in (owner, foreign_operator):
        client.force_login(person)
        answer = client.post(address, {"reason": "because I can", "text": "x", "revision": 0})
        assert answer.status_code in (403, 404)
    if ACTS[act].needs_admin:
        client.force_login(operator)
        assert client.post(address, {"reason": "because I can"}).status_code == 403
    assert MemoryItem.objects.filter(pk=world.lisbon.pk).values().get() == before


GOVERNING = {
    *("audit", "evaluation_start", "experiment", "forgetting_save", "policy_restore"),
    *("policy_save", "event_back"),
}


@pytest.mark.parametrize("method", ["get", "post"])
def test_every_address_lets_in_whom_the_table_says(client, owner, operator, admin, method):
    """A new address is for operators until it stands in the table; strangers: test_urls_guard."""
    canary.plant(owner)
    found = {address.name: address.path for address in addresses() if address.is_operators}
    assert set(found) == {pattern.name for pattern in urls.urlpatterns}
    # Within these, some acts are for admins only: each has a test of its own.
    for person, refused in ((owner, set(found)), (operator, GOVERNING), (admin, set())):
        client.force_login(person)
        got = {name: getattr(client, method)(path).status_code for name, path in found.items()}
        wrong = {
            name: status for name, status in got.items() if (status == 403) != (name in refused)
        }
        # A form that is posted only answers 405 first; presence of a kind that there is not, 403.
        assert {name for name, status in wrong.items() if status != 405} - {"presence"} == set()


def test_every_view_says_which_permission_it_needs():
    for pattern in urls.urlpatterns:
        view = pattern.callback
        needed = getattr(view, "dashboard_permission", None)
        assert needed in ("memory.inspect_memory", "memory.govern_memory"), pattern.name


def test_reading_somebodys_memory_is_an_event_once_in_a_while(as_operator, operator, world):
    address = reverse("dashboard:turn", args=[world.trace.trace_id])
    as_operator.get(address)
    as_operator.get(address)
    seen = MemoryEvent.objects.filter(action="trace.viewed", actor=operator)
    assert [event.namespace_id for event in seen] == [world.namespace.pk]


def test_anonymous_people_are_sent_to_sign_in(client, world):
    for address in objects(world):
        assert client.get(address).status_code == 302
