"""Conflicts and review: one decision each, undone on request; jobs, erasure, export, audit."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.models import (
    Episode,
    ErasureReceipt,
    Experience,
    MemoryEvent,
    MemoryItem,
    Namespace,
    ReviewProposal,
    User,
)

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
