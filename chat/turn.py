"""One turn, top to bottom: gather, build, stream, and exactly one ending."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import timezone

from chat import actions, events, frames, tools
from chat.asking import take_question
from chat.context import load_context
from chat.domain.types import (
    Prompt,
    PromptMessage,
    Reply,
    ToolCall,
    ToolResult,
    ToolRound,
    TurnContext,
    TurnRequest,
    Usage,
)
from chat.endings import end_cancelled, end_done, end_failed
from chat.llm.base import ModelError, chat_model
from chat.llm.tokens import token_counter
from chat.prompts import build_prompt
from chat.streaming import ReplyStream
from chat.threads import in_thread
from memory.domain.types import RecalledItem

logger = logging.getLogger(__name__)
Emit = Callable[[str], Awaitable[None]]
_running: set["asyncio.Task[Prompt | None]"] = set()  # the loop itself holds tasks only weakly


async def run_turn(request: TurnRequest, emit: Emit) -> Prompt | None:
    """Answer one message; return what the model was sent. The ending is in the rows.

    `emit` gets the frames of the reply.
    Whatever happens, one ending runs to its end, and a cancellation goes on to the caller.
    """
    progress = Progress(request, emit)
    try:
        async with watched(request):
            context = await in_thread(load_context, request)
            progress.prompt = build(context)
            reply = await stream_reply(progress.prompt, progress)
            await to_the_end(end_done, request=request, prompt=progress.prompt, reply=reply)
    except asyncio.CancelledError:
        await to_the_end(end_cancelled, **progress.so_far())
        raise
    except ModelError as error:
        logger.warning("turn %s: %s", request.turn_id, error)
        await to_the_end(end_failed, code=error.code, detail=error.detail, **progress.so_far())
    except Exception as error:  # the turn's guard: no message may stay without an ending
        logger.exception("turn %s failed", request.turn_id)
        await to_the_end(end_failed, code="internal", detail=repr(error), **progress.so_far())
    finally:
        tell_other_tabs(request)
    return progress.prompt


def launch(request: TurnRequest, emit: Emit) -> "asyncio.Task[Prompt | None]":
    """Start a turn as a task that outlives the socket that asked for it."""
    task = asyncio.create_task(run_turn(request, emit))
    _running.add(task)
    task.add_done_callback(_running.discard)
    return task


class Progress:
    """What there is of a reply so far, kept when the turn is stopped or fails."""

    def __init__(self, request: TurnRequest, emit: Emit) -> None:
        self.request = request
        self.stream = ReplyStream(request.turn_id)
        self.rounds: list[ToolRound] = []
        self.prompt: Prompt | None = None
        self._emit = emit

    async def add(self, text: str) -> None:
        for frame in self.stream.feed(text):
            await self._emit(frame)

    async def close(self) -> None:
        for frame in self.stream.close():
            await self._emit(frame)

    async def show_tool(self, call: ToolCall, state: str, summary: str = "") -> None:
        await self._emit(
            frames.tool(
                turn_id=self.request.turn_id,
                call_id=call.call_id,
                name=call.name,
                state=state,
                summary=summary,
            )
        )

    def so_far(self) -> dict[str, Any]:
        """Return the arguments of an ending that did not come to the end."""
        return {
            "request": self.request,
            "prompt": self.prompt,
            "text": self.stream.text,
            "rounds": tuple(self.rounds),
        }


def build(context: TurnContext) -> Prompt:
    """Return the prompt for the configured model."""
    model, counter = chat_model(), token_counter()
    begun = time.perf_counter()
    prompt = build_prompt(
        context,
        tools=tools.tools_for(context.request, supports_tools=model.supports_tools),
        limit=settings.MODEL_CONTEXT_TOKENS,
        counter=counter.name,
        count=counter.count,
    )
    spent = {**context.milliseconds, "build": round((time.perf_counter() - begun) * 1000, 1)}
    starts = {**context.begun, "build": begun}
    return replace(prompt, context=replace(context, milliseconds=spent, begun=starts))


async def stream_reply(prompt: Prompt, progress: Progress) -> Reply:
    """Stream the answer, with as many rounds of tool calls as are allowed before it."""
    model = chat_model()
    begun = time.perf_counter()
    first_delta: float | None = None
    usage = Usage()
    told: tuple[RecalledItem, ...] = ()
    for number in range(tools.MAX_ROUNDS + 1):
        calls: tuple[ToolCall, ...] = ()
        finish_reason = ""
        last_round = number == tools.MAX_ROUNDS
        async for delta in model.stream(prompt.without_tools() if last_round else prompt):
            if first_delta is None:
                first_delta = time.perf_counter()
            if delta.text:
                await progress.add(delta.text)
            calls, usage = calls + delta.tool_calls, usage.plus(delta.usage)
            told += delta.told
            finish_reason = delta.finish_reason or finish_reason
        if not calls or last_round:
            break
        prompt = progress.prompt = await run_round(prompt, calls, progress)
    progress.prompt = prompt.with_looked_up(told)
    if progress.stream.text.strip() and (
        question := await in_thread(take_question, progress.request)
    ):
        await progress.add(f"\n\n{question}")
    await progress.close()
    if not progress.stream.text.strip():
        raise ModelError("server_error", "an empty reply")
    return Reply(
        text=progress.stream.text.strip(),
        model=model.name,
        told=told,
        rounds=tuple(progress.rounds),
        usage=usage,
        finish_reason=finish_reason,
        first_delta_ms=((first_delta or begun) - begun) * 1000,
        model_ms=(time.perf_counter() - begun) * 1000,
        begun=begun,
    )


async def run_round(prompt: Prompt, calls: tuple[ToolCall, ...], progress: Progress) -> Prompt:
    """Carry out the calls of one round; return the prompt with the calls and their results."""
    for call in calls:
        await progress.show_tool(call, "running")
    results = await in_thread(tools.run_tools, progress.request, calls)
    for result in results:
        state = "failed" if result.is_error else "done"
        await progress.show_tool(result.call, state, result.summary)
    progress.rounds.append(ToolRound(text="", results=results))
    if progress.stream.text and not progress.stream.text.endswith("\n"):
        await progress.add("\n\n")
    asked = PromptMessage(role="assistant", tool_calls=calls)
    answered = prompt.followed_by(asked, *(_answer(result) for result in results))
    return answered.with_looked_up(entry for result in results for entry in result.looked_up)


def _answer(result: ToolResult) -> PromptMessage:
    return PromptMessage(role="tool", content=result.content, tool_call_id=result.call.call_id)


async def to_the_end(function: Callable[..., object], **arguments: Any) -> None:
    """Run an ending and wait for it, also when this task is cancelled (again) meanwhile."""
    ending = asyncio.ensure_future(in_thread(partial(function, **arguments)))
    try:
        await asyncio.shield(ending)
    except asyncio.CancelledError:
        await asyncio.wait({ending})
        ending.result()
        raise


def tell_other_tabs(request: TurnRequest) -> None:
    """Let the user's tabs, in whatever process, show how the turn ended."""
    event = {
        "type": "turn.finished",
        "conversation_id": request.conversation_id,
        "turn_id": request.turn_id,
    }
    events.announce(events.user_group(request.user_id), event)


@asynccontextmanager
async def watched(request: TurnRequest) -> AsyncIterator[None]:
    """Keep the turn's heartbeat, and let any tab of the user stop it, while the body runs."""
    turn = asyncio.current_task()
    assert turn is not None
    watchers = [
        asyncio.create_task(_beat(request.turn_id)),
        asyncio.create_task(_stop_when_told(request.turn_id, turn)),
    ]
    for watcher in watchers:
        watcher.add_done_callback(events.log_failure)
    try:
        yield
    finally:
        for watcher in watchers:
            watcher.cancel()


async def _beat(turn_id: int) -> None:
    while True:
        await asyncio.sleep(actions.HEARTBEAT_SECONDS)
        await in_thread(actions.keep_alive, turn_id, timezone.now())


async def _stop_when_told(turn_id: int, turn: "asyncio.Task[Any]") -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(events.turn_group(turn_id), channel)
    try:
        while (await layer.receive(channel))["type"] != "turn.stop":
            pass
    finally:
        events.forget(events.turn_group(turn_id), channel)
    turn.cancel()
