"""Questions about time use the dates of items, in both languages."""

from datetime import timedelta

import pytest

from memory.domain.types import DropReason, Kind

pytestmark = pytest.mark.django_db


def injected(result):
    return [entry.item_id for entry in result.injected]


@pytest.mark.parametrize(
    ("texts", "question"),
    [
        pytest.param(
            ("The user went to see an exhibition.", "The user went to see a football match."),
            "What did I do last week?",
            id="last week",
        ),
        pytest.param(
            ("用户去看了一个展览。", "用户去看了一场球赛。"), "我上个星期做了什么？", id="上个星期"
        ),
        pytest.param(
            ("The user bought a lamp.", "The user bought a tent."),
            "What did I buy last week?",
            id="what is like both",
        ),
    ],
)
def test_what_is_of_the_time_asked_about_comes_first(remember, ask, texts, question):
    of_last_week = remember(texts[0], kind=Kind.EVENT, days_ago=6)  # a Thursday
    remember(texts[1], kind=Kind.EVENT, days_ago=120)
    result = ask(question)
    assert injected(result)[:1] == [of_last_week.pk]
    assert result.injected[0].detail["in_time"] is True


def test_when_it_happened_counts_and_not_when_it_was_told(remember, ask, frozen_now):
    trip = remember(
        "The user visited a lighthouse.",
        kind=Kind.EVENT,
        days_ago=1,
        valid_from=frozen_now - timedelta(days=35),
    )
    told_then = remember("The user visited a museum.", kind=Kind.EVENT, days_ago=1)
    (first, *_rest) = ask("Where did I go last month?").injected
    assert first.item_id == trip.pk
    second = [e for e in ask("Where did I go last month?").injected if e.item_id == told_then.pk]
    assert not any(entry.detail.get("in_time") for entry in second)


def test_time_alone_brings_nothing(remember, ask):
    noted = remember("The parcel number is written on the green slip.", days_ago=6)
    result = ask("Which songs did I play at the concert last week?")
    (entry,) = [e for e in result.dropped if e.item_id == noted.pk]
    assert entry.reason == DropReason.BELOW_THRESHOLD


@pytest.mark.parametrize(
    "text", ["What is the weather today?", "I slept badly last week.", "今天天气怎么样？"]
)
def test_what_asks_nothing_of_the_past_of_the_user_names_no_time(remember, ask, text):
    item = remember("The user saw a storm.", kind=Kind.EVENT, days_ago=0.1)
    result = ask(text)
    (entry,) = [e for e in (*result.injected, *result.dropped) if e.item_id == item.pk]
    assert "in_time" not in entry.detail


@pytest.mark.parametrize(
    ("dated", "undated", "question"),
    [
        ("The user's exam is on 14 May.", "The user's exam is oral.", "When is my exam?"),
        ("用户的考试在5月14日。", "用户的考试是口试。", "我的考试是什么时候？"),
    ],
)
def test_a_question_for_a_time_prefers_what_tells_one(remember, ask, dated, undated, question):
    told = remember(dated, days_ago=2)
    other = remember(undated, days_ago=2)
    boosts = {e.item_id: e.boost for e in (*ask(question).injected, *ask(question).dropped)}
    assert boosts[told.pk] == pytest.approx(boosts[other.pk] + 0.05)
