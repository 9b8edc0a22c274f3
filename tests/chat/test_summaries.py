"""The running summary: made in time, by the model or without it."""

import logging

import pytest

from chat import summaries, tasks
from chat.models import Conversation, Message, Summary
from tests import model_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def conversation(owner, frozen_now):
    made = Conversation.objects.create(user=owner, updated_at=frozen_now)
    for number in range(12):
        role = "assistant" if number % 2 else "user"
        text = f"Room {number} costs {number} euros." if number % 2 else f"I need room {number}."
        Message.objects.create(
            conversation=made, role=role, content=text, token_count=20, created_at=frozen_now
        )
    return made


def test_none_is_made_before_it_is_due(conversation, settings):
    settings.CHAT = {**settings.CHAT, "window_messages": 12}
    tasks.summarise_conversation(conversation.pk)
    assert Summary.objects.count() == 0


def test_without_a_model_it_keeps_what_was_said(conversation, settings):
    settings.CHAT = {**settings.CHAT, "window_messages": 8}
    tasks.summarise_conversation(conversation.pk)
    summary = Summary.objects.get()
    assert summary.made_by == "local"
    assert "- User: I need room 0." in summary.text
    left = conversation.messages.filter(pk__gt=summary.up_to_message_id)
    assert left.count() == 4
    # Nothing new: nothing is done twice.
    tasks.summarise_conversation(conversation.pk)
    assert Summary.objects.count() == 1


def test_with_a_model_the_small_one_makes_it(conversation, settings, model):
    settings.CHAT = {**settings.CHAT, "window_messages": 8}
    settings.SMALL_MODEL = "small-model"
    model.script_small(model_server.say("Needs:\n- The user needs rooms 0 to 6."))
    tasks.summarise_conversation(conversation.pk)
    summary = Summary.objects.get()
    assert (summary.made_by, summary.text) == (
        "small-model",
        "Needs:\n- The user needs rooms 0 to 6.",
    )
    assert model.requests[0].body["model"] == "small-model"
    assert "I need room 0." in model.requests[0].messages[1]["content"]


@pytest.mark.parametrize(
    "step",
    [
        model_server.fail(500),
        model_server.fail(429),
        model_server.cut("Needs:"),
        model_server.say(""),
        model_server.say("word " * 5000),
    ],
    ids=["500", "429", "cut", "empty", "too-long"],
)
def test_a_model_that_fails_is_replaced_and_the_log_says_so(
    conversation, settings, model, step, caplog
):
    settings.CHAT = {**settings.CHAT, "window_messages": 8}
    settings.SMALL_MODEL = "small-model"
    model.script_small(step)
    with caplog.at_level(logging.WARNING):
        tasks.summarise_conversation(conversation.pk)
    assert Summary.objects.get().made_by == "local"
    assert "without a model" in caplog.text


def test_the_next_summary_holds_the_one_before(conversation, settings, frozen_now):
    ids = list(conversation.messages.values_list("pk", flat=True))
    summaries.summarise(conversation, up_to_message_id=ids[3], now=frozen_now, by_model=False)
    summaries.summarise(conversation, up_to_message_id=ids[7], now=frozen_now, by_model=False)
    newest = Summary.objects.first()
    assert newest.up_to_message_id == ids[7]
    assert "I need room 0." in newest.text
    assert "I need room 6." in newest.text
    assert "I need room 8." not in newest.text


def test_a_conversation_that_is_gone_is_no_error(db):
    tasks.summarise_conversation(12345)
