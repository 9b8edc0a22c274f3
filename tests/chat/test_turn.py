"""A turn from its request to its one ending."""

import asyncio
import json
import uuid

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from chat import actions, turn
from chat.models import Message, Summary, Turn
from memory import api
from memory.models import Episode, RecallTrace
from tests import model_server
from tests.chat.conftest import connect
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def begin(user, text, **options):
    given = {"conversation_id": None, "client_id": uuid.uuid4(), "now": timezone.now(), **options}
    return actions.start_turn(acting_user=user, text=text, **given).request


async def answer(user, text, **options):
    """Run one turn and return (its row, the frames that it sent)."""
    request = await begin(user, text, **options)
    sent = []

    async def emit(frame):
        sent.append(json.loads(frame))

    await turn.run_turn(request, emit)
    return await Turn.objects.aget(pk=request.turn_id), sent


@sync_to_async
def messages():
    return list(Message.objects.values_list("role", "content"))


async def test_a_turn_leaves_reply_episode_trace_and_figures(owner, model):
    model.script(model_server.say("Noted."))
    done, frames = await answer(owner, "I live in Berlin.")
    assert done.state == "done"
    assert [frame["type"] for frame in frames] == ["delta", "block"]
    episode = await Episode.objects.aget()
    assert (episode.user_text, episode.reply_text, episode.state) == (
        "I live in Berlin.",
        "Noted.",
        "pending",
    )
    assert (episode.turn_id, episode.trace_id) == (done.pk, done.trace_id)
    trace = await RecallTrace.objects.aget(turn_id=done.pk)
    assert trace.tokens["message"] > 0
    sent = model.requests[0].messages
    assert trace.messages == sent
    starts = {step["name"]: step["start_ms"] for step in trace.steps}
    order = ["window", "pending", "open", "candidates", "topic", "summary", "build", "model"]
    assert sorted(order, key=starts.get) == order
    assert starts["open"] > 0
    assert [message["role"] for message in sent] == ["system", "user"]
    assert "Answer in the language" in sent[0]["content"]
    assert {"recall", "build", "model", "total"} <= done.milliseconds.keys()
    parts = ("system", "tools", "profile", "summary", "window", "working", "recalled", "message")
    assert done.tokens["total"] == sum(done.tokens[part] for part in parts)
    assert done.tokens["counter"] == "tiktoken cl100k_base"


async def test_tool_calls_are_carried_out_and_kept_in_pairs(owner, model):
    model.script(
        model_server.call_tools(
            ("add_todo", {"text": "buy milk"}),
            ("remember", {"quote": "something I never said"}),
            text="One moment.",
        ),
        model_server.say("Added."),
    )
    done, frames = await answer(owner, "Please note: buy milk")
    steps = [(frame["name"], frame["state"]) for frame in frames if frame["type"] == "tool"]
    assert steps == [
        ("add_todo", "running"),
        ("remember", "running"),
        ("add_todo", "done"),
        ("remember", "failed"),
    ]
    assert await messages() == [
        ("user", "Please note: buy milk"),
        ("assistant", ""),
        (
            "tool",
            'Added. Now: [{"text": "buy milk", "done": false, "said_at": "'
            + done.started_at.isoformat()
            + '"}]',
        ),
        ("tool", "Error: these are not the user's words; quote the last message exactly"),
        ("assistant", "One moment.\n\nAdded."),
    ]
    second = model.requests[1].messages
    assert [m["role"] for m in second] == ["system", "user", "assistant", "tool", "tool"]
    assert [c["id"] for c in second[2]["tool_calls"]] == [m["tool_call_id"] for m in second[3:]]
    state = await sync_to_async(
        lambda: api.load_working(api.namespace_for(owner), done.conversation_id)
    )()
    assert [todo["text"] for todo in state.fields["todos"]] == ["buy milk"]
    assert state.fields["tool_results"][0]["tool"] == "add_todo"
    # The pair is part of the next prompt.
    await answer(owner, "Thanks", conversation_id=done.conversation_id)
    assert [m["role"] for m in model.requests[2].messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "tool",
        "assistant",
        "user",
    ]


async def test_a_model_that_only_calls_tools_must_answer_in_the_end(owner, model):
    model.script(
        *[model_server.call_tools(("search_memory", {"query": "x"}))] * 5, model_server.say("Here.")
    )
    done, _ = await answer(owner, "Search")
    assert done.state == "done"
    assert "tools" in model.requests[4].body
    assert "tools" not in model.requests[5].body


