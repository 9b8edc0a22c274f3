"""Acts on items: a reason is asked, the change is audited, what allows it can be taken back."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory import actions
from memory.dashboard.acts import ACTS
from memory.models import DecayState, MemoryEvent, MemoryItem, Namespace
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db


def act(client, item, name, **data):
    data = {"reason": "it is so", **data}
    return client.post(reverse("dashboard:act", args=[item.pk, name]), data)


def undo(client):
    return client.post(reverse("dashboard:undo"), {"back": "/dashboard/items/"})


def state(item):
    fresh = MemoryItem.objects.select_related("decay").get(pk=item.pk)
    return (
        fresh.status,
        fresh.pinned,
        fresh.decay.protected,
        fresh.importance,
        fresh.expires_at,
        fresh.decay.exempt_until,
        fresh.decay.last_accessed_at,
        fresh.confidence,
    )


FUTURE = "2099-01-01"
UNDOABLE = {
    "pin": {},
    "protect": {},
    "archive": {},
    "importance": {"importance": "0.7"},
    "expiry": {"until": FUTURE},
    "exempt": {"days": "30"},
    "confirm": {},
}


@pytest.mark.parametrize("name", UNDOABLE)
def test_an_act_changes_is_audited_with_its_reason_and_taken_back(
    as_operator, operator, namespace, name
):
    item = make_item(namespace)
    before = state(item)
    assert act(as_operator, item, name, **UNDOABLE[name]).status_code == 302
    assert state(item) != before
    event = MemoryEvent.objects.filter(item=item).exclude(action__endswith=".viewed").latest("pk")
    assert (event.actor, event.reason) == (operator, "it is so")
    undo(as_operator)
    assert state(item) == before


def test_admins_mark_as_no_longer_right_and_take_it_back(as_admin, namespace):
    item = make_item(namespace)
    act(as_admin, item, "deprecate")
    assert state(item)[0] == "deprecated"
    undo(as_admin)
    assert state(item)[0] == "active"


def test_without_a_reason_nothing_happens(as_operator, namespace):
    item = make_item(namespace)
    answer = act(as_operator, item, "archive", reason="")
    assert answer.status_code == 422
    assert state(item)[0] == "active"


def test_an_edit_makes_a_version_and_undo_brings_the_old_one_back(as_operator, namespace):
    item = make_item(namespace)
    act(as_operator, item, "edit", text="The user lives in Rome.", value="Rome", revision=0)
    newest = MemoryItem.objects.get(chain=item.chain, status="active")
    assert (newest.version, newest.text) == (2, "The user lives in Rome.")
    undo(as_operator)
    assert MemoryItem.objects.get(chain=item.chain, status="active").pk == item.pk


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("The user lives in Rome.", "Rome", "Its value follows the text: lives in Rome."),
        ("The user's place is nice.", "Berlin", "No other value could be read from the text: "
         "lives in stays Berlin."),
    ],
)  # fmt: skip
def test_an_edit_of_the_text_alone_says_what_became_of_the_value(
    as_operator, namespace, text, value, said
):
    item = make_item(namespace)
    dialog = as_operator.get(reverse("dashboard:act", args=[item.pk, "edit"]))
    assert b"Of: lives in, which stays." in dialog.content
    act(as_operator, item, "edit", text=text, value="Berlin", revision=0)
    assert MemoryItem.objects.get(chain=item.chain, status="active").value == value
    assert said in as_operator.get(reverse("dashboard:items")).content.decode()


def test_an_edit_that_accepts_is_taken_back_into_review(as_operator, namespace):
    item = make_item(namespace, status="pending", status_reason="low_confidence")
    act(as_operator, item, "edit", text="The user lives in Bern.", revision=item.revision,
        accept="on")  # fmt: skip
    assert MemoryItem.objects.get(status="active").text == "The user lives in Bern."
    undo(as_operator)
    assert MemoryItem.objects.get(status="pending").pk == item.pk
    assert not MemoryItem.objects.filter(status="active").exists()


def test_an_edit_of_something_changed_meanwhile_keeps_the_words_and_says_so(as_operator, namespace):
    item = make_item(namespace)
    MemoryItem.objects.filter(pk=item.pk).update(revision=5)
    answer = act(as_operator, item, "edit", text="My words", value="x", revision=0)
    assert answer.status_code == 422
    assert b"Somebody changed it" in answer.content
    assert b"My words" in answer.content


def test_erasing_needs_the_number_typed_and_leaves_a_receipt(as_operator, namespace):
    item = make_item(namespace)
    assert act(as_operator, item, "erase", confirmation="yes").status_code == 422
    assert MemoryItem.objects.filter(pk=item.pk).exists()
    answer = act(as_operator, item, "erase", confirmation=str(item.pk))
    assert answer["Location"] == reverse("dashboard:user", args=[namespace.user_id])
    assert not MemoryItem.objects.filter(pk=item.pk).exists()
    page = as_operator.get(reverse("dashboard:erasure"))
    assert page.context["page"].total == 1


def test_merging_folds_the_others_into_it(as_operator, namespace):
    kept, other = make_item(namespace), make_item(namespace, "The user's home is Berlin.")
    act(as_operator, kept, "merge", others=[other.pk])
    assert state(other)[0] == "deprecated"
    assert kept.evidence.count() == 1


def test_merging_takes_only_items_of_the_same_person(as_operator, namespace, colleague):
    kept = make_item(namespace)
    foreign = make_item(Namespace.objects.for_user(colleague))
    assert act(as_operator, kept, "merge", others=[foreign.pk]).status_code == 422
    assert state(foreign)[0] == "active"


def test_restoring_gives_the_place_back(as_operator, world):
    act(as_operator, world.berlin, "restore")
    assert state(world.berlin)[0] == "active"
    assert state(world.lisbon)[0] == "deprecated"


def test_the_dialog_is_a_fragment_for_htmx_and_a_page_without(as_operator, namespace):
    address = reverse("dashboard:act", args=[make_item(namespace).pk, "pin"])
    assert b"<html" in as_operator.get(address).content
    fragment = as_operator.get(address, headers={"HX-Request": "true"}).content
    assert b"<html" not in fragment
    assert b"<dialog" in fragment


def test_only_addresses_of_this_site_are_gone_back_to(as_operator, namespace):
    item = make_item(namespace)
    answer = act(as_operator, item, "pin", back="https://elsewhere.example/")
    assert answer["Location"] == reverse("dashboard:item", args=[item.pk])


def test_acts_that_cannot_be_undone_have_no_single_key():
    assert {name for name, one in ACTS.items() if one.form.__name__ == "EraseForm"} == {"erase"}


def bulk(client, **data):
    return client.post(reverse("dashboard:bulk"), data)


def test_bulk_shows_what_is_not_permitted_before_it_changes_anything(as_operator, world):
    ids = [world.lisbon.pk, world.berlin.pk]
    answer = bulk(as_operator, action="archive", ids=ids)
    assert answer.context["permitted"] == [world.lisbon]
    assert [item for item, _why in answer.context["refused"]] == [world.berlin]
    assert state(world.lisbon)[0] == "active"


def test_bulk_changes_after_confirming_and_is_taken_back_as_one(as_operator, world):
    ids = [world.lisbon.pk, world.tea.pk]
    bulk(as_operator, action="archive", ids=ids, confirmed="1", reason="too many")
    assert [state(i)[0] for i in (world.lisbon, world.tea)] == ["archived", "archived"]
    undo(as_operator)
    assert [state(i)[0] for i in (world.lisbon, world.tea)] == ["active", "active"]


def test_bulk_says_afterwards_what_failed_and_what_is_gone(as_operator, operator, world):
    """Both were there at the look; one was archived and one erased by somebody before the end."""
    names = ("Tokyo", "Oslo", "Rome")
    kept, taken, gone = (make_item(world.namespace, f"The user likes {name}.") for name in names)
    actions.archive_item(
        namespace=world.namespace, item_id=taken.pk, acting_user=operator, reason="meanwhile"
    )
    ids = [kept.pk, taken.pk, gone.pk]
    gone.delete()
    answer = bulk(as_operator, action="archive", ids=ids, confirmed="1", reason="too many")
    assert state(kept)[0] == "archived"
    assert answer.context["failed"] == [(taken, "its status does not allow it")]
    assert answer.context["missing"] == 1
    assert b"1 failed" in answer.content
    undo(as_operator)
    assert (state(kept)[0], state(taken)[0]) == ("active", "archived")


def test_bulk_takes_all_that_match_the_address(as_operator, many):
    many(70)
    answer = as_operator.post(
        reverse("dashboard:bulk") + "?q=thing+1", {"action": "pin", "all": "1"}
    )
    expected = MemoryItem.objects.filter(text__icontains="1").count()
    assert len(answer.context["permitted"]) == expected


def test_bulk_ignores_ids_of_another_tenant(as_operator, stranger):
    foreign = make_item(Namespace.objects.for_user(stranger))
    bulk(as_operator, action="archive", ids=[foreign.pk], confirmed="1", reason="mine now")
    assert state(foreign)[0] == "active"


def test_an_exemption_reaches_forgetting(as_operator, namespace):
    item = make_item(namespace, ago=timedelta(days=90), importance=0.4)
    page = as_operator.get(reverse("dashboard:forgetting")).context
    assert [row["item"] for row in page["rows"]] == [item]
    act(as_operator, item, "exempt", days="30")
    page = as_operator.get(reverse("dashboard:forgetting")).context
    assert page["rows"] == []
    until = DecayState.objects.get(item=item).exempt_until
    assert until > timezone.now() + timedelta(days=29)


def test_the_reason_that_a_person_typed_is_what_the_audit_keeps(as_operator, world, operator):
    address = reverse("dashboard:act", args=[world.lisbon.pk, "edit"])
    form = {"text": "The user lives in Porto.", "value": "Porto", "reason": "she wrote so",
            "revision": world.lisbon.revision}  # fmt: skip
    as_operator.post(address, form)
    events = MemoryEvent.objects.filter(
        actor=operator, action__in=["item.edited", "item.deprecated"]
    )
    assert {event.reason for event in events} == {"she wrote so"}


def test_an_edit_can_be_undone_from_the_page_of_the_item_however_late(as_operator, world):
    address = reverse("dashboard:act", args=[world.lisbon.pk, "edit"])
    form = {"text": "The user lives in Porto.", "value": "Porto", "reason": "misread",
            "revision": world.lisbon.revision}  # fmt: skip
    as_operator.post(address, form)
    edited = MemoryItem.objects.get(supersedes=world.lisbon)
    page = as_operator.get(reverse("dashboard:item", args=[edited.pk]))
    undo = reverse("dashboard:act", args=[world.lisbon.pk, "restore"])
    assert "Undo this edit…" in page.content.decode()
    assert page.context["passage"].focus == world.lisbon.message_id, "where it was said still shows"
    as_operator.post(undo, {"reason": "it was right"})
    page = as_operator.get(reverse("dashboard:item", args=[edited.pk]))
    assert "Undo this edit…" not in page.content.decode()
    edited.refresh_from_db()
    world.lisbon.refresh_from_db()
    assert (world.lisbon.status, edited.status) == ("active", "deprecated")
