"""The socket: who may use it, and what a tab is told."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from chat.models import Conversation, Message, Turn
from tests import model_server
from tests.chat.conftest import Tab

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def rows(queryset):
    return list(queryset)


async def connected(user, **options) -> Tab:
    tab = await sync_to_async(Tab)(user, **options)
    assert await tab.connect()
    return tab


def of_type(frames, kind):
    return [frame for frame in frames if isinstance(frame, dict) and frame["type"] == kind]


async def test_it_refuses_the_anonymous():
    tab = await connected(None)
    assert (await tab.socket.receive_output(30)) == {"type": "websocket.close", "code": 4401}
    await tab.close()


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost:9999", "null", ""])
async def test_it_refuses_a_page_of_another_origin(owner, origin):
    tab = await sync_to_async(Tab)(owner, origin=origin)
    assert not await tab.connect()
    await tab.close()


async def test_a_trusted_origin_may_differ_from_the_host(owner, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://localhost:8443"]
    tab = await connected(owner, origin="https://localhost:8443")
    await tab.close()


async def test_a_first_message_makes_a_conversation_and_streams_the_answer(owner, model):
    model.script(model_server.say("Hello **there**.\n\nHow are you?"))
    tab = await connected(owner)
    frames = await tab.whole_turn("Good morning")
    ack, html, started = frames[0], frames[1], frames[2]
    assert (ack["type"], ack["repeat"], ack["new_conversation"]) == ("ack", False, True)
    assert f'id="turn-{ack["turn"]}"' in html
    assert 'hx-swap-oob="beforeend:#turns"' in html
    assert "Good morning" in html
    assert started == {
        "type": "turn.started",
        "conversation": ack["conversation"],
        "turn": ack["turn"],
    }
    blocks = of_type(frames, "block")
    assert (
        "".join(block["html"] for block in blocks)
        == "<p>Hello <strong>there</strong>.</p>\n<p>How are you?</p>\n"
    )
    assert f'id="turn-{ack["turn"]}-foot"' in frames[-2]
    assert frames[-1]["state"] == "done"
    messages = await rows(Message.objects.all())
    assert [(m.role, m.content) for m in messages] == [
        ("user", "Good morning"),
        ("assistant", "Hello **there**.\n\nHow are you?"),
    ]
    await tab.close()


async def test_a_repeated_client_id_is_acknowledged_and_ignored(owner, model):
    tab = await connected(owner)
    client_id = await tab.say("Once")
    first = await tab.until("turn.finished")
    await tab.say("Once", client_id=client_id)
    again = await tab.receive()
    assert (again["type"], again["repeat"], again["turn"]) == ("ack", True, first[0]["turn"])
    assert len(model.asked("/chat/completions")) == 1
    assert await Message.objects.filter(role="user").acount() == 1
    await tab.close()


async def test_stop_ends_a_turn_at_once_and_keeps_the_text(owner, model):
    model.script(model_server.say("one two three four five six seven eight", pause=0.5))
    tab = await connected(owner)
    await tab.say("Count")
    frames = await tab.until("delta")
    await tab.send("stop", turn=frames[0]["turn"])
    asked_at = asyncio.get_running_loop().time()
    end = (await tab.until("turn.finished"))[-1]
    assert asyncio.get_running_loop().time() - asked_at < 1.5
    assert end["state"] == "cancelled"
    reply = await Message.objects.aget(role="assistant")
    assert reply.is_partial
    assert reply.content.startswith("one")
    # The next message works at once.
    frames = await tab.whole_turn("Again", conversation=end["conversation"])
    assert frames[-1]["state"] == "done"
    await tab.close()


async def test_another_tab_can_stop_the_turn(owner, model):
    model.script(model_server.say("one two three four five six seven eight", pause=0.5))
    first, second = await connected(owner), await connected(owner)
    await first.say("Count")
    started = (await second.until("turn.started"))[-1]
    await first.until("delta")
    await second.send("stop", turn=started["turn"])
    assert (await second.until("turn.finished"))[-1]["state"] == "cancelled"
    assert (await first.until("turn.finished"))[-1]["state"] == "cancelled"
    await first.close()
    await second.close()


async def test_a_closed_browser_loses_nothing(owner, model):
    model.script(model_server.say("one two three four", pause=0.2))
    tab = await connected(owner)
    await tab.say("Count")
    frames = await tab.until("delta")
    await tab.close()
    back = await connected(owner)
    await back.send("open", conversation=frames[0]["conversation"])
    ready = await back.receive()
    assert (ready["type"], ready["running"]) == ("ready", frames[0]["turn"])
    html, end = await back.until("turn.finished")
    assert end["state"] == "done"
    assert "one two three four" in html
    assert f'id="turn-{frames[0]["turn"]}"' in html
    reply = await Message.objects.aget(role="assistant")
    assert reply.content == "one two three four"
    await back.close()


async def test_two_tabs_stay_in_step(owner, model):
    first, second = await connected(owner), await connected(owner)
    ack = (await first.whole_turn("Hi"))[0]
    await second.until("turn.finished")
    await second.send("open", conversation=ack["conversation"])
    assert (await second.receive())["running"] is None
    await first.say("And now?", conversation=ack["conversation"])
    html, started = await second.until("turn.started")
    assert "And now?" in html
    html, end = await second.until("turn.finished")
    assert f'id="turn-{started["turn"]}"' in html
    assert "OK." in html
    assert end["state"] == "done"
    await first.close()
    await second.close()


async def test_a_tab_that_shows_another_conversation_gets_no_text(owner, model):
    first, second = await connected(owner), await connected(owner)
    await first.whole_turn("Secret words")
    frames = await second.until("turn.finished")
    assert all(isinstance(frame, dict) for frame in frames)
    await first.close()
    await second.close()


@pytest.mark.parametrize("who", ["colleague", "stranger", "operator"])
async def test_nobody_else_can_read_or_write_a_conversation(owner, model, who, request):
    other = await sync_to_async(request.getfixturevalue)(who)
    tab, foreign = await connected(owner), await connected(other)
    ack = (await tab.whole_turn("Mine"))[0]
    for frame in (
        {"kind": "open", "conversation": ack["conversation"]},
        {"kind": "retry", "turn": ack["turn"]},
        {"kind": "stop", "turn": ack["turn"]},
    ):
        await foreign.send(**frame)
        assert (await foreign.receive())["code"] == "not_found"
    await foreign.say("Let me in", conversation=ack["conversation"])
    assert (await foreign.receive())["code"] == "not_found"
    assert await foreign.socket.receive_nothing(0.2)
    assert await Message.objects.acount() == 2
    await tab.close()
    await foreign.close()


async def test_a_failed_turn_says_why_and_is_tried_again_with_the_same_message(owner, model):
    model.script(model_server.fail(401))
    tab = await connected(owner, language="zh-hans")
    frames = await tab.whole_turn("你好")
    failed = frames[-1]
    assert (failed["state"], failed["error"]) == ("failed", "unauthorized")
    assert failed["line"]
    assert f'data-retry="{failed["turn"]}"' in frames[-2]
    await tab.send("retry", turn=failed["turn"])
    frames = await tab.until("turn.finished")
    assert f'id="turn-{failed["turn"]}" hx-swap-oob="delete"' in frames[0]
    assert frames[-1]["state"] == "done"
    messages = await rows(Message.objects.values_list("role", "content"))
    assert messages == [("user", "你好"), ("assistant", "OK.")]
    new = await Turn.objects.aget(pk=frames[-1]["turn"])
    assert new.retry_of_id == failed["turn"]
    await tab.close()


async def test_a_second_message_waits_for_the_first_answer(owner, model):
    model.script(model_server.say("slow answer", pause=0.5))
    tab = await connected(owner)
    await tab.say("First")
    ack = await tab.receive()
    await tab.say("Second", conversation=ack["conversation"])
    refused = of_type(await tab.until("error"), "error")[0]
    assert refused["code"] == "turn_running"
    assert refused["client_id"]
    await tab.until("turn.finished")
    await tab.close()


async def test_messages_are_limited_per_minute(owner, model, settings):
    settings.CHAT = {**settings.CHAT, "turns_per_minute": 2}
    tab = await connected(owner)
    for _ in range(2):
        await tab.whole_turn("Hi")
    await tab.say("One too many")
    assert (await tab.receive())["code"] == "too_many_turns"
    await tab.close()


async def test_a_message_after_signing_out_elsewhere_is_refused(owner, model):
    tab = await connected(owner)
    await sync_to_async(tab.client.logout)()
    await tab.say("Still there?")
    assert (await tab.socket.receive_output(30))["code"] == 4401
    assert await Message.objects.acount() == 0
    await tab.close()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("not json", "bad_frame", id="no-json"),
        pytest.param("[1]", "bad_frame", id="no-object"),
        pytest.param('{"type": "erase"}', "unknown_frame", id="unknown"),
        pytest.param('{"type": "stop", "turn": "x"}', "bad_frame", id="no-number"),
        pytest.param(
            '{"type": "message", "client_id": "1", "text": "x"}', "bad_frame", id="no-uuid"
        ),
        pytest.param('{"type": "message", "text": "  "}', "empty_message", id="empty"),
        pytest.param(
            '{"type": "message", "text": "' + "x" * 20_001 + '"}', "message_too_long", id="long"
        ),
        pytest.param("x" * (256 * 1024 + 1), "message_too_long", id="huge"),
    ],
)
async def test_what_cannot_be_understood_is_refused_in_words(owner, text, code):
    tab = await connected(owner)
    await tab.socket.send_to(text_data=text)
    refused = await tab.receive()
    assert (refused["type"], refused["code"]) == ("error", code)
    assert refused["line"]
    await tab.send("ping")
    assert await tab.receive() == {"type": "pong"}
    await tab.close()


async def test_a_temporary_conversation_is_marked(owner, model):
    tab = await connected(owner)
    await tab.whole_turn("Off the record", temporary=True)
    assert (await Conversation.objects.aget()).is_temporary
    await tab.close()
