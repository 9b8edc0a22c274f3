"""The page of a turn: each tab, each reason in words, the box "Why not …?"."""

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from chat.models import Turn
from memory import actions
from memory.dashboard import sentences
from memory.dashboard.words import REASONS
from memory.domain.policy import Policy
from memory.domain.types import DropReason, Outcome
from memory.models import Namespace, RecallCandidate, RecallTrace
from tests.memory.dashboard.conftest import POLICY, make_candidate, make_item, make_trace

pytestmark = pytest.mark.django_db


def turn(client, world, query=""):
    return client.get(reverse("dashboard:turn", args=[world.trace.trace_id]) + query)


def test_candidates_are_grouped_by_outcome_with_their_reason(as_operator, world):
    answer = turn(as_operator, world)
    groups = {g["name"]: g["total"] for g in answer.context["groups"]}
    assert groups == {"injected": 1, "superseded": 1}
    page = answer.content.decode()
    assert "used in the reply" in page
    assert "A newer version replaced it" in page
    assert "The user lives in Lisbon." in page


def test_an_outcome_narrows_the_candidates_and_the_counts_stay(as_operator, world):
    answer = turn(as_operator, world, "?outcome=superseded")
    assert [g["name"] for g in answer.context["groups"]] == ["superseded"]
    assert {part["name"]: part["count"] for part in answer.context["account"]} == {
        "injected": 1,
        "superseded": 1,
    }


def test_candidates_can_be_ordered_by_one_part_of_the_score(as_operator, world):
    for recency in (0.1, 0.8, 0.4):
        item = make_item(world.namespace, f"The user owns {recency}.")
        make_candidate(world.trace, item, recency=recency, score=1 - recency)
    rows = turn(as_operator, world, "?sort=recency").context["groups"][0]["rows"]
    found = [row["candidate"].recency for row in rows]
    assert found == sorted(found, reverse=True)


def test_no_more_candidates_are_shown_than_said(as_operator, world, monkeypatch):
    monkeypatch.setattr("memory.dashboard.candidates.CANDIDATES_SHOWN", 2)
    for n in range(5):
        make_candidate(world.trace, make_item(world.namespace, f"The user owns {n}."))
    answer = turn(as_operator, world)
    assert sum(len(g["rows"]) for g in answer.context["groups"]) == 2
    assert b"first 2 of 6 shown" in answer.content


@pytest.mark.parametrize(
    "tab", ["candidates", "context", "steps", "messages", "written", "working"]
)
def test_each_tab_opens(as_operator, world, tab):
    assert turn(as_operator, world, f"?tab={tab}").status_code == 200


def test_an_unknown_tab_is_missing(as_operator, world):
    assert turn(as_operator, world, "?tab=other").status_code == 404


def test_steps_give_recall_apart_from_the_whole(as_operator, world):
    context = turn(as_operator, world, "?tab=steps").context
    assert (context["recall_milliseconds"], context["milliseconds"]) == (10.0, 100.0)


def test_a_reply_has_its_cost_where_the_model_has_a_price(as_operator, world, settings):
    world.turn.model, world.turn.tokens = "gpt-x", {"input": 1000, "output": 500}
    world.turn.save()
    assert turn(as_operator, world).context["cost"] is None
    settings.MODEL_PRICES = {"gpt-x": {"input": 2.0, "output": 8.0}}
    answer = turn(as_operator, world)
    assert answer.context["cost"] == pytest.approx(0.006)
    assert b"0.0060 USD" in answer.content


def test_what_was_written_names_the_decision_and_its_reason(as_operator, world):
    page = turn(as_operator, world, "?tab=written").content.decode()
    assert "new version" in page
    assert "the user said another value later" in page
    assert "in place of" in page


def test_working_memory_is_shown_before_and_after(as_operator, world):
    assert b"move house" in turn(as_operator, world, "?tab=working").content


def test_messages_are_shown_escaped(as_operator, world):
    world.trace.messages = [{"role": "system", "content": "<script>alert(1)</script>"}]
    world.trace.save()
    page = turn(as_operator, world, "?tab=messages").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_a_turn_without_a_trace_says_why(as_operator, world):
    world.trace.delete()
    world.talk.is_temporary = True
    world.talk.save()
    assert b"temporary conversation" in turn(as_operator, world).content


def test_why_not_answers_from_the_trace_where_it_can(as_operator, world):
    address = reverse("dashboard:why_not", args=[world.trace.trace_id])
    page = as_operator.get(address, {"q": "Berlin"}).content.decode()
    assert "superseded" in page
    assert "From the stored trace." in page


def test_why_not_recomputes_for_what_was_no_candidate_and_says_so(as_operator, world):
    address = reverse("dashboard:why_not", args=[world.trace.trace_id])
    page = as_operator.get(address, {"q": "tea"}).content.decode()
    assert "recomputed" in page
    assert "The user drinks tea." in page


