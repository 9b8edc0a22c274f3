"""Conflicts and review: one decision each, undone on request; jobs, erasure, export, audit."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from memory import actions
from memory.models import (
    Conflict,
    Episode,
    ErasureReceipt,
    Experience,
    ItemEvidence,
    MemoryEvent,
    MemoryItem,
    Namespace,
    ReviewProposal,
    User,
)
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def settle(client, world, choice, **data):
    address = reverse("dashboard:settle", args=[world.conflict.pk])
    return client.post(address, {"choice": choice, "reason": "asked her", **data}, headers=HTMX)


def statuses(world):
    return [MemoryItem.objects.get(pk=i.pk).status for i in (world.tea, world.coffee)]


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("new_wins", ["deprecated", "active"]),
        ("old_wins", ["active", "deprecated"]),
        ("both_true", ["active", "active"]),
    ],
)
def test_a_conflict_is_settled_once_and_opened_again_by_undo(
    as_operator, operator, world, choice, expected
):
    answer = settle(as_operator, world, choice)
    assert answer.status_code == 200
    assert "decided" in answer["HX-Trigger-After-Settle"]
    assert statuses(world) == expected
    world.conflict.refresh_from_db()
    assert (world.conflict.state, world.conflict.settled_by) == (choice, operator)
    assert settle(as_operator, world, choice).status_code == 422
    as_operator.post(reverse("dashboard:undo"))
    world.conflict.refresh_from_db()
    assert world.conflict.state == "open"
    assert statuses(world) == ["active", "active"]


EVERYTHING = ("status", "status_reason", "valid_to", "expires_at", "overrides_id", "supersedes_id",
              "version", "text", "mention_count", "importance", "pinned")  # fmt: skip


def fields(*items):
    return [MemoryItem.objects.filter(pk=item.pk).values(*EVERYTHING).get() for item in items]


@pytest.mark.parametrize("choice", ["new_wins", "old_wins", "both_true", "temporary"])
def test_the_outlook_of_an_answer_is_what_it_does_and_undo_leaves_no_trace(
    as_operator, world, choice
):
    until = timezone.now() + timedelta(days=5)
    MemoryItem.objects.filter(pk=world.tea.pk).update(valid_to=until)
    before = fields(world.tea, world.coffee)
    page = as_operator.get(reverse("dashboard:outlook", args=[world.conflict.pk]))
    (row,) = (r for r in page.context["rows"] if r["state"] == choice)
    assert fields(world.tea, world.coffee) == before
    settle(as_operator, world, choice, until=str(until.date()))
    after = fields(world.tea, world.coffee)
    assert [fate.status for fate, _words in row["fates"]] == [side["status"] for side in after]
    assert [bool(fate.hides_until) for fate, _words in row["fates"]] == [
        False,
        choice == "temporary",
    ]
    if choice == "new_wins":
        assert "no longer right since" in row["fates"][0][1]
    as_operator.post(reverse("dashboard:undo"))
    assert fields(world.tea, world.coffee) == before


def test_many_conflicts_are_settled_after_a_look_at_what_it_leads_to(as_operator, world):
    """The second is of the same old item: the first answer settles it too, and the page says so."""
    juice = make_item(world.namespace, "The user drinks juice.", attribute="favorite:drink")
    second = Conflict.objects.create(
        namespace=world.namespace, old_item=world.tea, new_item=juice, reason="pinned",
        created_at=timezone.now(),
    )  # fmt: skip
    sides = (world.tea, world.coffee, juice)
    before = fields(*sides)
    address = reverse("dashboard:settle_many")
    asked = {"choice": "new_wins", "ids": [world.conflict.pk, second.pk]}
    page = as_operator.post(address, asked)
    (row,) = page.context["permitted"]
    assert row["closes"] == (second.pk,)
    assert [r["conflict"] for r in page.context["refused"]] == [second]
    assert fields(*sides) == before
    assert as_operator.post(address, {**asked, "confirmed": 1, "reason": ""}).status_code == 422
    as_operator.post(address, {**asked, "confirmed": 1, "reason": "asked her"})
    states = Conflict.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["new_wins", "new_wins"]
    as_operator.post(reverse("dashboard:undo"))
    assert list(states.all()) == ["open", "open"]
    assert fields(*sides) == before


def test_a_settlement_is_not_taken_back_over_a_later_change(as_operator, operator, world):
    settle(as_operator, world, "both_true")
    actions.pin_item(namespace=world.namespace, item_id=world.coffee.pk, acting_user=operator)
    settled = fields(world.tea, world.coffee)
    world.conflict.refresh_from_db()
    as_operator.post(reverse("dashboard:undo"))
    assert fields(world.tea, world.coffee) == settled


def test_for_a_while_asks_until_when(as_operator, world):
    assert settle(as_operator, world, "temporary").status_code == 422
    settle(as_operator, world, "temporary", until="2099-01-01")
    world.conflict.refresh_from_db()
    assert world.conflict.temporary_until.year == 2099


def test_open_conflicts_are_shown_and_settled_ones_on_request(as_operator, world):
    address = reverse("dashboard:conflicts")
    assert b"Tea or coffee?" in as_operator.get(address).content
    settle(as_operator, world, "both_true")
    assert b"Tea or coffee?" not in as_operator.get(address).content
    assert b"Tea or coffee?" in as_operator.get(address, {"state": "both_true"}).content


@pytest.mark.parametrize(("choice", "status"), [("approve", "active"), ("reject", "deprecated")])
def test_a_proposal_is_decided_and_returned_by_undo(as_operator, world, choice, status):
    address = reverse("dashboard:decide_item", args=[world.pending.pk])
    answer = as_operator.post(address, {"choice": choice, "reason": "clear"}, headers=HTMX)
    assert b"data-undo" in answer.content
    world.pending.refresh_from_db()
    assert world.pending.status == status
    assert as_operator.post(address, {"choice": choice}, headers=HTMX).status_code == 422
    as_operator.post(reverse("dashboard:undo"))
    world.pending.refresh_from_db()
    assert world.pending.status == "pending"


def test_review_shows_why_it_was_held_back(as_operator, world):
    page = as_operator.get(reverse("dashboard:review")).content.decode()
    assert "the extractor was not sure" in page
    assert "surfing" in page


def make_experience(tenant, **values):
    now = timezone.now()
    return Experience.objects.create(
        namespace=Namespace.objects.shared(tenant),
        task="What to cook?",
        general_task="What to cook for a vegetarian?",
        solution="A risotto with mushrooms.",
        general_solution="A risotto with mushrooms.",
        content_hash="x",
        created_at=now,
        updated_at=now,
        **values,
    )


def test_experiences_are_approved_and_retired(as_operator, tenant):
    experience = make_experience(tenant)
    address = reverse("dashboard:decide_experience", args=[experience.pk])
    for choice, state in (("approve", "active"), ("retire", "archived")):
        as_operator.post(address, {"choice": choice, "reason": "useful"}, headers=HTMX)
        experience.refresh_from_db()
        assert experience.state == state
    as_operator.post(reverse("dashboard:undo"))
    experience.refresh_from_db()
    assert experience.state == "active"
    assert b"risotto" in as_operator.get(reverse("dashboard:experiences")).content


def test_refused_consolidations_are_decided(as_operator, operator, world):
    proposal = ReviewProposal.objects.create(
        namespace=world.namespace,
        kind="consolidation",
        reason="removes_too_much",
        created_at=timezone.now(),
    )
    as_operator.post(
        reverse("dashboard:decide_proposal", args=[proposal.pk]),
        {"choice": "reject", "reason": "too much"},
        headers=HTMX,
    )
    proposal.refresh_from_db()
    assert (proposal.state, proposal.decided_by) == ("rejected", operator)
    as_operator.post(reverse("dashboard:undo"))
    proposal.refresh_from_db()
    assert (proposal.state, proposal.decided_by) == ("waiting", None)


def test_an_approved_consolidation_is_taken_back_with_its_sources(as_operator, world):
    twin = make_item(world.namespace, "The user's drink is tea.", attribute="favorite:drink")
    ItemEvidence.objects.create(item=twin, quote="tea please", said_at=timezone.now())
    pair = {"kept": world.tea.pk, "merged": twin.pk, "revision": twin.revision}
    proposal = ReviewProposal.objects.create(
        namespace=world.namespace, kind="consolidation", reason="removes_too_much",
        payload={"pairs": [pair]}, created_at=timezone.now(),
    )  # fmt: skip
    before = fields(world.tea, twin)
    address = reverse("dashboard:decide_proposal", args=[proposal.pk])
    for _again in range(2):  # what was taken back can be decided again
        as_operator.post(address, {"choice": "approve", "reason": "the same"}, headers=HTMX)
        assert fields(twin)[0]["status_reason"] == "merged"
        assert ItemEvidence.objects.filter(item=world.tea).count() == 2
        as_operator.post(reverse("dashboard:undo"))
        assert fields(world.tea, twin) == before
        assert [e.item for e in ItemEvidence.objects.all()] == [twin]


def test_failed_turns_are_grouped_by_cause_and_tried_again(as_operator, world):
    Episode.objects.update(state="failed", error="no extractor", attempts=5)
    address = reverse("dashboard:jobs")
    assert as_operator.get(address).context["causes"] == [("no extractor", 1)]
    as_operator.post(reverse("dashboard:retry"), {"error": "no extractor", "reason": "it is back"})
    assert Episode.objects.get().state == "pending"
    assert MemoryEvent.objects.filter(action="episodes.retried", reason="it is back").exists()


def test_an_export_is_a_file_and_an_event(as_operator, owner, world):
    address = reverse("dashboard:export", args=[owner.pk])
    answer = as_operator.post(address, {"form": "json"})
    assert "Lisbon" in answer.content.decode()
    assert "attachment" in answer["Content-Disposition"]
    assert MemoryEvent.objects.filter(action="memory.exported").count() == 1
    assert as_operator.post(address, {"form": "exe"}).status_code == 404


def test_erasing_a_person_needs_their_name_and_gives_a_receipt(
    as_operator, owner, world, django_capture_on_commit_callbacks
):
    address = reverse("dashboard:erase_user", args=[owner.pk])
    data = {"reason": "she asked", "confirmation": "somebody"}
    assert as_operator.post(address, data).status_code == 422
    assert MemoryItem.objects.of(world.namespace).exists()
    with django_capture_on_commit_callbacks(execute=True):
        answer = as_operator.post(address, {**data, "confirmation": owner.username})
    receipt = ErasureReceipt.objects.get(scope="user")
    assert answer["Location"] == reverse("dashboard:receipt", args=[receipt.pk])
    page = as_operator.get(answer["Location"])
    assert page.context["row"]["removed"] > 0
    assert page.context["row"]["remaining"] == 0
    assert as_operator.get(answer["Location"], {"format": "json"}).json()["user"] == owner.username
    assert not MemoryItem.objects.of(world.namespace).exists()


def test_a_day_of_the_audit_begins_at_the_midnight_of_its_reader(client, admin, world):
    User.objects.filter(pk=admin.pk).update(time_zone="Asia/Shanghai")
    zone = ZoneInfo("Asia/Shanghai")
    day = timezone.localdate(timezone=zone) - timedelta(days=2)
    for hour, minute in ((0, 1), (12, 0), (23, 59)):
        MemoryEvent.objects.create(
            namespace=world.namespace,
            tenant_id=admin.tenant_id,
            action="item.pinned",
            created_at=datetime.combine(day, time(hour, minute), tzinfo=zone),
        )
    client.force_login(admin)
    address = reverse("dashboard:audit")
    bars = client.get(address).context["days"]
    counts = {bar["label"]: bar["count"] for bar in bars if bar["count"]}
    assert counts[str(day)] == 3
    for bar in bars:
        assert client.get(address + bar["url"]).context["page"].total == bar["count"], bar


def test_the_kinds_of_a_day_are_those_of_their_lists_and_add_up(as_admin, operator, world):
    erased = {"action": "user.erased", "actor_kind": "person"}
    by_hand = {"action": "item.pinned", "actor_kind": "person", "actor": operator}
    for values in (erased, by_hand, {"action": "item.viewed", "actor_kind": "person"}):
        MemoryEvent.objects.create(
            namespace=world.namespace,
            tenant_id=operator.tenant_id,
            created_at=timezone.now(),
            **values,
        )
    address = reverse("dashboard:audit")
    day = as_admin.get(address).context["days"][-1]
    counts = {part["name"]: part["count"] for part in day["parts"]}
    assert {counts["people"], counts["views"], counts["exports"]} == {1}
    assert sum(counts.values()) == day["count"]
    for part in day["parts"]:
        assert as_admin.get(address + part["url"]).context["page"].total == part["count"], part


def test_audit_filters_by_person_kind_and_item(client, admin, operator, world):
    client.force_login(operator)
    client.get(reverse("dashboard:item", args=[world.lisbon.pk]))
    MemoryEvent.objects.update(created_at=timezone.now())  # an hour ago may be yesterday
    client.force_login(admin)
    address = reverse("dashboard:audit")
    for query, number in (
        ({"person": "operator"}, 1),
        ({"kind": "views"}, 1),
        ({"kind": "changes"}, 1),
        ({"item": world.lisbon.pk}, 2),
        ({"item": world.berlin.pk}, 0),
        ({"day": "yesterday"}, 0),
    ):
        assert client.get(address, query).context["page"].total == number, query
    text = client.get(address, {"kind": "views", "format": "csv"}).content.decode()
    assert "item.viewed" in text
    assert "item.added" not in text
