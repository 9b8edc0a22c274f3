"""Which of two statements about the same thing is the later one. Pure.

An exchange is quoted as it was said, and an item that no rule of the write path could compare
stays as it is; nothing else says that it has been overtaken. So what was said later on the same
words of the question comes first, and the earlier is marked, or left out where the later one takes
its place whole. Only the user's own words count: what a reply repeats states nothing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

KEPT = 0.45  # by weight, of the earlier one's words of the question that the later one has too
KEPT_IF_CHANGED = 0.34  # the same where the later one says that something changed
ROUNDING = 1e-4  # of sums of weights
ALIKE = 0.92  # cosine from which two statements are about the same thing
SAME_FRAME = 0.5  # of the words of both, for one sentence said again with another value
FRAME_WORDS = 3  # that both have at least
ECHOES = 0.5  # of what was replaced, for a statement that only repeats it
CARRIES = 0.5  # of the earlier one's relevance that the later one must have
FIRST = 5  # statements that may change places
BRIEF = 240  # characters up to which a statement says one thing, so that it can be replaced whole
NEAR_HOURS = 24.0  # in which a talk comes back to what was said in it
KEPT_TEXTS = 8192  # each is compared with many, turn after turn

_CHANGE = re.compile(
    r"\b(?:actually|instead|rather|no longer|not any ?more|chang(?:ed?|ing|es)|cancel\w*|switch\w*"
    r"|mov(?:ed|ing)|correct(?:ion|ed)|updat(?:ed?|ing)|revis\w+|replac\w+|scratch that|new(?:ly)?"
    r"|now|per the|as of|let's|going with|go(?:ing)? back to|back to|turns out|resched\w+"
    r"|postpon\w+|revert\w*|overrid\w+|supersed\w+|final(?:ly|ized)?|decided|reject\w+|withdr\w+"
    r"|revok\w+|rescind\w+|expired?|hold off|on hold)\b"
    r"|改[成为到在了]|换[成到了]|不再|取消|现在|其实|更正|更新|已经|最终|决定|推迟|提前|恢复|撤[销回]"
    r"|作废|暂停",
    re.IGNORECASE,
)
_ABOUT_EARLIER = re.compile(
    r"\b(?:initially|originally|at first|(?:the )?first time|used to|previous(?:ly)?|formerly"
    r"|earlier|before (?:i|we|that|the)|how (?:has|have|did) .{1,40} chang(?:ed?)|what changed)\b"
    r"|最初|起初|原来|以前|之前|曾经|过去|第一次|变化",
    re.IGNORECASE,
)
_INTERJECTION = r"oh|ok(?:ay)?|wait|no|hmm|sorry|hold on|bad news|well|but|and"
_ABOUT_NOW = re.compile(
    r"\b(?:current(?:ly)?|now(?:adays)?|at the moment|these days|most recent(?:ly)?|latest|newest"
    r"|so far|last)\b|目前|现在|当前|如今|最近一次|最新|上一次|到目前为止|至今",
    re.IGNORECASE,
)
_OPENING = rf"^\W*(?:\[[^\]]{{1,30}}\]\s*)?(?:{_INTERJECTION})?\W*"
_CORRECTS = re.compile(
    _OPENING + r"(?:no\W+)?(?:wait|actually|scratch that|correction|never ?mind|on second thought"
    r"|cancel (?:that|it|this|the)|change (?:that|it|this|of plans?)|make (?:that|it)|i meant?"
    r"|instead|hold off|(?:i'm |i am |we're )?overrid\w+ (?:that|it))\b"
    r"|\b(?:but|and|then|just|please) (?:change|cancel|move|switch|make) (?:the|that|it)\b"
    r"|\b(?:we're|we are|i'm|let's|go(?:ing)?) back to\b"
    r"|^[^.!?]{0,60}\binstead\W*$|\b(?:is|are) no longer (?:valid|needed|true|the case)\b"
    r"|^\W*(?:不对|不是|等等|更正|改成|改为|取消|算了|我是说|还是改回|先别|暂停)"
    r"|^[^。！？]{0,12}(?:改[成为到]|换[成到]|改回)",
    re.IGNORECASE | re.MULTILINE,
)
# Says that something changed, but not to what: it cannot stand for what it changes.
_ANNOUNCES = re.compile(_OPENING + r"(?:change of plans?|update on)\b|^\W*计划有变", re.IGNORECASE)
_PARTIAL = re.compile(r"\bkeep\b|\bsame\b.{1,30}\bbut\b|保留|不变", re.IGNORECASE)
_TENTATIVE = re.compile(
    r"\b(?:thinking|consider(?:ing)?|tentative(?:ly)?|draft|maybe|might"
    r"|propos(?:ed?|al)|leaning|for now|preliminary|rough(?:ly)?)\b"
    r"|考虑|暂定|初步|打算|草案|可能|也许",
    re.IGNORECASE,
)
_SETTLES = re.compile(
    r"\b(?:official(?:ly)?|finali[sz]ed|final|confirmed|decided|settled|approved|signed off"
    r"|going with|proceed with|the decision)\b|正式|最终|确定|敲定|决定|确认|定[为下在了]",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d+(?:[.,:]\d+)*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once"
    r"|twice|an hour|half|dozen|hundred|thousand)\b|[一二两三四五六七八九十百千万半]+",
    re.IGNORECASE,
)
_ENDS_ASKING = re.compile(r"[?？][\s\"”'）)]*$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n+")


def corrects(text: str) -> bool:
    """Tell whether a message takes back or changes what was said just before it."""
    return len(text) <= BRIEF and _CORRECTS.search(text) is not None


def wants_earlier(question: str) -> bool:
    """Tell whether a question is about how things were, so that nothing may be left out."""
    return _ABOUT_EARLIER.search(question) is not None


def asks_current(question: str) -> bool:
    """Tell whether a question asks for the newest of several values ("currently", 最近一次)."""
    return _ABOUT_NOW.search(question) is not None and not wants_earlier(question)


def sentences(text: str) -> list[str]:
    return [part.strip() for part in _SENTENCE.split(text) if part.strip()]


@lru_cache(maxsize=KEPT_TEXTS)
def only_asks(text: str) -> bool:
    """Tell whether a message asks and tells nothing, so that it neither overtakes nor is."""
    return all(_ENDS_ASKING.search(part) for part in sentences(text)) and not _NUMBER.search(text)


@lru_cache(maxsize=KEPT_TEXTS)
def numbers(text: str) -> frozenset[str]:
    """Return the numbers of a text as they are written, figures or words."""
    return frozenset(match.casefold() for match in _NUMBER.findall(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What one speaker said at one time. `matched` (t,) says which words of the question it has,
    `told` is the part of the text that has them with its words `frame`; `words` are all of its
    words. `talk` is the conversation, `corrects` the place of the statement that it corrects, -1
    for none."""

    text: str
    told: str
    speaker: str
    hours: float
    relevance: float
    matched: NDArray[np.bool_]
    words: frozenset[int]
    frame: frozenset[int]
    vector: Floats
    talk: int = 0
    corrects: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtaken:
    """The place of an earlier statement and of the newest later one; `by` are the places of all
    later ones; `replaced`: no longer to be told."""

    earlier: int
    later: int
    by: tuple[int, ...]
    replaced: bool


