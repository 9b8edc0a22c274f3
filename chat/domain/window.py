"""Which messages of a conversation the model sees word for word. Pure.

The window is always the end of the conversation, cut only between units (a tool call with all its
results is one unit), and nothing is outside it that no summary covers: `choose_window` returns
what would break that rule, for the caller to summarise first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain.types import WindowMessage

TOPIC_SIMILARITY = 0.3  # calibrated; below it the subject has changed
FULL_SHARE = 0.7  # of the window's budget: above it old messages are summarised ahead of need
KEPT_SHARE = 0.35  # of the window's budget: what such a summary leaves in the window

Unit = tuple[WindowMessage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowChoice:
    """`kept` is the window. `uncovered` would be in neither window nor summary: summarise it."""

    kept: tuple[WindowMessage, ...]
    uncovered: tuple[WindowMessage, ...]

    @property
    def tokens(self) -> int:
        return sum(message.tokens for message in self.kept)


def window_width(base: int, *, similarity: float | None) -> int:
    """Return the width in messages: twice the base after a change of topic (None: unknown)."""
    return base * 2 if similarity is not None and similarity < TOPIC_SIMILARITY else base


def units(messages: Sequence[WindowMessage]) -> list[Unit]:
    """Return the messages in groups that are kept or left out together."""
    groups: list[list[WindowMessage]] = []
    open_calls: set[str] = set()
    for message in messages:
        if message.role == "tool" and message.tool_call_id in open_calls:
            groups[-1].append(message)
            continue
        open_calls = {call.call_id for call in message.tool_calls}
        groups.append([message])
    return [tuple(group) for group in groups if _is_whole(group)]


def _is_whole(group: Sequence[WindowMessage]) -> bool:
    """Say whether a group may be sent: no call without its result, no result without its call."""
    called = {call.call_id for message in group for call in message.tool_calls}
    answered = {message.tool_call_id for message in group if message.role == "tool"}
    return called == answered


def choose_window(
    messages: Sequence[WindowMessage], *, covered_up_to: int, width: int, budget: int
) -> WindowChoice:
    """Return the newest units within `budget` tokens: `width` messages, and all uncovered ones.

    `messages` are in order of time; `covered_up_to` is the last message id that the stored
    summary covers.
    """
    groups = units(messages)
    kept: list[Unit] = []
    spent = length = 0
    for group in reversed(groups):
        cost = sum(message.tokens for message in group)
        is_uncovered = group[-1].message_id > covered_up_to
        if spent + cost > budget or (length + len(group) > width and not is_uncovered):
            break
        kept.append(group)
        spent += cost
        length += len(group)
    left = groups[: len(groups) - len(kept)]
    return WindowChoice(
        kept=tuple(message for group in reversed(kept) for message in group),
        uncovered=tuple(
            message for group in left for message in group if message.message_id > covered_up_to
        ),
    )


def summary_due(
    messages: Sequence[WindowMessage], *, covered_up_to: int, base: int, budget: int
) -> int | None:
    """Return up to which message the summary should reach now, or None when none is due.

    Due when more than `base` messages, or more than FULL_SHARE of the budget, are covered by no
    summary. It then takes all but the newest half, so that one is made only every so often.
    """
    open_units = [unit for unit in units(messages) if unit[-1].message_id > covered_up_to]
    total = sum(message.tokens for unit in open_units for message in unit)
    length = sum(len(unit) for unit in open_units)
    if length <= base and total <= budget * FULL_SHARE:
        return None
    left_length = left_tokens = 0
    for index in range(len(open_units) - 1, 0, -1):
        left_length += len(open_units[index])
        left_tokens += sum(message.tokens for message in open_units[index])
        if left_length > base // 2 or left_tokens > budget * KEPT_SHARE:
            return open_units[index][-1].message_id
    return open_units[0][-1].message_id if open_units else None
