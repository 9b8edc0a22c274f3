"""Experiences are proposed by confirmation, approved by people, and recalled only then."""

from datetime import timedelta

import pytest

from memory.experiences import (
    ExperienceRefused,
    approve_experience,
    archive_experience,
    edit_experience,
    notice_confirmation,
    propose_experience,
    reject_experience,
    withdraw_proposal,
)
from memory.models import Episode, Experience, MemoryEvent, Namespace
from memory.outbox import write_vectors
from memory.recall import recall
from memory.verify import verify_memory

pytestmark = pytest.mark.django_db
TASK = "How do I export 25 invoices for Anna Schmidt?"
SOLUTION = "Open the report, choose Export, then CSV. It takes 3 minutes."


@pytest.fixture
def namespace(owner):
    return Namespace.objects.for_user(owner)


@pytest.fixture
def proposal(namespace, owner, frozen_now):
    return propose_experience(
        namespace=namespace,
        acting_user=owner,
        task=TASK,
        solution=SOLUTION,
        turn_id=7,
        now=frozen_now,
    )


def recalled(user, now):
    result = recall(
        namespace=Namespace.objects.for_user(user),
        query="How can I export invoices?",
        now=now,
        trace_id=f"t{now.timestamp()}{user.pk}",
        count_tokens=lambda text: len(text.split()),
    )
    return [item for item in result.injected if item.layer == "experience"]


def test_a_proposal_is_general_and_waits(proposal, tenant):
    assert proposal.state == "review"
    assert proposal.namespace == Namespace.objects.shared(tenant)
    assert "Anna" not in proposal.general_task
    assert "25" not in proposal.general_task
    assert MemoryEvent.objects.filter(action="experience.proposed").count() == 1


def test_the_same_turn_is_proposed_once(proposal, namespace, owner):
    again = propose_experience(
        namespace=namespace, acting_user=owner, task=TASK, solution=SOLUTION, turn_id=7
    )
    assert again == proposal
    assert Experience.objects.count() == 1


def test_the_same_solution_again_counts_as_help(proposal, namespace, owner):
    propose_experience(
        namespace=namespace, acting_user=owner, task=TASK, solution=SOLUTION, turn_id=8
    )
    proposal.refresh_from_db()
    assert (proposal.helped, Experience.objects.count()) == (1, 1)


def test_it_is_recalled_only_after_approval_and_in_its_tenant(
    proposal, owner, colleague, stranger, operator, frozen_now
):
    assert recalled(owner, frozen_now) == []
    approve_experience(experience=proposal, acting_user=operator, reason="useful")
    write_vectors()
    (mine,) = recalled(owner, frozen_now + timedelta(minutes=1))
    assert "Export" in mine.text
    assert len(recalled(colleague, frozen_now + timedelta(minutes=2))) == 1
    assert recalled(stranger, frozen_now + timedelta(minutes=3)) == []
    archive_experience(experience=proposal, acting_user=operator)
    assert recalled(owner, frozen_now + timedelta(minutes=4)) == []
    write_vectors()
    assert verify_memory(now=frozen_now) == []


def test_an_edit_changes_the_words_and_is_audited(proposal, operator):
    approve_experience(experience=proposal, acting_user=operator)
    edit_experience(
        experience=proposal,
        acting_user=operator,
        general_task="Export invoices",
        solution="Choose Export, then CSV.",
        reason="shorter",
    )
    proposal.refresh_from_db()
    assert (proposal.state, proposal.general_task) == ("active", "Export invoices")
    event = MemoryEvent.objects.get(action="experience.edited")
    assert (event.actor, event.reason) == (operator, "shorter")


def test_a_rejected_one_is_settled(proposal, operator):
    reject_experience(experience=proposal, acting_user=operator)
    with pytest.raises(ExperienceRefused, match="rejected, not in review"):
        reject_experience(experience=proposal, acting_user=operator)


def test_a_thumb_down_withdraws_what_waits(proposal, namespace):
    withdraw_proposal(namespace=namespace, turn_id=7)
    assert not Experience.objects.exists()


def test_a_short_reply_is_no_solution(namespace, owner):
    assert (
        propose_experience(namespace=namespace, acting_user=owner, task=TASK, solution="Yes.")
        is None
    )


@pytest.mark.parametrize(
    ("said", "count"), [("That worked, thanks", 1), ("解决了", 1), ("没解决", 0)]
)
def test_words_confirm_the_exchange_before(namespace, frozen_now, said, count):
    Episode.objects.create(
        namespace=namespace,
        conversation_id=1,
        turn_id=1,
        user_text=TASK,
        reply_text=SOLUTION,
        occurred_at=frozen_now,
    )
    after = Episode.objects.create(
        namespace=namespace,
        conversation_id=1,
        turn_id=2,
        user_text=said,
        reply_text="Good.",
        occurred_at=frozen_now + timedelta(minutes=5),
    )
    notice_confirmation(after)
    assert Experience.objects.filter(turn_id=1, state="review").count() == count