async def test_what_a_tool_found_is_injected_and_used_where_the_reply_relies_on_it(owner, model):
    namespace = await sync_to_async(api.namespace_for)(owner)
    lentils = await sync_to_async(make_item)(namespace, "The user cooks lentils.", attribute="")
    piano = await sync_to_async(make_item)(namespace, "The user plays the piano.", attribute="")
    model.script(
        model_server.call_tools(("search_memory", {"query": "cooks lentils, plays the piano"})),
        model_server.say("You play the piano."),
    )
    done, _ = await answer(owner, "Hm?")
    trace = await RecallTrace.objects.aget(turn_id=done.pk)
    rows = trace.candidates.values_list("item_id", "outcome", "reason", "is_used")
    assert {row async for row in rows} == {
        (lentils.pk, "injected", "looked_up", False),
        (piano.pk, "injected", "looked_up", True),
    }
    assert trace.injected == 2


async def test_an_error_in_mid_stream_keeps_message_and_partial_reply(owner, model):
    model.script(model_server.cut("Half an ans"))
    failed, _ = await answer(owner, "Tell me")
    assert (failed.state, failed.error) == ("failed", "cut_stream")
    assert await messages() == [("user", "Tell me"), ("assistant", "Half an ans")]
    assert (await Message.objects.aget(role="assistant")).is_partial
    assert await Episode.objects.acount() == 0


async def test_what_was_said_before_a_failure_is_recorded_when_the_user_goes_on(owner, model):
    model.script(model_server.cut("Half an ans"))
    failed, _ = await answer(owner, "I live in Berlin.")
    done, _ = await answer(owner, "Hello?", conversation_id=failed.conversation_id)
    recorded = Episode.objects.order_by("occurred_at").values_list("turn_id", "user_text")
    assert [row async for row in recorded] == [
        (failed.pk, "I live in Berlin."),
        (done.pk, "Hello?"),
    ]
    first = await Episode.objects.aget(turn_id=failed.pk)
    assert first.reply_text == "Half an ans"
    # What has been answered is not recorded again.
    await answer(owner, "And now?", conversation_id=failed.conversation_id)
    assert await Episode.objects.acount() == 3


