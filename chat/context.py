"""Gathers what one answer is made of: window, summary, working memory and recall."""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TypeVar

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone

from chat import prompts, summaries
from chat.domain import budget
from chat.domain.types import TurnContext, TurnRequest, WindowMessage, WindowSummary
from chat.domain.window import WindowChoice, choose_window, window_width
from chat.history import latest_summary, window_messages
from chat.llm.base import ModelError, chat_model
from chat.llm.tokens import token_counter
from chat.models import Conversation, Turn
from chat.tools import tools_for
from memory import api
from memory.domain.types import RecallResult, WorkingState
from memory.models import User

logger = logging.getLogger(__name__)
T = TypeVar("T")
RECENT_MESSAGES = 6  # that recall and the topic are judged by
POLL_SECONDS = 0.05
JUST_SAID = timedelta(seconds=10)
PATIENCE_SECONDS = 5.0
BLOCK_TAGS = 24  # tokens of the tags around profile, summary and working memory


class Clock:
    """Milliseconds of named steps, and the reading of the performance counter when each began."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}
        self.begun: dict[str, float] = {}

    def measure(self, name: str, step: Callable[[], T]) -> T:
        begun = self.begun[name] = time.perf_counter()
        result = step()
        self.milliseconds[name] = round((time.perf_counter() - begun) * 1000, 1)
        return result


def load_context(request: TurnRequest) -> TurnContext:
    """Return the context of a turn. Raises ModelError when the message alone is too long.

    What cannot be read is left out and named in `degraded`: the answer comes all the same.
    """
    clock = Clock()
    user = User.objects.select_related("tenant").get(pk=request.user_id)
    conversation = Conversation.objects.get(pk=request.conversation_id)
    namespace = api.namespace_for(user)
    base = settings.CHAT["window_messages"]
    summary = latest_summary(conversation)
    messages = clock.measure(
        "window",
        lambda: window_messages(
            conversation,
            covered_up_to=summary.up_to_message_id,
            width=2 * base,
            before_id=request.message_id,
        ),
    )
    clock.measure("pending", lambda: _wait_for_the_last_word(request, namespace))
    working, degraded = _working(namespace, request)
    fixed = _fixed_tokens(request, working)
    recalled = clock.measure(
        "recall", lambda: _recall(request, user, conversation, messages, working, fixed)
    )
    similarity = clock.measure("topic", lambda: _similarity(request, messages, base))
    width = window_width(base, similarity=similarity)
    taken = fixed + recalled.profile_tokens + recalled.recalled_tokens
    choice, summary = clock.measure(
        "summary", lambda: _window(conversation, messages, summary, width, taken)
    )
    return TurnContext(
        request=request,
        recall=recalled,
        window=choice.kept,
        summary=summary,
        working=working.fields,
        pending_episodes=api.pending_episodes(namespace),
        has_topic_changed=width > base,
        user_name=user.get_full_name() or user.username,
        degraded=(*degraded, *recalled.degraded),
        full_history_tokens=_full_history(conversation, fixed),
        milliseconds=clock.milliseconds,
        begun=clock.begun,
    )


def _wait_for_the_last_word(request: TurnRequest, namespace: api.Namespace) -> None:
    """Give the worker a moment to absorb what was just said in another conversation.

    What was said in this one is in its window. Only a turn of the last seconds counts, so that a
    missing worker does not slow every turn down.
    """
    if request.is_temporary:
        return
    others = Turn.objects.filter(
        conversation__user=request.user_id,
        state=Turn.State.DONE,
        finished_at__gt=request.now - JUST_SAID,
    ).exclude(conversation=request.conversation_id)
    last = others.order_by("-pk").values_list("pk", flat=True).first()
    if last is None:
        return
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if api.absorb_state(namespace=namespace, turn_id=last) not in ("pending", "running"):
            return
        time.sleep(POLL_SECONDS)


def _working(
    namespace: api.Namespace, request: TurnRequest
) -> tuple[WorkingState, tuple[str, ...]]:
    if request.is_temporary:
        return WorkingState(), ()
    try:
        return api.load_working(namespace, request.conversation_id), ()
    except api.BackendError as error:
        logger.warning("turn %s without working memory: %s", request.turn_id, error)
        return WorkingState(), ("working_memory_unavailable",)


def _fixed_tokens(request: TurnRequest, working: WorkingState) -> int:
    """Return the tokens of what is never trimmed. Raises ModelError when they do not fit."""
    fixed = BLOCK_TAGS + prompts.fixed_tokens(
        request=request,
        working=working.fields,
        tools=tools_for(request, supports_tools=chat_model().supports_tools),
        count=token_counter().count,
    )
    room = budget.input_budget(settings.MODEL_CONTEXT_TOKENS)
    if fixed > room:
        raise ModelError("context_too_long", f"{fixed} tokens, {room} fit", permanent=True)
    return fixed


def _recall(
    request: TurnRequest,
    user: User,
    conversation: Conversation,
    messages: Sequence[WindowMessage],
    working: WorkingState,
    fixed: int,
) -> RecallResult:
    limit = settings.MODEL_CONTEXT_TOKENS
    try:
        return api.recall(
            namespace=api.namespace_for(user),
            query=request.text,
            now=request.now,
            trace_id=request.trace_id,
            conversation_id=request.conversation_id,
            turn_id=request.turn_id,
            recent=_recent(messages),
            entities=working.fields.get("entities", ()),
            excluded_items=conversation.excluded_items,
            budget_tokens=budget.recall_budget(limit, fixed=fixed + summaries.summary_limit()),
            count_tokens=token_counter().count,
            temporary=request.is_temporary or not user.uses_memory,
        )
    except api.BackendError as error:
        logger.warning("turn %s without recall: %s", request.turn_id, error)
        return RecallResult(
            trace_id=request.trace_id, query=request.text, degraded=("index_unavailable",)
        )


def _recent(messages: Sequence[WindowMessage]) -> tuple[tuple[str, str], ...]:
    said = [m for m in messages if m.role in ("user", "assistant") and m.content]
    return tuple((message.role, message.content) for message in said[-RECENT_MESSAGES:])


def _similarity(request: TurnRequest, messages: Sequence[WindowMessage], base: int) -> float | None:
    """Return how near the message is to the last ones; None when the width cannot matter."""
    if len(messages) <= base:
        return None
    said = [text for role, text in _recent(messages) if role == "user"]
    try:
        return api.similarity(request.text, said)
    except api.BackendError as error:
        logger.warning("turn %s without a look at its topic: %s", request.turn_id, error)
        return None


def _window(
    conversation: Conversation,
    messages: Sequence[WindowMessage],
    summary: WindowSummary,
    width: int,
    taken: int,
) -> tuple[WindowChoice, WindowSummary]:
    """Return the window and the summary that covers the rest, made here when it has to be.

    The worker makes summaries ahead of need. Here it is too late to ask a model, so the sentences
    that matter are kept. Ends, because each round covers more.
    """
    room = budget.input_budget(settings.MODEL_CONTEXT_TOKENS) - taken
    while True:
        choice = choose_window(
            messages,
            covered_up_to=summary.up_to_message_id,
            width=width,
            budget=max(0, room - summary.tokens),
        )
        if not choice.uncovered:
            return choice, summary
        summaries.summarise(
            conversation,
            up_to_message_id=choice.uncovered[-1].message_id,
            now=timezone.now(),
            by_model=False,
        )
        covered = summary.up_to_message_id
        summary = latest_summary(conversation)
        if summary.up_to_message_id <= covered:
            return choice, summary  # the conversation is being deleted under this turn


def _full_history(conversation: Conversation, fixed: int) -> int:
    said = conversation.messages.aggregate(total=Sum("token_count"))["total"] or 0
    return int(said) + fixed
