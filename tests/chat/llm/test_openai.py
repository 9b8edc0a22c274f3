"""The model behind an OpenAI-compatible endpoint, with the real client against a real server."""

import asyncio
import socket
import time
from datetime import UTC, datetime

import pytest

from chat.domain.types import (
    Prompt,
    PromptMessage,
    ToolCall,
    ToolDefinition,
    TurnContext,
    TurnRequest,
)
from chat.llm.base import ModelError
from chat.llm.openai import OpenAIModel
from memory.domain.types import RecallResult
from tests import model_server
from tests.model_server import running_model_server

pytestmark = pytest.mark.pure
TOOL = ToolDefinition(name="add_todo", description="Add.", parameters={"type": "object"})


@pytest.fixture(scope="module")
def _running():
    with running_model_server() as server:
        yield server


@pytest.fixture
def server(_running):
    _running.clear()
    return _running


def prompt(*messages: PromptMessage, tools=()) -> Prompt:
    request = TurnRequest(
        user_id=1,
        conversation_id=1,
        turn_id=1,
        message_id=1,
        trace_id="t",
        text="Hi",
        now=datetime(2026, 3, 11, tzinfo=UTC),
    )
    context = TurnContext(request=request, recall=RecallResult(trace_id="t", query="Hi"))
    return Prompt(
        messages=messages or (PromptMessage(role="user", content="Hi"),),
        context=context,
        tools=tools,
    )


def model(server, **options) -> OpenAIModel:
    return OpenAIModel(
        **{"base_url": server.url, "api_key": "key-of-the-test", "model": "m", "retries": 0}
        | options
    )


async def collect(model_, prompt_):
    return [delta async for delta in model_.stream(prompt_)]


async def test_it_streams_text_and_usage(server):
    server.script(model_server.say("Hello there, 你好。"))
    deltas = await collect(model(server), prompt())
    assert "".join(delta.text for delta in deltas) == "Hello there, 你好。"
    assert len(deltas) > 2
    assert deltas[-1].finish_reason == "stop"
    assert deltas[-1].usage.input_tokens == 100
    sent = server.requests[0]
    assert sent.headers["authorization"] == "Bearer key-of-the-test"
    assert sent.messages == [{"role": "user", "content": "Hi"}]
    assert "tools" not in sent.body


async def test_tool_calls_are_put_together_from_their_pieces(server):
    server.script(
        model_server.call_tools(
            ("add_todo", {"text": "买牛奶 and bread"}),
            ("search_memory", {"query": "x"}),
            text="One moment.",
        )
    )
    deltas = await collect(model(server), prompt(tools=(TOOL,)))
    assert deltas[0].text == "One moment."
    first, second = deltas[-1].tool_calls
    assert (first.name, first.arguments) == ("add_todo", '{"text": "买牛奶 and bread"}')
    assert (second.call_id, second.name) == ("call_1", "search_memory")
    assert server.requests[0].body["tools"][0]["function"]["name"] == "add_todo"


async def test_a_call_and_its_result_are_sent_as_a_pair(server):
    call = ToolCall(call_id="c1", name="add_todo", arguments='{"text": "x"}')
    await collect(
        model(server),
        prompt(
            PromptMessage(role="user", content="Hi"),
            PromptMessage(role="assistant", tool_calls=(call,)),
            PromptMessage(role="tool", content="added", tool_call_id="c1"),
        ),
    )
    assistant, tool = server.requests[0].messages[1:]
    assert assistant["content"] is None
    assert assistant["tool_calls"][0]["id"] == tool["tool_call_id"] == "c1"


@pytest.mark.parametrize(
    ("step", "code", "permanent"),
    [
        pytest.param(
            model_server.fail(401, code="invalid_api_key"), "unauthorized", True, id="401"
        ),
        pytest.param(model_server.fail(403), "unauthorized", True, id="403"),
        pytest.param(model_server.fail(429), "rate_limited", False, id="429"),
        pytest.param(model_server.fail(500), "server_error", False, id="500"),
        pytest.param(model_server.fail(503), "server_error", False, id="503"),
        pytest.param(
            model_server.fail(404, message="no such model"), "bad_request", True, id="404"
        ),
        pytest.param(
            model_server.fail(400, code="context_length_exceeded"),
            "context_too_long",
            True,
            id="too-long",
        ),
        pytest.param(
            model_server.fail(400, message="maximum context length is 8192"),
            "context_too_long",
            True,
            id="too-long-in-words",
        ),
        pytest.param(model_server.cut("Hello"), "cut_stream", False, id="cut"),
        pytest.param(model_server.reset("Hello"), "cut_stream", False, id="reset"),
        pytest.param(model_server.broken_stream("Hello"), "server_error", False, id="broken-json"),
        pytest.param(
            model_server.error_in_stream("Hello"), "server_error", False, id="error-event"
        ),
    ],
)
async def test_each_failure_has_its_code(server, step, code, permanent):
    server.script(step)
    with pytest.raises(ModelError) as caught:
        await collect(model(server), prompt())
    assert (caught.value.code, caught.value.permanent) == (code, permanent)


async def test_no_network_has_its_code():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    unreachable = OpenAIModel(base_url=address, api_key="k", model="m", retries=0)
    with pytest.raises(ModelError) as caught:
        await collect(unreachable, prompt())
    assert caught.value.code == "no_network"


@pytest.mark.parametrize("after", ["", "Hello"], ids=["from-the-start", "in-the-middle"])
async def test_silence_is_a_timeout(server, after):
    server.script(model_server.silence(10, after=after))
    started = time.monotonic()
    with pytest.raises(ModelError) as caught:
        await collect(model(server, silence_seconds=0.4), prompt())
    assert caught.value.code == "timeout"
    assert time.monotonic() - started < 5


async def test_a_slow_stream_that_is_never_silent_is_no_timeout(server):
    server.script(model_server.say("a b c d e", pause=0.2))
    deltas = await collect(model(server, silence_seconds=0.7), prompt())
    assert "".join(delta.text for delta in deltas) == "a b c d e"


async def test_a_busy_server_is_asked_again_before_the_first_piece(server):
    server.script(
        model_server.fail(429, retry_after=0.01), model_server.fail(500), model_server.say("Now.")
    )
    deltas = await collect(model(server, retries=2), prompt())
    assert "".join(delta.text for delta in deltas) == "Now."
    assert len(server.requests) == 3


async def test_a_pause_between_two_tries_is_no_silence(server):
    server.script(model_server.fail(429, retry_after=1.6), model_server.say("Now."))
    deltas = await collect(model(server, retries=2, silence_seconds=1.5), prompt())
    assert "".join(delta.text for delta in deltas) == "Now."


async def test_nobody_waits_for_a_server_that_wants_a_long_pause(server):
    server.script(model_server.fail(429, retry_after=30))
    started = time.monotonic()
    with pytest.raises(ModelError) as caught:
        await collect(model(server, retries=2), prompt())
    assert caught.value.code == "rate_limited"
    assert time.monotonic() - started < 5


async def test_a_stream_that_began_is_never_repeated(server):
    server.script(model_server.cut("Half"), model_server.say("Again"))
    with pytest.raises(ModelError):
        await collect(model(server, retries=2), prompt())
    assert len(server.requests) == 1


async def test_cancelling_closes_the_connection(server):
    server.script(model_server.silence(30, after="Hello"))
    task = asyncio.create_task(collect(model(server), prompt()))
    await asyncio.sleep(0.3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
