"""`manage.py say`: a turn from the command line, waiting for a worker that is really there."""

import json
import threading
import time
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from chat.models import Conversation, Message, Turn
from memory.models import Episode
from memory.tasks import absorb_episode
from tests import model_server

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def worker():
    """Absorb what is recorded, as the Celery worker does, until the test ends."""
    stop = threading.Event()

    def work():
        while not stop.is_set():
            for episode in Episode.objects.filter(state="pending"):
                absorb_episode(episode_id=episode.pk, namespace_id=episode.namespace_id)
            time.sleep(0.05)
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    stop.set()
    thread.join(30)


def say(*arguments: str) -> str:
    out = StringIO()
    call_command("say", *arguments, stdout=out)
    return out.getvalue()


def say_json(*arguments: str) -> dict:
    return json.loads(say(*arguments, "--json"))


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
