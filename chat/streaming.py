"""Splits a streamed reply into Markdown blocks, and both into frames.

A block that is finished for good is sent once as HTML and never touched again; only the open
tail is text that grows.
"""

import re

from chat import frames, markdown

HELD_CHARACTERS = 40  # a marker without its partner is held back for so long
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)")
# Emphasis, code, and links; a link ends with its address, or with a bracket that has none.
_MARKER = re.compile(r"\*+|`+|\[|\]\([^)\s]*\)|\](?=[^(])")


class BlockSplitter:
    """Takes Markdown as it comes; gives the blocks that can no longer change."""

    def __init__(self) -> None:
        self.tail = ""  # source of what is still open

    def feed(self, text: str) -> str:
        """Add text and return the source of what is now closed (maybe empty)."""
        before = len(self.tail)
        self.tail += text
        if "\n" not in text or self._is_inside_fence(before):
            return ""
        # Half a line may still turn into anything, so only whole lines decide.
        whole = self.tail[: self.tail.rfind("\n") + 1]
        cut = markdown.closed_length(whole)
        closed, self.tail = self.tail[:cut], self.tail[cut:]
        return closed

    def close(self) -> str:
        """Return the source of the rest."""
        closed, self.tail = self.tail, ""
        return closed

    @property
    def kind(self) -> str:
        """What the tail is shown as: text, code or table."""
        if _FENCE.match(self.tail):
            return "code"
        return "table" if self.tail.lstrip().startswith("|") else "text"

    @property
    def language(self) -> str:
        """The language named after an opening fence, once its line is whole."""
        fence = _FENCE.match(self.tail)
        return fence.group(2) if fence and "\n" in self.tail else ""

    def visible(self) -> str:
        """Return the tail as shown: without the fence's line, without half a marker."""
        if self.kind == "code":
            return self.tail.partition("\n")[2]
        if self.kind == "table":
            return self.tail
        return self.tail[: _held_from(self.tail)]

    def _is_inside_fence(self, before: int) -> bool:
        """Say whether the new text surely leaves the open code block open (saves parsing it)."""
        fence = _FENCE.match(self.tail)
        if fence is None:
            return False
        line_start = self.tail.rfind("\n", 0, before) + 1
        return fence.end() <= line_start and fence.group(1) not in self.tail[line_start:]


def _held_from(tail: str) -> int:
    """Return where a marker without partner begins within the last characters, else the end."""
    line_start = tail.rfind("\n") + 1
    line = tail[line_start:]
    if line.lstrip().startswith(("```", "~~~", "|")) and len(line) <= HELD_CHARACTERS:
        return line_start
    waiting: dict[str, int] = {}
    for found in _MARKER.finditer(line):
        marker = found.group()
        partner = "[" if marker[0] == "]" else marker
        if partner in waiting:
            del waiting[partner]
        elif marker[0] != "]":
            waiting[marker] = line_start + found.start()
    return min(
        (start for start in waiting.values() if start >= len(tail) - HELD_CHARACTERS),
        default=len(tail),
    )


class ReplyStream:
    """Turns the deltas of one reply into frames, and keeps the text so far."""

    def __init__(self, turn_id: int) -> None:
        self.turn_id = turn_id
        self.text = ""
        self._number = 0
        self._splitter = BlockSplitter()
        self._shown = ""
        self._shown_as = ("text", "")

    def feed(self, text: str) -> list[str]:
        """Return the frames that a piece of text causes: none, a delta, or a block."""
        self.text += text
        closed = self._splitter.feed(text)
        look = (self._splitter.kind, self._splitter.language)
        visible = self._splitter.visible()
        if closed or look != self._shown_as or not visible.startswith(self._shown):
            self._shown, self._shown_as = visible, look
            return [self._block(closed)]
        grown = visible[len(self._shown) :]
        if not grown:
            return []
        self._shown = visible
        return [frames.delta(turn_id=self.turn_id, number=self._next(), text=grown)]

    def close(self) -> list[str]:
        """Return the frame that finishes what is still open."""
        rest = self._splitter.close()
        self._shown, self._shown_as = "", ("text", "")
        return [self._block(rest)] if rest.strip() else []

    def _block(self, closed: str) -> str:
        kind, language = self._shown_as
        return frames.block(
            turn_id=self.turn_id,
            number=self._next(),
            html=markdown.render(closed) if closed.strip() else "",
            tail=self._shown,
            tail_kind=kind,
            tail_language=language,
        )

    def _next(self) -> int:
        self._number += 1
        return self._number
