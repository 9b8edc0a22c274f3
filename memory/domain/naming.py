"""Which of the remembered items the words of a statement name. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.domain.kinds import CHINESE_ROLES, NAMED_KINDS, kind_of, names_of
from memory.domain.normalise import pieces
from memory.domain.ontology import normalise_value
from memory.domain.types import USER, Candidate, Mode, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemView:
    """What the rules need to know of an item."""

    id: int
    subject: str = USER
    attribute: str = ""
    value: str = ""
    text: str = ""
    status: str = Status.ACTIVE
    pinned: bool = False
    protected: bool = False  # by a person, not by its importance
    confidence: float = 0.8
    source: str = "chat"
    said_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    overrides: int | None = None


def meant_items(candidate: Candidate, slot: Sequence[ItemView]) -> list[ItemView]:
    """Return which of several values a correction is about: the one that its words name as wrong
    ("Rex, not Max"), else those of the same name ("nephew Tom" for "cousin Tom"), else of the same
    kind ("dog Max" for "dog Rex"), else any."""
    right, said = normalise_value(candidate.value), normalise_value(candidate.quote)
    if candidate.attribute in _PHRASES:  # a plan corrects the one that shares most of its words
        shared = {item.id: len(_words(item) & _content(f"{right} {said}")) for item in slot}
        most = max(shared.values(), default=0)
        return [item for item in slot if shared[item.id] == most]
    named = [item for item in slot if _is_named_beside(item, right, said)]
    if named or candidate.attribute not in NAMED_KINDS:
        return named or list(slot)
    name = _name(candidate.attribute, candidate.value)
    called = [item for item in slot if name and _name(item.attribute, item.value) == name]
    return called or [item for item in slot if kind_of(item.value) == kind_of(candidate.value)]


def _name(attribute: str, value: str) -> str:
    """Return the name in "dog Rex", 侄子小宝; "" where only the kind is told."""
    name = names_of(attribute, value)[0]
    return "" if name == value else name.casefold()


_PHRASES = frozenset(["plan", "event", "commitment", "decision", "habit", "goal", "fact"])
_EMPTY = frozenset("to the a an of in on at and for with my i not it is am are we no".split())


def _words(item: ItemView) -> set[str]:
    return _content(normalise_value(f"{item.value} {item.text}"))


def _content(text: str) -> set[str]:
    return set(pieces(text)) - _EMPTY


def _is_named_beside(item: ItemView, right: str, said: str) -> bool:
    words = pieces(normalise_value(item.value))
    return any(_contains(said, word) and not _contains(right, word) for word in words)


def of_same_person(candidate: Candidate, items: Sequence[ItemView]) -> list[ItemView]:
    """Return what goes with a person who is taken back: facts about "wife" with "wife Maya"."""
    if candidate.attribute in NAMED_KINDS and candidate.value:
        role = kind_of(candidate.value) or candidate.value
        roles = (role, CHINESE_ROLES.get(role, role))
        return [item for item in items if any(is_same(item.subject, each) for each in roles)]
    if candidate.attribute != "name" or candidate.subject == USER:
        return []
    kin = (item for item in items if item.attribute in NAMED_KINDS and item.subject == USER)
    kinds = ((item, kind_of(item.value)) for item in kin)
    return [
        item for item, kind in kinds if candidate.subject in (kind, CHINESE_ROLES.get(kind, kind))
    ]


def named_items(candidate: Candidate, items: Sequence[ItemView]) -> list[ItemView]:
    """Return the items that a candidate names by attribute and value, attribute, or value alone."""
    value = normalise_value(candidate.value)
    slot = [item for item in items if candidate.attribute in ("", item.attribute)]
    if not candidate.attribute and not value:  # "forget what I said about my sister"
        return [] if is_same(candidate.subject, USER) else list(items)
    if not value:
        return slot
    exact = [item for item in slot if is_same(item.value, value)]
    near = [item for item in slot if _mentions(item, value)]
    if exact or near or not candidate.attribute or candidate.mode != Mode.FORGET:
        return exact or near
    # Sorted under another attribute than the one it was said with: the value decides.
    return [item for item in items if is_same(item.value, value)]


def _mentions(item: ItemView, value: str) -> bool:
    own = normalise_value(item.value)
    topic = normalise_value(item.attribute.partition(":")[2].replace("_", " "))  # "the budget"
    if topic and (_contains(value, topic) or _contains(topic, value)):
        return True
    if own and (_contains(value, own) or _contains(own, value)):
        return True
    if value in _CARS and item.attribute == "owns" and _DRIVEN.search(item.text):
        return True  # "the car" of who drives a Skoda
    return not own and _contains(normalise_value(item.text), value)


_CARS = frozenset(["car", "车", "汽车", "轿车", "车子"])
_DRIVEN = re.compile(r"\bdrives?\b|用户开")


def _contains(text: str, part: str) -> bool:
    """Say whether `part` is in `text` as whole words, or anywhere in a script without spaces."""
    if not part.isascii():
        return len(part) >= 2 and part in text
    return f" {part} " in f" {text} "


def is_same(first: str, second: str) -> bool:
    """Tell whether two values are one, however they are written."""
    return normalise_value(first) == normalise_value(second)