def overtaken(
    statements: Sequence[Statement],
    weights: Floats | None = None,
    *,
    asks_current: bool = False,
) -> dict[int, Overtaken]:
    """Return, by place, the statements that later ones of the same speaker overtake.

    `weights` (t,) say how much each word of the question counts; alike without. `asks_current`:
    the question wants the newest of several, so that less in common is enough.
    """
    if not statements:
        return {}
    weigh = np.ones(len(statements[0].matched), np.float32) if weights is None else weights
    shared = _shared(statements, statements, weigh)
    found: dict[int, Overtaken] = {}
    for place, earlier in enumerate(statements):
        both = shared[place]
        later = tuple(
            other
            for other, statement in enumerate(statements)
            if _corrected(statements, other, place)
            or _overtakes(statement, earlier, both[other], both[place], asks_current=asks_current)
        )
        if later:
            found[place] = Overtaken(
                earlier=place,
                later=max(later, key=lambda other: (statements[other].hours, -other)),
                by=later,
                replaced=any(
                    _replaces(statements[other], earlier, _corrected(statements, other, place))
                    for other in later
                ),
            )
    return _with_echoes(statements, found)


def succeeded(
    item: Statement,
    value: frozenset[int],
    later: Sequence[Statement],
    weights: Floats,
    *,
    asks_current: bool = False,
) -> Overtaken | None:
    """Return which of the statements `later` overtake an item (its place is -1), if any does.

    One that has the `value` of the item confirms it. Else it must tell another number or, where
    the item tells none, say that something changed.
    """
    (both,) = _shared([item], [*later, item], weights)
    by = tuple(
        place
        for place, other in enumerate(later)
        if not (value and value <= other.words)
        and _overtakes(other, item, both[place], both[-1], asks_current=asks_current)
        and _differs(other, item)
    )
    if not by:
        return None
    return Overtaken(
        earlier=-1,
        later=max(by, key=lambda place: (later[place].hours, -place)),
        by=by,
        replaced=any(_says_changed(later[place], item) for place in by),
    )


def spoken_again(
    item: Statement,
    value: frozenset[int],
    later: Sequence[Statement],
    weights: Floats,
    *,
    threshold: float,
) -> int | None:
    """Return the place of the newest later statement that speaks of what is asked too, or None.

    It says nothing of which of the two is true: an item that nothing overtakes may still be older
    than what the user said last. Counts what is as relevant as `threshold`, or has enough of the
    item's words of the question in common with it; not what has the item's `value`, and confirms
    it.
    """
    if not item.matched.any() or not later:
        return None
    (both,) = _shared([item], [*later, item], weights)
    again = [
        place
        for place, other in enumerate(later)
        if other.hours > item.hours
        and other.speaker == item.speaker
        and not only_asks(other.text)
        and other.matched.any()
        and (
            other.relevance >= threshold
            or (both[place] > 0.0 and both[place] >= KEPT_IF_CHANGED * both[-1] - ROUNDING)
        )
    ]
    newest = max(again, key=lambda place: later[place].hours, default=None)
    if newest is None or (value and value <= later[newest].words):
        return None
    return newest


