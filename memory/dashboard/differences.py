"""Differences between two texts, by word: Chinese is cut into words by jieba, not at blanks."""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory.segmenter import segmenter

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+")
_PIECE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+|[^\W\u3400-\u9fff\uf900-\ufaff]+|\s+|.", re.S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A run of text that is the same, was taken out, or came in."""

    kind: str  # "same", "out", "in"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """One field that differs between two states of a thing."""

    name: str
    before: object
    after: object
    changes: tuple[Change, ...] = ()


def words(text: str) -> list[str]:
    """Cut a text into words, blanks and signs; joined again they are the text."""
    pieces: list[str] = []
    for piece in _PIECE.findall(text):
        pieces.extend(segmenter().lcut(piece, HMM=False) if _HAN.match(piece) else [piece])
    return pieces


def word_changes(before: str, after: str) -> tuple[Change, ...]:
    """Return the way from `before` to `after` as runs of same, out and in."""
    old, new = words(before), words(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    changes: list[Change] = []
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag == "equal":
            changes.append(Change(kind="same", text="".join(old[old_from:old_to])))
            continue
        if old_to > old_from:
            changes.append(Change(kind="out", text="".join(old[old_from:old_to])))
        if new_to > new_from:
            changes.append(Change(kind="in", text="".join(new[new_from:new_to])))
    return tuple(changes)


def field_changes(
    before: dict[str, object], after: dict[str, object], *, leave_out: Iterable[str] = ()
) -> list[FieldChange]:
    """Return what differs between two states, field by field; texts with their word changes."""
    found = []
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name), after.get(name)
        if old == new or name in leave_out:
            continue
        both_text = isinstance(old, str) and isinstance(new, str) and old and new
        found.append(
            FieldChange(
                name=name,
                before=old,
                after=new,
                changes=word_changes(old, new) if both_text else (),  # type: ignore[arg-type]
            )
        )
    return found


def line_changes(before: str, after: str) -> list[tuple[str, str]]:
    """Return (kind, line) of a line diff with two lines of context, for whole prompts."""
    kinds = {" ": "same", "-": "out", "+": "in"}
    lines = []
    for line in difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2):
        if line.startswith(("---", "+++")):
            continue
        lines.append(("gap", "") if line.startswith("@@") else (kinds[line[0]], line[1:]))
    return lines
