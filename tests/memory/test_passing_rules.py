"""A standing rule and an exception to it, in words: what holds today, why, and tomorrow."""

import itertools
from datetime import timedelta

import pytest

from memory import absorb, api
from memory.domain.types import DropReason, Layer
from memory.models import MemoryItem
from memory.recall import recall

pytestmark = pytest.mark.django_db

_turns = itertools.count(1)
# What is said for good, what is said for a while, what is asked, and the value of each.
STORIES = [
    pytest.param("我不吃辣", "今天想尝尝微辣的川菜", "晚饭吃辣的吗", ("none", "mild"), id="the story"),
    pytest.param("我一点辣都不能吃", "今晚破例吃点辣", "晚饭吃辣的吗", ("none", "medium"), id="破例"),
    pytest.param("我无辣不欢", "这顿给我来份微辣的吧", "推荐个川菜，多辣合适", ("hot", "mild"), id="这顿"),
    pytest.param("我微辣就行", "我今天不想吃辣", "晚饭吃辣的吗", ("mild", "none"), id="不想"),
    pytest.param("平时我不吃辣的", "想吃微辣的火锅了", "晚饭吃辣的吗", ("none", "mild"), id="no day named"),
    pytest.param("我家住上海", "今天在北京出差", "我现在住在哪", ("上海", "北京"), id="home"),
    pytest.param("回答请简短", "今天回答详细一点", "回答要多长", ("short", "long"), id="reply length"),
]  # fmt: skip


@pytest.fixture
def user(owner):
    owner.time_zone = "Asia/Shanghai"
    owner.save()
    return owner


@pytest.fixture
def say(user):
    def run(text, now):
        turn = next(_turns) + 90_000
        episode = api.record_episode(
            namespace=api.namespace_for(user), user_text=text, trace_id=f"trace-{turn}",
            reply_text="", conversation_id=7, turn_id=turn, occurred_at=now, user_message_id=turn,
        )  # fmt: skip
        absorb.absorb_episode(episode.pk)
        episode.refresh_from_db()
        return [(row.action, row.reason) for row in episode.decisions.order_by("position")]

    return run


def reasons(user, query, now):
    """Return {value: why it was left out} of the trace of a recall, "" for what was not."""
    found = recall(
        namespace=api.namespace_for(user), query=query, now=now,
        trace_id=f"recall-{next(_turns)}", count_tokens=len,
    )  # fmt: skip
    entries = [e for e in (*found.injected, *found.dropped) if e.layer != Layer.HISTORY]
    told = {entry.item_id: entry.reason for entry in entries}
    return {item.value: told[item.pk] for item in MemoryItem.objects.filter(pk__in=told)}


@pytest.mark.parametrize(("rule", "exception", "query", "values"), STORIES)
def test_the_exception_holds_until_tonight_and_the_rule_is_back_by_itself(
    say, user, frozen_now, rule, exception, query, values
):
    assert say(rule, frozen_now - timedelta(days=3)) == [("added", "new")]
    assert say(exception, frozen_now) == [("overridden", "for_a_while")]
    standing, passing = MemoryItem.objects.order_by("pk")
    assert (standing.value, passing.value) == values
    assert passing.overrides_id == standing.pk
    today = reasons(user, query, frozen_now + timedelta(minutes=1))
    assert today[standing.value] == DropReason.OVERRIDDEN_UNTIL
    assert today[passing.value] != DropReason.EXPIRED
    tomorrow = reasons(user, query, frozen_now + timedelta(days=1))
    assert tomorrow[standing.value] != DropReason.OVERRIDDEN_UNTIL
    assert tomorrow.get(passing.value, DropReason.EXPIRED) == DropReason.EXPIRED


def test_an_exception_that_begins_later_changes_nothing_today(say, user, frozen_now):
    say("我住在上海", frozen_now - timedelta(days=3))
    say("下周在北京出差", frozen_now)
    home, away = MemoryItem.objects.order_by("pk")
    today = reasons(user, "我住在哪", frozen_now + timedelta(minutes=1))
    assert today[home.value] != DropReason.OVERRIDDEN_UNTIL
    assert today[away.value] == DropReason.NOT_YET_VALID
    then = reasons(user, "我住在哪", frozen_now + timedelta(days=7))
    assert then[home.value] == DropReason.OVERRIDDEN_UNTIL