def test_what_a_trace_does_not_list_is_counted_by_reason_and_told_on_request(
    as_operator, ask, remember, frozen_now, tenant
):
    """Four bicycles and as many shared ones: three of each are compared, three of those listed."""
    words = ("red", "blue", "green", "yellow", "white", "black", "brown", "grey")
    shared = Namespace.objects.shared(tenant)
    items = [
        remember(f"The user owns a {word} bicycle.", said_at=frozen_now,
                 **({"namespace": shared} if n % 2 else {}))
        for n, word in enumerate(words)
    ]  # fmt: skip
    found = ask("Which bicycle do I own?", policy=Policy(kept_candidates=3, max_items=1))
    listed = {e.item_id for e in (*found.injected, *found.dropped)}
    assert sum(found.unlisted.values()) > 0
    address = reverse("dashboard:turn", args=[found.trace_id])
    page = as_operator.get(address)
    shown = {part["name"]: part["count"] for part in page.context["unlisted"]}
    beyond = shown.pop("")
    assert shown == dict(found.unlisted)
    assert beyond == len(items) - len(listed) - sum(shown.values()) > 0
    address = reverse("dashboard:why_not", args=[found.trace_id])
    answers = as_operator.get(address, {"rest": 1}).context["answers"]
    assert {a["item_id"] for a in answers} == {item.pk for item in items} - listed
    assert all(a["sentence"] and a["is_recomputed"] for a in answers)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("name", [*Outcome, *DropReason])
def test_every_outcome_has_a_label_and_a_sentence_with_its_numbers(name, language):
    if name == Outcome.DROPPED:
        return
    is_reason = name in list(DropReason)
    candidate = RecallCandidate(
        outcome="dropped" if is_reason else name,
        reason=name if is_reason else "",
        layer="long_term",
        relevance=0.31,
        semantic=0.2,
        lexical=0.1,
        score=0.5,
        rank=3,
        tokens=17,
        detail={
            "on": timezone.now().isoformat(),
            "until": timezone.now().isoformat(),
            "from": timezone.now().isoformat(),
            "by_text": "the other",
            "of": 7,
            "similarity": 0.98,
            "threshold": 0.42,
            "status_reason": "faded",
        },
    )
    with translation.override(language):
        assert str(name) in REASONS
        said = sentences.sentence(candidate, POLICY, {7: "the twin"})
    assert said
    assert "%(" not in said
    needed = {
        "below_threshold": ["0.31", "0.42"],
        "over_budget": ["17", "900"],
        "outranked": ["3", "12"],
        "duplicate_of": ["the twin", "0.98"],
        "superseded": ["the other"],
        "overridden_until": ["the other"],
        "injected": ["3", "0.50", "17"],
    }
    for words in needed.get(str(name), []):
        assert words in said


@pytest.mark.parametrize(
    ("detail", "language", "words"),
    [
        ({"left_out": "below_threshold"}, "en", "below the threshold"),
        ({"left_out": "superseded"}, "zh-hans", "已被取代"),
        ({}, "en", "had not brought it"),
    ],
)
def test_what_a_reply_looked_up_says_why_recall_did_not_bring_it(detail, language, words):
    candidate = RecallCandidate(
        outcome="injected", reason="looked_up", layer="long_term", detail=detail
    )
    with translation.override(language):
        assert words in sentences.sentence(candidate, POLICY)


def test_the_recall_is_run_again_and_only_differences_are_shown(as_operator, operator, world):
    address = reverse("dashboard:replay", args=[world.trace.trace_id])
    traces = RecallTrace.objects.count()
    actions.edit_item(
        namespace=world.namespace,
        item_id=world.lisbon.pk,
        acting_user=operator,
        reason="wrong town",
        text="The user lives in Porto.",
        value="Porto",
    )
    rows = as_operator.get(address).context["rows"]
    changed = {row["text"]: (row["before"], row["now"]) for row in rows}
    assert changed["The user lives in Porto."][0] == "–"
    assert changed["The user lives in Lisbon."][0] == "injected"
    assert changed["The user lives in Lisbon."][1] != "injected"
    assert RecallTrace.objects.count() == traces


def test_earlier_and_later_turns_of_the_conversation_are_linked(as_operator, world, owner):
    later = make_trace(world.namespace, "And what do I drink?", conversation_id=world.talk.pk)
    Turn.objects.create(conversation=world.talk, trace_id=later.trace_id, started_at=timezone.now())
    assert later.trace_id in turn(as_operator, world).content.decode()


def test_the_numbers_of_a_candidate_are_copied_unrounded(as_operator, world):
    world.trace.candidates.filter(item=world.lisbon).update(relevance=0.123456789, score=0.5)
    page = as_operator.get(reverse("dashboard:turn", args=[world.trace.trace_id]))
    assert "relevance\t0.123456789\t" in page.content.decode()