def _differs(later: Statement, earlier: Statement) -> bool:
    old, new = numbers(earlier.told), numbers(later.told)
    return bool(new - old) if old else _CHANGE.search(later.told) is not None


def newest_first(count: int, found: Mapping[int, Overtaken]) -> list[int]:
    """Return the places 0 .. count-1, among the first `FIRST` the later before what it overtakes.

    Only what is found anyway changes its place: a later statement that merely shares words must
    not push evidence out of the context.
    """
    head = min(FIRST, count)
    order: list[int] = []

    def put(place: int) -> None:
        if place in order:
            return
        for other in found[place].by if place in found else ():
            if other < head:
                put(other)
        order.append(place)

    for place in range(head):
        put(place)
    return [*order, *range(head, count)]


def _corrected(statements: Sequence[Statement], later: int, earlier: int) -> bool:
    """Tell whether a statement corrects another, directly or through corrections in between."""
    place = statements[later].corrects
    while place >= 0:
        if place == earlier:
            return True
        place = statements[place].corrects
    return False


def _shared(
    ones: Sequence[Statement], others: Sequence[Statement], weights: Floats
) -> list[list[float]]:
    """Return for each of `ones` how much of the question it has in common with each of `others`."""
    matched = np.stack([other.matched for other in others]).astype(np.float64)
    common: list[list[float]] = (
        (np.stack([one.matched for one in ones]) * weights.astype(np.float64)) @ matched.T
    ).tolist()
    return common


def _overtakes(
    later: Statement,
    earlier: Statement,
    both: float,
    whole: float,
    *,
    asks_current: bool = False,
) -> bool:
    """`both` weighs the words of the question that the two have in common, `whole` those of the
    earlier one."""
    if later.hours <= earlier.hours or later.speaker != earlier.speaker:
        return False
    if later.relevance < CARRIES * earlier.relevance:
        return False
    if only_asks(later.text) or only_asks(earlier.text):
        return False
    if _settles(later, earlier):
        return True
    if both <= 0.0:
        return False
    if later.speaker:  # what several people say of a thing seldom has one newest value
        return _alike(later, earlier)
    kept = KEPT_IF_CHANGED if asks_current or _says_changed(later, earlier) else KEPT
    return both >= kept * whole - ROUNDING or _same_frame(later.frame, earlier.frame)


def _says_changed(later: Statement, earlier: Statement) -> bool:
    is_near = later.talk == earlier.talk and later.hours - earlier.hours <= NEAR_HOURS
    return is_near and _brief(later) and _CHANGE.search(later.text) is not None


def _settles(later: Statement, earlier: Statement) -> bool:
    """What was decided in a talk overtakes what had only been thought of in it."""
    return (
        later.talk == earlier.talk
        and later.hours - earlier.hours <= NEAR_HOURS
        and _brief(later)
        and _brief(earlier)
        and _TENTATIVE.search(earlier.text) is not None
        and _TENTATIVE.search(later.text) is None
        and _SETTLES.search(later.text) is not None
    )


def _alike(later: Statement, earlier: Statement) -> bool:
    return float(later.vector @ earlier.vector) >= ALIKE


def _brief(statement: Statement) -> bool:
    return len(statement.text) <= BRIEF


def _replaces(later: Statement, earlier: Statement, is_correction: bool) -> bool:
    """Only the user's own brief statements are left out; what several say is only marked, and so
    is what is corrected in part, or changed to something that is not told."""
    if earlier.speaker or not _brief(earlier) or not _brief(later):
        return False
    if _PARTIAL.search(later.text) or _ANNOUNCES.search(later.text):
        return False
    return (
        is_correction
        or _alike(later, earlier)
        or _says_changed(later, earlier)
        or _settles(later, earlier)
        or _same_frame(later.words, earlier.words)
    )


def _same_frame(later: frozenset[int], earlier: frozenset[int]) -> bool:
    """Tell whether one thing is said again with another value in it."""
    shared = later & earlier
    enough = max(SAME_FRAME * min(len(later), len(earlier)), FRAME_WORDS)
    return shared != later | earlier and len(shared) >= enough


def _with_echoes(
    statements: Sequence[Statement], found: dict[int, Overtaken]
) -> dict[int, Overtaken]:
    """Let what only repeats a replaced statement go with it ("just confirming again: …")."""
    echoes = dict(found)
    for pair in (pair for pair in found.values() if pair.replaced):
        replaced, later = statements[pair.earlier], statements[pair.later]
        value = replaced.words - later.words
        for place, other in enumerate(statements):
            is_known = place in found and found[place].replaced
            if is_known or other.hours >= later.hours or other.speaker or not _brief(other):
                continue
            if not only_asks(other.text) and len(value & other.words) >= max(
                ECHOES * len(value), 1
            ):
                echoes[place] = Overtaken(
                    earlier=place, later=pair.later, by=(pair.later,), replaced=True
                )
    return echoes
