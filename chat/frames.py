"""The wire protocol of the chat socket, described in docs/protocol.md.

Incoming text becomes a dataclass or raises FrameError. Outgoing frames are JSON objects (they
begin with "{"), or HTML fragments for htmx (they begin with "<") whose elements carry
`hx-swap-oob`. No I/O and no rows: fragments are rendered in chat/fragments.py.
"""

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

PROTOCOL_VERSION = 1
MAX_FRAME_CHARACTERS = 256 * 1024


class FrameError(Exception):
    """The frame cannot be understood; `code` goes back to the browser."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """The page shows this conversation now (None: a new one, or another page)."""

    conversation_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Send:
    """A new message. `client_id` is made by the browser; a repeat is acknowledged only."""

    client_id: uuid.UUID
    conversation_id: int | None
    text: str
    is_temporary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """Answer the message of this turn again."""

    turn_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """End the running turn at once; the text so far is kept."""

    turn_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """Is the socket alive?"""


Incoming = Open | Send | Retry | Stop | Ping


def _number(data: Mapping[str, Any], key: str, *, is_optional: bool = False) -> int | None:
    value = data.get(key)
    if value in (None, "") and is_optional:
        return None
    # A form sends text, a script a number.
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 2**63:
        raise FrameError("bad_frame")
    return value


def _required(data: Mapping[str, Any], key: str) -> int:
    number = _number(data, key)
    assert number is not None
    return number


def _send(data: Mapping[str, Any], max_characters: int) -> Send:
    text = data.get("text")
    if not isinstance(text, str) or not text.strip():
        raise FrameError("empty_message")
    if len(text) > max_characters:
        raise FrameError("message_too_long")
    try:
        client_id = uuid.UUID(str(data.get("client_id")))
    except ValueError:
        raise FrameError("bad_frame") from None
    return Send(
        client_id=client_id,
        conversation_id=_number(data, "conversation", is_optional=True),
        text=text.strip().replace("\x00", ""),
        is_temporary=data.get("temporary") in (True, "true", "on", "1", 1),
    )


def parse(text: str, *, max_characters: int) -> Incoming:
    """Return what the browser asks for. Unknown keys (such as htmx's HEADERS) are ignored."""
    if len(text) > MAX_FRAME_CHARACTERS:
        raise FrameError("message_too_long")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise FrameError("bad_frame") from None
    if not isinstance(data, dict):
        raise FrameError("bad_frame")
    parsers: dict[str, Callable[[], Incoming]] = {
        "open": lambda: Open(conversation_id=_number(data, "conversation", is_optional=True)),
        "message": lambda: _send(data, max_characters),
        "retry": lambda: Retry(turn_id=_required(data, "turn")),
        "stop": lambda: Stop(turn_id=_required(data, "turn")),
        "ping": Ping,
    }
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in parsers:
        raise FrameError("unknown_frame")
    return parsers[kind]()


def _frame(kind: str, **fields: Any) -> str:
    return json.dumps({"type": kind, **fields}, ensure_ascii=False)


def ready(
    *, conversation_id: int | None, running_turn_id: int | None, last_message_id: int | None
) -> str:
    """Answer to `open`: compare `last_message` with the page, and reload it when they differ."""
    return _frame(
        "ready",
        protocol=PROTOCOL_VERSION,
        conversation=conversation_id,
        running=running_turn_id,
        last_message=last_message_id,
    )


def ack(
    *,
    client_id: uuid.UUID,
    conversation_id: int,
    turn_id: int,
    message_id: int,
    is_repeat: bool,
    is_new_conversation: bool,
) -> str:
    """The message is stored. The browser need not send it again."""
    return _frame(
        "ack",
        client_id=str(client_id),
        conversation=conversation_id,
        turn=turn_id,
        message=message_id,
        repeat=is_repeat,
        new_conversation=is_new_conversation,
    )


def delta(*, turn_id: int, number: int, text: str) -> str:
    """Append `text` to the open tail of the reply."""
    return _frame("delta", turn=turn_id, n=number, text=text)


def block(
    *, turn_id: int, number: int, html: str, tail: str, tail_kind: str, tail_language: str = ""
) -> str:
    """Blocks that are finished for good; what follows replaces the open tail.

    `html` may be empty when only the tail changed its kind ("text", "code" or "table").
    """
    return _frame(
        "block",
        turn=turn_id,
        n=number,
        html=html,
        tail=tail,
        tail_kind=tail_kind,
        tail_language=tail_language,
    )


def tool(*, turn_id: int, call_id: str, name: str, state: str, summary: str = "") -> str:
    """A tool step: `state` is running, done or failed."""
    return _frame("tool", turn=turn_id, call=call_id, name=name, state=state, summary=summary)


def turn_started(*, conversation_id: int, turn_id: int) -> str:
    """A turn runs now. Its element `#turn-ID` came in the HTML frame before."""
    return _frame("turn.started", conversation=conversation_id, turn=turn_id)


def turn_finished(
    *, conversation_id: int, turn_id: int, state: str, error: str = "", line: str = ""
) -> str:
    """The turn ended: `state` is done, failed (with `error` and its sentence) or cancelled."""
    return _frame(
        "turn.finished",
        conversation=conversation_id,
        turn=turn_id,
        state=state,
        error=error,
        line=line,
    )


def memory_changed(*, item_ids: list[int], by: str) -> str:
    return _frame("memory.changed", items=item_ids, by=by)


def refused(*, code: str, line: str, client_id: uuid.UUID | None = None) -> str:
    """What the browser asked for was not done; `line` says why in words."""
    return _frame("error", code=code, line=line, client_id=str(client_id) if client_id else None)


def pong() -> str:
    return _frame("pong")
