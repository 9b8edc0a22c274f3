"""Which of two statements about the same thing is the later one, for quotations of the user. Pure.

An exchange is quoted as it was said; nothing else says that it has been overtaken. So a later one
that matches the same words of the question comes first, and the earlier is marked, or left out
where the later one says that things have changed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SHARED = 0.5  # of the matched words of the question that both have, for "the same thing"
KEPT = 0.67  # of the earlier one's matched words that the later one has too
ENOUGH_WORDS = 2  # that both have, where the question has so many that anything matches
ALIKE = 0.92  # cosine from which two statements are about the same thing
CARRIES = 0.35  # of the earlier one's relevance that the later one must have
BRIEF = 240  # characters up to which a statement says one thing, so that it can be replaced whole

_CHANGE = re.compile(
    r"\b(?:actually|instead|rather|no longer|not any ?more|chang(?:ed?|ing|es)|cancel\w*|switch\w*"
    r"|mov(?:ed|ing)|correct(?:ion|ed)|updat(?:ed?|ing)|revis\w+|replac\w+|scratch that|new(?:ly)?"
    r"|now|per the|as of|let's|going with|go(?:ing)? back to|turns out|resched\w+|postpon\w+"
    r"|revert\w*|overrid\w+|supersed\w+|final(?:ly|ized)?|decided|reject\w+|withdr\w+|expired?)\b"
    r"|改[成为到在了]|换[成到了]|不再|取消|现在|其实|更正|更新|已经|最终|决定|推迟|提前|恢复",
    re.IGNORECASE,
)
_ABOUT_EARLIER = re.compile(
    r"\b(?:initially|originally|at first|(?:the )?first time|used to|previously|formerly"
    r"|before (?:i|we|that)|history of|chang(?:ed|es?))\b"
    r"|最初|起初|原来|以前|之前|曾经|过去|第一次|变化",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"^\W*(?:oh|ok(?:ay)?|wait|no|hmm|sorry|hold on)?\W*(?:no\W+)?(?:wait|actually|scratch that"
    r"|correction|never ?mind|cancel (?:that|it)|change (?:that|it|of plans?)|make (?:that|it)"
    r"|i meant?|instead|on second thought)\b"
    r"|^\W*(?:不对|不是|等等|更正|改成|改为|取消|算了|我是说)",
    re.IGNORECASE,
)


def corrects(text: str) -> bool:
    """Tell whether a message takes back or changes what was said just before it."""
    return _CORRECTS.search(text) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One quotation. `matched` (t,) says which words of the question it has."""

    text: str
    speaker: str
    hours: float
    relevance: float
    matched: NDArray[np.bool_]
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtaken:
    """The place of an earlier statement and of the later one; `replaced`: no longer to be told."""

    earlier: int
    later: int
    replaced: bool


def wants_earlier(question: str) -> bool:
    """Tell whether a question is about how things were, so that nothing is overtaken."""
    return _ABOUT_EARLIER.search(question) is not None


def overtaken(statements: Sequence[Statement]) -> dict[int, Overtaken]:
    """Return, by place, the statements that a later one of the same speaker overtakes."""
    found: dict[int, Overtaken] = {}
    if not statements:
        return found
    matchable = int(np.logical_or.reduce([statement.matched for statement in statements]).sum())
    enough = min(ENOUGH_WORDS, matchable)
    for place, earlier in enumerate(statements):
        later = [
            other
            for other, statement in enumerate(statements)
            if _overtakes(statement, earlier, max(enough, 1))
        ]
        if later:
            newest = max(later, key=lambda other: (statements[other].hours, -other))
            replaced = any(_replaces(statements[other], earlier) for other in later)
            found[place] = Overtaken(earlier=place, later=newest, replaced=replaced)
    return found


def newest_first(count: int, found: dict[int, Overtaken]) -> list[int]:
    """Return the places 0 .. count-1 with each later statement moved before what it overtakes."""
    order: list[int] = []
    for place in range(count):
        if place in found and found[place].later not in order:
            order.append(found[place].later)
        if place not in order:
            order.append(place)
    return order


def _overtakes(later: Statement, earlier: Statement, enough: int) -> bool:
    if later.hours <= earlier.hours or later.speaker != earlier.speaker:
        return False
    if later.relevance < CARRIES * earlier.relevance:
        return False
    both = int((later.matched & earlier.matched).sum())
    either = int((later.matched | earlier.matched).sum())
    if both < enough or both < KEPT * int(earlier.matched.sum()):
        return False
    return _alike(later, earlier) or both >= SHARED * either


def _alike(later: Statement, earlier: Statement) -> bool:
    return float(later.vector @ earlier.vector) >= ALIKE


def _replaces(later: Statement, earlier: Statement) -> bool:
    """Only the user's own brief statements are left out; what several say is only marked."""
    if earlier.speaker or len(earlier.text) > BRIEF:
        return False
    return _alike(later, earlier) or _CHANGE.search(later.text) is not None
