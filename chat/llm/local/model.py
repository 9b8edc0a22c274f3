"""The local engine: answers from memory by rules, where no model is connected."""

import asyncio
from collections.abc import AsyncIterator

from chat.domain.types import Prompt, TurnContext
from chat.llm.base import ChatModel, Delta
from chat.llm.local.facts import Fact, facts_being_saved
from chat.llm.local.reply import LocalRequest, compose_reply
from memory import api
from memory.domain.types import Extraction


class LocalModel(ChatModel):
    """Notes what the user says and tells what memory holds. Uses no tools; never invents."""

    name = "local"
    supports_tools = False

    async def stream(self, prompt: Prompt) -> AsyncIterator[Delta]:
        # Reading a message takes tens of milliseconds of processor time: not on the event loop.
        text = await asyncio.to_thread(_reply, prompt.context)
        yield Delta(text=text, finish_reason="stop")


def _reply(context: TurnContext) -> str:
    request = context.request
    preview = api.Preview()
    if not request.is_temporary:
        preview = api.preview_extraction(
            text=context.text,
            said_at=request.now,
            previous_reply=context.previous_reply,
            time_zone=request.time_zone,
        )
    return compose_reply(
        LocalRequest(
            text=context.text,
            recall=context.recall,
            extraction=Extraction(candidates=preview.accepted, working=preview.working),
            for_review=preview.for_review,
            working=context.working,
            saving=_being_saved(context),
            answers_question=api.answers_question(context.text, context.previous_reply),
        )
    )


def _being_saved(context: TurnContext) -> list[Fact]:
    """Return the facts of the last messages, while exchanges wait for the worker."""
    if not context.pending_episodes:
        return []
    said = [message for message in context.window if message.role == "user"]
    facts: list[Fact] = []
    for message in said[-context.pending_episodes :]:
        preview = api.preview_extraction(
            text=message.content,
            said_at=context.request.now,
            time_zone=context.request.time_zone,
        )
        facts += facts_being_saved(preview.accepted, context.request.now)
    return facts
