"""The local engine: answers from memory by rules, where no model is connected."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from asgiref.sync import sync_to_async

from chat.domain.types import Prompt, TurnContext
from chat.llm.base import ChatModel, Delta
from chat.llm.local.questions import find_questions
from chat.llm.local.reply import LocalReply, LocalRequest, compose_reply
from memory import api
from memory.domain.types import Candidate, Extraction
from memory.models import User


class LocalModel(ChatModel):
    """Notes what the user says and tells what memory holds. Uses no tools; never invents."""

    name = "local"
    supports_tools = False

    async def stream(self, prompt: Prompt) -> AsyncIterator[Delta]:
        # Reading a message takes tens of milliseconds of processor time: not on the event loop.
        reply = await sync_to_async(_reply)(prompt.context)
        yield Delta(text=reply.text, told=reply.told, finish_reason="stop")


def _reply(context: TurnContext) -> LocalReply:
    request = context.request
    user = User.objects.select_related("tenant").get(pk=request.user_id)
    namespace = api.namespace_for(user)
    preview = api.preview_extraction(
        text=context.text,
        said_at=request.now,
        namespace=None if request.is_temporary else namespace,
        previous_reply=context.previous_reply,
        previous_text=context.previous_text,
        time_zone=request.time_zone,
    )
    asks = bool(find_questions(context.text))
    return compose_reply(
        LocalRequest(
            text=context.text,
            recall=context.recall,
            extraction=Extraction(
                candidates=preview.accepted, working=preview.working, deeds=preview.deeds
            ),
            for_review=preview.for_review,
            unfounded=preview.unfounded,
            previous_text=context.previous_text,
            earlier=_earlier(context, namespace) if asks and user.uses_memory else [],
            is_temporary=request.is_temporary,
            learns=request.learns,
            has_secrets=bool(api.redact_text(context.text, user.tenant).found),
            working=_working(context, preview, namespace, asks=asks),
            saving=_being_saved(context),
            said_at=request.now,
            zone=api.zone_named(request.time_zone),
            answers_question=api.answers_question(context.text, context.previous_reply),
        )
    )


def _working(
    context: TurnContext, preview: api.Preview, namespace: api.Namespace, *, asks: bool
) -> dict[str, Any]:
    """Return working memory, with the to-dos of the user's other conversations where the reply may
    tell of any: a message that neither asks nor changes something reads none."""
    if context.request.is_temporary or not (preview.working or preview.deeds or asks):
        return {**context.working}
    return {**context.working, "todos": api.todos_of(namespace, context.working.get("todos") or [])}


def _earlier(context: TurnContext, namespace: api.Namespace) -> list[tuple[str, datetime]]:
    """Return what was said in this conversation before."""
    if context.request.is_temporary:
        return []
    return api.texts_of(namespace, context.request.conversation_id)


def _being_saved(context: TurnContext) -> list[Candidate]:
    """Return what was said, in this conversation or another, that the worker has yet to store."""
    if not context.pending_episodes:
        return []
    request = context.request
    previews = (
        api.preview_extraction(text=text, said_at=said_at, time_zone=request.time_zone)
        for text, said_at in api.pending_texts(request.user_id)
    )
    return [candidate for preview in previews for candidate in preview.accepted]
