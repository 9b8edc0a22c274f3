"""Recall with real services: what is brought to the prompt, what is left out, and why."""

from datetime import timedelta

import pytest

from memory.domain.types import DropReason, Kind, Layer, Outcome, Status
from memory.models import Episode, RecallCandidate, RecallTrace

pytestmark = pytest.mark.django_db


def reason_of(result, item):
    return next(entry.reason for entry in result.dropped if entry.item_id == item.pk)


def test_both_parts_of_a_question_bring_their_items(ask, remember):
    seafood = remember(
        "The user is allergic to seafood.",
        kind=Kind.CONSTRAINT,
        attribute="allergy",
        value="seafood",
    )
    home = remember("The user lives in Lisbon.", attribute="home", value="Lisbon")
    result = ask("What should I avoid eating, and where do I live?")
    assert {seafood.pk, home.pk} <= {entry.item_id for entry in result.injected}
    assert "Lisbon" in result.profile_text


def test_a_superseded_item_is_named_with_its_successor(ask, remember):
    old = remember(
        "The user lives in Berlin.", attribute="home", value="Berlin", status=Status.DEPRECATED
    )
    new = remember("The user lives in Lisbon.", attribute="home", value="Lisbon", supersedes=old)
    result = ask("Where do I live?")
    dropped = next(entry for entry in result.dropped if entry.item_id == old.pk)
    assert dropped.reason == DropReason.SUPERSEDED
    assert dropped.detail["by"] == new.pk
    assert new.pk in {entry.item_id for entry in result.injected}


def test_a_past_exchange_is_quoted_with_its_date_when_no_item_knows(ask, namespace, frozen_now):
    Episode.objects.create(
        namespace=namespace,
        user_text="The hotel in Prague was called Golden Well.",
        occurred_at=frozen_now - timedelta(days=30),
    )
    result = ask("What was the name of the hotel in Prague?")
    entry = next(entry for entry in result.injected if entry.layer == Layer.HISTORY)
    assert entry.outcome == Outcome.REVIVED
    assert "said on 2026-02-09" in result.block_text


def test_every_candidate_is_kept_in_the_trace(ask, remember):
    remember("The user plays the violin.")
    result = ask("Which instrument do I play?")
    trace = RecallTrace.objects.get(trace_id=result.trace_id)
    kept = RecallCandidate.objects.filter(trace=trace).count()
    assert kept == len(result.injected) + len(result.dropped) == 1


def test_what_was_told_as_past_is_recalled_when_the_past_is_asked_for(remember, ask, frozen_now):
    over = frozen_now - timedelta(days=400)
    paris = remember(
        "The user used to live in Paris.", attribute="home", value="Paris", valid_to=over
    )
    remember("The user lives in Lisbon.", attribute="home", value="Lisbon")
    past = ask("Did I tell you where I used to live?")
    assert paris.pk in [item.item_id for item in past.injected]
    now = ask("Where do I live?")
    assert paris.pk not in [item.item_id for item in now.injected]
    assert ("The user used to live in Paris.", "expired") in [
        (item.text, item.reason) for item in now.dropped
    ]


@pytest.mark.parametrize(
    ("item", "said", "asked"),
    [
        pytest.param(
            "The user does yoga twice a week.",
            "By the way, I now do yoga three times a week.",
            "How often do I do yoga a week?",
            id="en",
        ),
        pytest.param(
            "用户每周练两次瑜伽。", "对了，我现在每周练三次瑜伽。", "我每周练几次瑜伽？", id="zh"
        ),
    ],
)
def test_an_item_stands_marked_behind_what_was_said_later(
    ask, remember, namespace, frozen_now, item, said, asked
):
    old = remember(item, attribute="habit", value="yoga twice", days_ago=60.0)
    Episode.objects.create(
        namespace=namespace, user_text=said, occurred_at=frozen_now - timedelta(days=2)
    )
    result = ask(asked)
    assert [entry.layer for entry in result.injected] == [Layer.HISTORY, Layer.LONG_TERM]
    assert result.injected[1].item_id == old.pk
    assert item not in result.profile_text
    mark = "earlier than what was said on 2026-03-09"
    assert mark in result.block_text.split(said)[1]


def test_an_item_that_stays_says_when_what_is_asked_came_up_again(
    ask, remember, namespace, frozen_now
):
    item = remember(
        "The user likes the light of the studio in Harajuku.", value="light", days_ago=60.0
    )
    Episode.objects.create(
        namespace=namespace,
        user_text="My neighbour in Harajuku plays the drums.",
        occurred_at=frozen_now - timedelta(days=2),
    )
    result = ask("What do I like of the studio in Harajuku?")
    (entry,) = [entry for entry in result.injected if entry.layer == Layer.LONG_TERM]
    assert entry.detail["marks"] == ["what is asked came up again on 2026-03-09"]
    assert f"what is asked came up again on 2026-03-09] {item.text}" in result.block_text
    assert result.injected[0] == entry


@pytest.mark.parametrize(
    ("question", "is_quoted"),
    [
        pytest.param("Where do I live?", False, id="present"),
        pytest.param("What did I say about living in Berlin last time?", True, id="past"),
    ],
)
def test_what_was_replaced_is_quoted_of_the_past_alone_and_marked(
    ask, remember, namespace, frozen_now, question, is_quoted
):
    told = frozen_now - timedelta(days=30)
    Episode.objects.create(namespace=namespace, user_text="I live in Berlin.", occurred_at=told)
    home = {"attribute": "home"}
    new = remember("The user lives in Lisbon.", value="Lisbon", days_ago=2.0, **home)
    old = remember(
        "The user lives in Berlin.",
        value="Berlin",
        said_at=told,
        status=Status.DEPRECATED,
        valid_to=new.said_at,
        **home,
    )
    new.supersedes = old
    new.save()
    result = ask(question)
    quoted = [entry for entry in result.injected if entry.layer == Layer.HISTORY]
    assert bool(quoted) == is_quoted
    for entry in quoted:
        assert entry.detail["marks"] == [
            f"earlier than what was said on {new.said_at:%Y-%m-%d %H:%M}"
        ]
    assert "Lisbon" in result.profile_text


def test_a_constraint_gives_way_to_no_quotation(ask, remember, namespace, frozen_now):
    remember(
        "The user may eat two eggs a week.",
        kind=Kind.CONSTRAINT,
        attribute="diet",
        value="two eggs",
    )
    Episode.objects.create(
        namespace=namespace,
        user_text="I now bought three boxes of eggs this week.",
        occurred_at=frozen_now,
    )
    result = ask("How many eggs may I eat a week?")
    assert "two eggs" in result.profile_text
    assert "earlier than" not in result.profile_text


def test_what_was_taken_back_is_not_quoted_unmarked(ask, namespace, frozen_now):
    for minutes, said in ((0, "Schedule the meeting for Monday."), (2, "No wait, make it Friday.")):
        Episode.objects.create(
            namespace=namespace,
            conversation_id=7,
            user_text=said,
            occurred_at=frozen_now - timedelta(days=3) + timedelta(minutes=minutes),
        )
    result = ask("When is the meeting?")
    assert "Friday" in result.block_text
    assert "Monday" not in result.block_text


def test_two_things_told_of_one_person_are_no_duplicates_however_alike_they_read(remember, ask):
    named = remember("用户的侄子的名字是小宝。", subject="nephew", attribute="name", value="小宝")
    aged = remember("用户的侄子小宝5岁。", subject="nephew", attribute="age", value="5")
    result = ask("小宝多大了？")
    assert {named.pk, aged.pk} <= {entry.item_id for entry in result.injected}
