"""`manage.py say`: a turn from the command line, waiting for a worker that is really there."""

from collections import Counter

import pytest
from django.core.management import CommandError

from chat.models import Conversation, Message, Turn
from memory import api
from memory.dashboard import replay
from memory.models import Episode, RecallTrace
from tests import model_server
from tests.chat.saying import say, say_json

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_said_is_remembered_in_another_conversation(owner, worker):
    first = say_json("owner", "Hi, I'm allergic to seafood and I moved to Berlin last month.")
    assert first["absorbed"]
    assert {(w["action"], w["value"]) for w in first["written"]} >= {
        ("added", "seafood"),
        ("added", "Berlin"),
    }
    second = say_json("owner", "What should I avoid eating, and where do I live?", "--new")
    assert second["conversation"] != first["conversation"]
    assert "seafood" in second["reply"]
    assert "Berlin" in second["reply"]
    texts = " ".join(entry["text"] for entry in second["injected"])
    assert "seafood" in texts
    assert "Berlin" in texts
    assert second.keys() >= {"dropped", "working_memory", "tokens", "milliseconds"}
    assert second["tokens"].keys() == {
        "system",
        "profile",
        "summary",
        "window",
        "recalled",
        "total",
    }
    assert second["milliseconds"].keys() == {"recall", "build", "model", "total"}
    assert second["tokens"]["total"] > 0


def test_what_the_reply_looked_up_counts_as_used_wherever_the_turn_is_shown(owner, worker):
    say("owner", "I live in Berlin.")
    say("owner", "I've moved to Lisbon.")
    told = say_json("owner", "Where did I live before?", "--new")
    assert "Berlin" in told["reply"]
    (berlin,) = [entry for entry in told["injected"] if entry["reason"] == "looked_up"]
    assert "Berlin" in berlin["text"]
    assert berlin["id"] not in {entry["id"] for entry in told["dropped"]}
    trace = RecallTrace.objects.get(turn_id=told["turn"])
    row = trace.candidates.get(item=berlin["id"])
    assert (row.outcome, row.reason, row.is_used) == ("injected", "looked_up", True)
    assert row.detail["left_out"] == "superseded"
    assert trace.injected == trace.candidates.exclude(outcome="dropped").count()
    left_out = Counter(trace.candidates.filter(outcome="dropped").values_list("reason", flat=True))
    assert trace.dropped == left_out
    chips = api.used_in_turn(namespace=api.namespace_for(owner), trace_id=trace.trace_id)
    assert [chip.text for chip in chips] == [berlin["text"]]
    assert replay.differences(trace) == []  # recall itself would do the same again


def test_the_same_in_chinese(owner, worker):
    say("owner", "我对海鲜过敏，上个月搬到了上海，回答请简短。")
    reply = say("owner", "我住在哪里？不能吃什么？", "--new")
    assert "上海" in reply
    assert "海鲜" in reply


def test_it_goes_on_in_the_latest_conversation_or_the_named_one(owner, worker):
    first = say_json("owner", "Hello")["conversation"]
    second = say_json("owner", "Hello", "--new")["conversation"]
    assert say_json("owner", "Hello")["conversation"] == second
    assert say_json("owner", "Hello", "--conversation", str(first))["conversation"] == first
    assert Conversation.objects.count() == 2
    assert set(Message.objects.filter(role="user").values_list("channel", flat=True)) == {"command"}


def test_without_a_worker_it_says_so_and_loses_nothing(owner):
    with pytest.raises(CommandError, match="is a worker running") as caught:
        say("owner", "I live in Berlin.", "--timeout", "0.3")
    assert caught.value.returncode == 3
    assert Turn.objects.get().state == "done"
    assert Episode.objects.get().state == "pending"


def test_an_unknown_user_is_one_line(db):
    with pytest.raises(CommandError, match="there is no user 'nobody'"):
        say("nobody", "Hello")


def test_the_conversation_of_another_user_does_not_exist(owner, stranger):
    conversation = Conversation.objects.create(user=stranger, updated_at="2026-03-11T12:00:00Z")
    with pytest.raises(CommandError, match="does not exist"):
        say("owner", "Hello", "--conversation", str(conversation.pk))


def test_a_model_that_fails_is_one_line(owner, model):
    model.script(model_server.fail(401))
    with pytest.raises(CommandError, match="OPENAI_API_KEY"):
        say("owner", "Hello")
