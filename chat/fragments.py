"""HTML of a turn, the same for the page and for the socket.

Fragments sent by the socket have no request and no nonce: no inline script or style in them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from chat import failures, markdown
from chat.models import Conversation, Message, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnView:
    """What chat/fragments/turn.html and turn_foot.html show of one turn."""

    turn: Turn
    user_message: Message | None
    reply: Message | None  # partial when the turn was stopped or cut
    reply_html: SafeString
    tool_steps: tuple[dict[str, str], ...]  # name, state, summary
    error_line: str  # a sentence, when the turn failed
    can_retry: bool  # the last turn, and not running
    is_last: bool

    @property
    def pk(self) -> int:
        return self.turn.pk

    @property
    def state(self) -> str:
        return self.turn.state

    @property
    def is_running(self) -> bool:
        return self.turn.state == Turn.State.RUNNING


def _tool_steps(messages: Iterable[Message]) -> tuple[dict[str, str], ...]:
    names = {call["id"]: call["name"] for message in messages for call in message.tool_calls}
    return tuple(
        {
            "name": names.get(message.tool_call_id, ""),
            "state": "failed" if message.metadata.get("is_error") else "done",
            "summary": message.metadata.get("summary", ""),
        }
        for message in messages
        if message.role == Message.Role.TOOL
    )


def _view(turn: Turn, messages: Sequence[Message], *, is_last: bool) -> TurnView:
    by_role = {message.role: message for message in messages if not message.tool_calls}
    reply = by_role.get(Message.Role.ASSISTANT)
    return TurnView(
        turn=turn,
        user_message=by_role.get(Message.Role.USER),
        reply=reply,
        reply_html=markdown.render(reply.content) if reply else SafeString(""),
        tool_steps=_tool_steps(messages),
        error_line=failures.line(turn.error) if turn.error else "",
        can_retry=is_last and turn.state != Turn.State.RUNNING,
        is_last=is_last,
    )


def turn_views(conversation: Conversation, *, limit: int = 30, before: int = 0) -> list[TurnView]:
    """Return the last turns of a conversation, oldest first; before turn `before` when given.

    A turn that was answered again is left out: its user message moved to the newer turn.
    """
    turns = conversation.turns.filter(retries=None).order_by("-pk")
    last = turns.first()
    if before:
        turns = turns.filter(pk__lt=before)
    chosen = list(reversed(turns.prefetch_related("messages")[:limit]))
    return [_view(turn, list(turn.messages.all()), is_last=turn == last) for turn in chosen]


def turn_view(turn: Turn) -> TurnView:
    is_last = not Turn.objects.filter(conversation_id=turn.conversation_id, pk__gt=turn.pk).exists()
    return _view(turn, list(turn.messages.all()), is_last=is_last)


def render_turn(view: TurnView, *, oob: str = "") -> str:
    """Return `#turn-ID`. `oob`: "true" replaces it; "beforeend:#turns" adds it to the list."""
    return _render("turn.html", turn=view, oob=oob)


def render_foot(view: TurnView, *, oob: str = "true") -> str:
    """Return `#turn-ID-foot`."""
    return _render("turn_foot.html", turn=view, oob=oob)


def render_removed(turn_id: int) -> str:
    """Return the fragment that takes a turn off the page: another one answers its message."""
    return f'<article id="turn-{turn_id}" hx-swap-oob="delete"></article>'


def _render(name: str, **context: Any) -> str:
    return render_to_string(f"chat/fragments/{name}", context).strip()  # begins with "<"