async def test_a_cancelled_turn_is_marked_once_and_the_cancellation_goes_on(owner, model):
    model.script(model_server.silence(20, after="Some words"))
    request = await begin(owner, "Tell me")
    shown = asyncio.Event()

    async def emit(_frame):
        shown.set()

    task = turn.launch(request, emit)
    await asyncio.wait_for(shown.wait(), 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    ended = await Turn.objects.aget(pk=request.turn_id)
    assert ended.state == "cancelled"
    assert await messages() == [("user", "Tell me"), ("assistant", "Some words")]


async def test_the_answer_comes_without_redis_and_chroma(owner, model, settings, services):
    """Working memory and the index are away; the words of the conversation are enough."""
    settings.MEMORY = {
        **settings.MEMORY,
        "state": {
            **settings.MEMORY["state"],
            "OPTIONS": {"url": "unix:///nowhere.sock", "prefix": "m"},
        },
        "index": {
            **settings.MEMORY["index"],
            "OPTIONS": {**settings.MEMORY["index"]["OPTIONS"], "url": "http://127.0.0.1:9"},
        },
    }
    await sync_to_async(_reset_backends)()
    try:
        done, _ = await answer(owner, "Hello")
    finally:
        settings.MEMORY = type(settings.MEMORY)(settings.MEMORY)
        await sync_to_async(_reset_backends)()
    assert done.state == "done"
    assert "working_memory_unavailable" in done.tokens["degraded"]


def _reset_backends():
    from memory import backends  # noqa: PLC0415  # tests may look behind the door

    backends.reset()


async def test_an_unforeseen_error_still_ends_the_turn(owner, model, settings):
    request = await begin(owner, "Hello")
    settings.MODEL_CONTEXT_TOKENS = "not a number"
    await turn.run_turn(request, lambda _: asyncio.sleep(0))
    failed = await Turn.objects.aget(pk=request.turn_id)
    assert (failed.state, failed.error) == ("failed", "internal")
    assert await messages() == [("user", "Hello")]


async def test_a_message_that_does_not_fit_fails_with_its_own_sentence(owner, model, settings):
    settings.MODEL_CONTEXT_TOKENS = 4096
    failed, _ = await answer(owner, "word " * 3900)
    assert (failed.state, failed.error) == ("failed", "context_too_long")
    assert model.requests == []


async def test_a_temporary_conversation_recalls_and_records_nothing(owner, model):
    done, _ = await answer(owner, "I live in Berlin.", is_temporary=True)
    assert done.state == "done"
    assert await Episode.objects.acount() == 0
    assert await RecallTrace.objects.acount() == 0
    assert "tools" not in model.requests[0].body


async def test_a_user_who_paused_learning_is_answered_and_not_recorded(owner, model):
    owner.learns = False
    await owner.asave()
    done, _ = await answer(owner, "I live in Berlin.")
    assert done.state == "done"
    assert await Episode.objects.acount() == 0


async def test_nothing_leaves_the_window_before_a_summary_covers_it(owner, model, settings):
    settings.CHAT = {**settings.CHAT, "window_messages": 4}
    settings.MODEL_CONTEXT_TOKENS = 2600
    first, _ = await answer(owner, "I need a quiet room, budget 120 euros.")
    facts = {"conversation_id": first.conversation_id}
    for number in range(6):
        model.script(model_server.say(f"Room {number} has a view. " + "Very lovely indeed. " * 100))
        await answer(owner, f"What about room {number}?", **facts)
    sent = model.requests[-1].messages
    system, window = sent[0]["content"], "".join(m["content"] for m in sent[1:])
    summary = await Summary.objects.order_by("-up_to_message").afirst()
    assert summary is not None
    assert "I need a quiet room, budget 120 euros." in system
    covered = summary.up_to_message_id
    async for message in Message.objects.filter(role="user", pk__gt=covered):
        assert message.content in window
    turn_row = await Turn.objects.order_by("-pk").afirst()
    assert turn_row.tokens["total"] <= 2600 * 0.8
    assert turn_row.tokens["summary"] > 0


async def test_a_late_ending_does_not_undo_the_first(owner, model):
    done, _ = await answer(owner, "Hello")
    request = await begin_again(done)
    assert not await sync_to_async(actions.cancel_turn)(
        request=request, text="x", now=timezone.now()
    )
    assert not await sync_to_async(actions.fail_turn)(
        request=request, code="lost", detail="", text="x", now=timezone.now()
    )
    assert (await Turn.objects.aget()).state == "done"
    assert await Message.objects.acount() == 2


@sync_to_async
def begin_again(row):
    message = row.messages.get(role="user")
    user = row.conversation.user
    return actions.start_turn(
        acting_user=user,
        conversation_id=row.conversation_id,
        client_id=message.client_id,
        text="Hello",
        now=timezone.now(),
    ).request


async def test_silence_fails_with_its_own_sentence(owner, model, settings):

    connect(settings, model.url, silence_seconds=0.5)
    model.script(model_server.silence(20))
    failed, _ = await answer(owner, "Hello")
    assert (failed.state, failed.error) == ("failed", "timeout")


async def covered_talk(user, settings):
    """Six exchanges about one thing, all covered by a summary; return the conversation."""
    settings.CHAT = {**settings.CHAT, "window_messages": 4}
    first, _ = await answer(user, "How do I read a CSV file in Python?")
    for number in range(5):
        text = f"How do I read column {number} of the CSV file in Python?"
        await answer(user, text, conversation_id=first.conversation_id)
    last = await Message.objects.order_by("-pk").afirst()
    await Summary.objects.acreate(
        conversation_id=first.conversation_id,
        text="About CSV files.",
        up_to_message=last,
        created_at=timezone.now(),
    )
    return first.conversation_id


@pytest.mark.parametrize(
    ("text", "width"),
    [
        pytest.param("How do I read the last column of the CSV file in Python?", 4, id="same"),
        pytest.param("我想订一家里斯本的酒店", 8, id="other"),
    ],
)
async def test_a_change_of_topic_doubles_the_window(owner, model, settings, text, width):
    conversation_id = await covered_talk(owner, settings)
    await answer(owner, text, conversation_id=conversation_id)
    assert len(model.requests[-1].messages) == width + 2  # the system prompt, and the message
