"""Consolidation keeps what a task leaves, makes chunks, merges duplicates, and refuses too much."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command

from memory.audit import SYSTEM, person
from memory.changes import add_item, changing
from memory.consolidate import apply_proposal, consolidate_conversation, run_consolidation
from memory.domain.types import Candidate, WorkingChange, WorkingOp
from memory.models import Episode, JobRun, MemoryEvent, MemoryItem, Namespace, ReviewProposal
from memory.upkeep import decide_proposal
from memory.working import change_working

pytestmark = pytest.mark.django_db


@pytest.fixture
def namespace(owner):
    return Namespace.objects.for_user(owner)


@pytest.fixture
def likes(namespace, frozen_now):
    def make(*values):
        items = []
        with changing(namespace, author=SYSTEM, now=frozen_now) as change:
            for value in values:
                told = Candidate(text=f"The user likes {value}.", attribute="likes", value=value)
                items.append(add_item(change, told, source="chat", said_at=frozen_now))
        return items

    return make


def texts(namespace):
    return set(MemoryItem.objects.of(namespace).active().values_list("text", flat=True))


def test_a_goal_goes_to_long_term_memory_once(namespace, frozen_now):
    change_working(namespace, 5, [WorkingChange(op=WorkingOp.SET, field="goal", value="run 10k")])
    change_working(namespace, 5, [WorkingChange(op=WorkingOp.APPEND, field="notes", value="hm")])
    (report,) = run_consolidation(now=frozen_now)
    assert report.kept == ["The user's goal: run 10k."]
    item = MemoryItem.objects.get(attribute="goal")
    assert (item.source, item.conversation_id) == ("working_memory", 5)
    assert run_consolidation(now=frozen_now) == []
    assert MemoryItem.objects.count() == 1


def test_an_entry_that_stood_three_turns_is_kept(namespace, frozen_now):
    for turn in (1, 2, 3):
        note = WorkingChange(op=WorkingOp.APPEND, field="notes", value="the venue is small")
        step = WorkingChange(op=WorkingOp.APPEND, field="entities", value=f"e{turn}")
        change_working(namespace, 5, [note, step], turn_id=turn)
    (report,) = run_consolidation(now=frozen_now)
    assert report.kept == ["the venue is small."]


def test_a_completed_task_is_taken_over_before_it_is_cleared(namespace, frozen_now):
    change_working(
        namespace, 5, [WorkingChange(op=WorkingOp.SET, field="goal", value="move house")]
    )
    consolidate_conversation(namespace, 5, now=frozen_now)
    assert texts(namespace) == {"The user's goal: move house."}


def test_what_was_deprecated_or_erased_does_not_come_back(namespace, frozen_now, operator):
    change_working(namespace, 5, [WorkingChange(op=WorkingOp.SET, field="goal", value="run 10k")])
    run_consolidation(now=frozen_now)
    MemoryItem.objects.update(status="deprecated")
    assert run_consolidation(now=frozen_now) == []


def test_twenty_rounds_make_a_chunk_and_the_next_twenty_another(namespace, frozen_now):
    def talk(first):
        for number in range(first, first + 20):
            Episode.objects.create(
                namespace=namespace,
                conversation_id=5,
                user_text=f"We plan the garden with {number} apple trees.",
                occurred_at=frozen_now + timedelta(minutes=number),
                state="done",
            )

    talk(0)
    (report,) = run_consolidation(now=frozen_now)
    assert "the user said: We plan the garden" in report.chunks[0]
    assert run_consolidation(now=frozen_now) == []
    talk(20)
    (report,) = run_consolidation(now=frozen_now)
    assert len(report.chunks) == 1
    assert MemoryItem.objects.filter(kind="episode_chunk").count() == 2


def test_duplicates_become_one_with_all_sources(namespace, likes, frozen_now):
    tea, teas, *_rest = likes("green tea", "green teas", "jazz", "boats", "snow", "maps")
    (report,) = run_consolidation(now=frozen_now)
    assert report.merged == [(tea.pk, teas.pk)]
    tea.refresh_from_db()
    teas.refresh_from_db()
    assert (tea.mention_count, tea.evidence.count()) == (2, 1)
    assert (teas.status, teas.status_reason) == ("deprecated", "merged")
    assert run_consolidation(now=frozen_now) == []


def test_taking_too_much_is_refused_and_waits_for_an_operator(
    namespace, likes, frozen_now, operator
):
    likes("green tea", "green teas", "jazz")
    (report,) = run_consolidation(now=frozen_now)
    assert report.refused == "would merge 1 of 3 items"
    assert len(texts(namespace)) == 3
    assert run_consolidation(now=frozen_now) == []
    proposal = ReviewProposal.objects.get()
    assert apply_proposal(proposal, author=person(operator), now=frozen_now) == 1
    assert len(texts(namespace)) == 2


def test_an_operators_approval_carries_it_out(namespace, likes, frozen_now, operator):
    likes("green tea", "green teas", "jazz")
    run_consolidation(now=frozen_now)
    proposal = ReviewProposal.objects.get()
    decide_proposal(proposal=proposal, acting_user=operator, is_approved=True, reason="right")
    assert len(texts(namespace)) == 2
    event = MemoryEvent.objects.get(action="proposal.approved")
    assert (event.actor, event.after["merged"]) == (operator, 1)


def test_what_was_edited_meanwhile_is_not_merged(namespace, likes, frozen_now, operator):
    _tea, teas, _jazz = likes("green tea", "green teas", "jazz")
    run_consolidation(now=frozen_now)
    MemoryItem.objects.filter(pk=teas.pk).update(revision=9)
    assert (
        apply_proposal(ReviewProposal.objects.get(), author=person(operator), now=frozen_now) == 0
    )


def test_a_dry_run_changes_nothing(namespace, likes, frozen_now, capsys):
    likes("green tea", "green teas", "jazz", "boats", "snow", "maps")
    change_working(namespace, 5, [WorkingChange(op=WorkingOp.SET, field="goal", value="run 10k")])
    before = MemoryEvent.objects.count()
    call_command("consolidate", "--dry-run", "--json")
    (report,) = json.loads(capsys.readouterr().out)
    assert len(report["merged"]) == len(report["kept"]) == 1
    assert (MemoryEvent.objects.count(), JobRun.objects.count()) == (before, 0)


def test_users_are_not_merged_with_each_other(namespace, likes, frozen_now, colleague):
    likes("green tea", "jazz", "boats", "snow", "maps")
    other = Namespace.objects.for_user(colleague)
    with changing(other, author=SYSTEM, now=frozen_now) as change:
        told = Candidate(text="The user likes green teas.", attribute="likes", value="green teas")
        add_item(change, told, source="chat", said_at=frozen_now)
    assert run_consolidation(now=frozen_now) == []
