"""Experiences are proposed by confirmation, approved by people, and recalled only then."""

from datetime import timedelta

import pytest

from memory.domain.types import Solution
from memory.experience_edits import (
    HoldsSecrets,
    StaleExperience,
    edit_experience,
    generalise_by_model,
    left_details,
    merge_experiences,
    split_experience,
)
from memory.experiences import (
    ExperienceRefused,
    approve_experience,
    archive_experience,
    notice_confirmation,
    propose_experience,
    reject_experience,
    withdraw_proposal,
)
from memory.models import Episode, Experience, MemoryEvent, Namespace
from memory.outbox import write_vectors
from memory.recall import recall
from memory.verify import verify_memory
from tests.model_server import fail, running_model_server, say_json, silence

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
        words=Solution(task="Export invoices", solution="Choose Export, then CSV."),
        reason="shorter",
    )
    proposal.refresh_from_db()
    assert (proposal.state, proposal.general_task) == ("active", "Export invoices")
    event = MemoryEvent.objects.get(action="experience.edited")
    assert (event.actor, event.reason) == (operator, "shorter")


def test_a_rejected_one_is_settled(proposal, operator):
    reject_experience(experience=proposal, acting_user=operator)
    with pytest.raises(ExperienceRefused, match="not in review"):
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


def test_what_is_recalled_names_nobody(proposal, owner, operator, frozen_now):
    approve_experience(experience=proposal, acting_user=operator)
    write_vectors()
    (mine,) = recalled(owner, frozen_now + timedelta(minutes=1))
    assert "<number> minutes" in mine.text
    assert "3 minutes" not in mine.text
    assert proposal.solution == SOLUTION


def test_the_second_writer_is_told_how_it_stands(proposal, operator):
    seen = proposal.version
    first = Solution(task="Export invoices", solution="Choose Export, then CSV.")
    edit_experience(experience=proposal, acting_user=operator, words=first, version=seen)
    second = Solution(task="Exporting", solution="Choose Export.")
    with pytest.raises(StaleExperience) as refused:
        edit_experience(experience=proposal, acting_user=operator, words=second, version=seen)
    assert refused.value.now.general_task == "Export invoices"


def test_secrets_are_never_written_in(proposal, operator):
    words = Solution(task="Pay", solution="Use the card 4111 1111 1111 1111.")
    with pytest.raises(HoldsSecrets):
        edit_experience(experience=proposal, acting_user=operator, words=words)


def test_what_stays_of_the_case_is_named(proposal, operator):
    assert left_details(proposal) == []
    words = Solution(task="Export 25 invoices", solution="Ask Anna Schmidt, then wait.")
    edited = edit_experience(experience=proposal, acting_user=operator, words=words)
    assert left_details(edited) == ["25"]


def test_a_split_makes_two_that_keep_their_origin(proposal, operator, namespace, owner):
    approve_experience(experience=proposal, acting_user=operator)
    kept, other = split_experience(
        experience=proposal,
        acting_user=operator,
        first=Solution(task="Export", solution="Choose Export."),
        second=Solution(task="Save as CSV", solution="Choose CSV."),
        reason="two tasks",
    )
    assert (kept.general_task, other.general_task) == ("Export", "Save as CSV")
    assert (other.state, other.proposed_by, other.split_from) == ("active", owner, kept)
    assert other.decay.half_life_hours == kept.decay.half_life_hours
    assert (other.turn_id, other.version) == (None, 1)


def test_withdrawing_takes_the_parts_of_a_split_too(proposal, operator, namespace):
    parts = Solution(task="a", solution="b"), Solution(task="c", solution="d")
    split_experience(experience=proposal, acting_user=operator, first=parts[0], second=parts[1])
    withdraw_proposal(namespace=namespace, turn_id=7)
    assert not Experience.objects.exists()


def test_a_merge_counts_what_the_others_helped(proposal, operator, namespace, owner):
    other = propose_experience(
        namespace=namespace,
        acting_user=owner,
        task="Get invoices out of the program?",
        solution="There is an Export in the menu File.",
        turn_id=9,
    )
    Experience.objects.filter(pk=other.pk).update(helped=3)
    other.refresh_from_db()
    merged = merge_experiences(into=proposal, others=[other], acting_user=operator, reason="same")
    other.refresh_from_db()
    assert (merged.helped, other.state, other.merged_into) == (3, "archived", proposal)
    with pytest.raises(ExperienceRefused):
        merge_experiences(into=proposal, others=[other], acting_user=operator)


@pytest.fixture(scope="module")
def model():
    with running_model_server() as server:
        yield server


@pytest.fixture
def small_model(model, settings):
    model.clear()
    options = {"model": "small", "base_url": model.url, "api_key": "k", "timeout": 1, "pause": 0.01}
    generaliser = {"BACKEND": "memory.backends.openai.OpenAIGeneraliser", "OPTIONS": options}
    settings.MEMORY = {**settings.MEMORY, "generaliser": generaliser}
    return model


GENERAL = {"task": "Export the invoices of a customer", "solution": "Choose Export, then CSV."}


def test_a_small_model_puts_it_into_general_words(small_model, proposal):
    small_model.script_structured(say_json(GENERAL))
    found = generalise_by_model(proposal)
    assert (found.general_task, found.general_solution) == tuple(GENERAL.values())
    assert (found.generalised_by, found.generalise_failure) == ("openai:small", "")
    (asked,) = small_model.asked("/chat/completions")
    assert asked.body["response_format"]["type"] == "json_schema"
    assert TASK in asked.messages[1]["content"]
    event = MemoryEvent.objects.get(action="experience.generalised")
    assert (event.actor_kind, event.actor_name) == ("model", "openai:small")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (say_json({**GENERAL, "task": "Export the 25 invoices"}), "keeps details"),
        (say_json({**GENERAL, "solution": "Pay with 4111 1111 1111 1111."}), "holds card"),
        (say_json({"task": "x"}), "the answer is"),
        (silence(), "timeout"),
        (fail(500), "HTTP 500"),
    ],
    ids=["number", "secret", "shape", "silence", "error"],
)
def test_otherwise_the_words_of_the_rules_stay_and_the_failure_is_kept(
    small_model, proposal, answer, why
):
    small_model.script_structured(*[answer] * 3)
    before = proposal.general_task
    found = generalise_by_model(proposal)
    assert (found.general_task, found.generalised_by) == (before, "rules")
    assert why in found.generalise_failure


def test_a_person_who_was_faster_is_not_overwritten(small_model, proposal, operator):
    words = Solution(task="Export", solution="Choose Export in the menu.")
    edit_experience(experience=proposal, acting_user=operator, words=words)
    small_model.script_structured(say_json(GENERAL))
    assert generalise_by_model(proposal).general_task == "Export"
