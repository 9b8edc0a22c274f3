"""What a new statement does to what is remembered: the table of the design, as a pure function.

Invariants: a decision never leaves neither value standing, and never leaves two standing values of
a single-valued attribute, except while a conflict between them is open.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.domain.kinds import NAMED_KINDS, ONLY_ROLES, SHARED_ROLES, kind_of
from memory.domain.naming import ItemView, is_same, meant_items, named_items, of_same_person
from memory.domain.ontology import AttributeSpec, attribute_spec
from memory.domain.types import Candidate, Kind, Mode, Status
from memory.domain.validity import has_ended, is_history, overlap

# How far a source is believed; what is less believed does not displace what is more.
RELIABILITY = {
    "operator": 5,
    "edit": 4,  # the user's own hand weighs as much as their word
    "chat": 4,
    "import": 3,
    "command": 4,
    "working_memory": 2,
    "consolidation": 2,
    "tool": 1,
}
LESS_CERTAIN = 0.25  # of confidence: below an existing item by so much is only a probable conflict
HAPPENINGS = (Kind.EVENT, Kind.DECISION)  # in the past by nature, which ends nothing
OPPOSITES = {"likes": "dislikes", "dislikes": "likes"}
# A liking that meets a constraint of the same value is no proof that the constraint ended.
CLASHES = {
    "likes": ("allergy", "avoids", "never"),
    "allergy": ("likes",),
    "avoids": ("likes",),
    "never": ("likes",),
}


class Verdict(enum.StrEnum):
    ADD = "add"  # coexists with what is there
    REINFORCE = "reinforce"  # said again: evidence for the target
    SUPERSEDE = "supersede"  # new version of the target, which is deprecated
    OVERRIDE = "override"  # holds for a while in front of the target, which stays
    HISTORY = "history"  # true of a time that is over; displaces nothing
    CONFLICT = "conflict"  # kept beside the target until somebody says which is right
    CLOSE = "close"  # the targets are no longer true
    ERASE = "erase"  # the targets are to be forgotten for good
    NOTHING = "nothing"  # names something that is not remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """`targets` are the ids of the existing items that it is about.

    `closes` are further ones that give way to the new statement or to the target.
    """

    kind: Verdict
    reason: str
    targets: tuple[int, ...] = ()
    closes: tuple[int, ...] = ()

    @property
    def target(self) -> int | None:
        return self.targets[0] if self.targets else None


def decide(
    candidate: Candidate,
    existing: Sequence[ItemView],
    now: datetime,
    *,
    spec: AttributeSpec | None = None,
    source: str = "chat",
) -> Decision:
    """Return what to do with a candidate that was said at `now`, and why.

    `existing` are the items of the namespace, of any status; only those about the same subject
    are looked at. `spec` is the ontology's entry where a tenant has its own. A statement may come
    late (an earlier message was changed): what was said after it never gives way to it.
    """
    chosen = spec or attribute_spec(candidate.attribute)
    mine = [item for item in existing if is_same(item.subject, candidate.subject)]
    if candidate.mode in (Mode.FORGET, Mode.DENIAL):
        until_now = [item for item in mine if item.said_at <= now]
        beside = [i for i in of_same_person(candidate, existing) if i.said_at <= now]
        if candidate.mode == Mode.FORGET:
            return _named(candidate, until_now, Verdict.ERASE, "asked_to_forget", beside)
        open_items = [item for item in _live(until_now) if not is_history(item, now)]
        names = [item for item in _live(beside) if item.attribute == "name"]
        return _named(candidate, open_items, Verdict.CLOSE, "denied", names)
    live = [item for item in _live(mine) if not has_ended(item, now)]
    if candidate.mode == Mode.PAST:
        return _past(candidate, mine, live, chosen)
    slot = [item for item in live if item.attribute == candidate.attribute]
    if candidate.mode == Mode.TEMPORARY:
        return _temporary(candidate, slot, now, chosen)
    if candidate.mode == Mode.CORRECTION:
        return _correction(candidate, live, slot, now, chosen)
    if chosen.single and candidate.subject.casefold() not in SHARED_ROLES:
        return _single(candidate, slot, now, source)
    return _several(candidate, live, slot, now)


def clashing(first: ItemView, second: ItemView, spec: AttributeSpec, now: datetime) -> bool:
    """Say whether two active items claim different standing values of one single-valued attribute.

    The invariant of the store: two such items exist only while a conflict about them is open.
    """
    return (
        spec.single
        and is_same(first.subject, second.subject)
        and first.subject.casefold() not in SHARED_ROLES
        and first.attribute == second.attribute
        and all(item.status == Status.ACTIVE for item in (first, second))
        and all(_is_standing(item, now) for item in (first, second))
    )


def _single(candidate: Candidate, slot: Sequence[ItemView], now: datetime, source: str) -> Decision:
    standing = [item for item in slot if item.expires_at is None]
    same = [item for item in standing if is_same(item.value, candidate.value)]
    if same:
        return Decision(kind=Verdict.REINFORCE, reason="said_again", targets=(same[0].id,))
    if not standing:
        # What holds for a while beside nothing was no override; the standing word replaces it.
        passing = tuple(
            item.id for item in slot if item.said_at <= now and is_same(item.value, candidate.value)
        )
        if passing:
            return Decision(
                kind=Verdict.SUPERSEDE,
                reason="now_standing",
                targets=passing[:1],
                closes=passing[1:],
            )
        return Decision(kind=Verdict.ADD, reason="new")
    newest = _newest(standing)
    if newest.said_at > now:
        return _said_earlier(newest)
    doubtful = [item for item in standing if _why_doubtful(candidate, item, source)]
    certain = [item for item in standing if item not in doubtful]
    passing_ids = tuple(
        item.id for item in slot if item.expires_at is not None and item.said_at <= now
    )
    if doubtful:
        return Decision(
            kind=Verdict.CONFLICT,
            reason=_why_doubtful(candidate, doubtful[0], source),
            targets=tuple(item.id for item in doubtful),
            closes=tuple(item.id for item in certain),
        )
    others = tuple(item.id for item in standing if item.id != newest.id)
    return Decision(
        kind=Verdict.SUPERSEDE,
        reason="newer_value",
        targets=(newest.id,),
        closes=(*others, *passing_ids),
    )


def _newest(items: Sequence[ItemView]) -> ItemView:
    return max(items, key=lambda item: (item.said_at, item.id))


def _said_earlier(newer: ItemView) -> Decision:
    return Decision(kind=Verdict.HISTORY, reason="said_earlier", targets=(newer.id,))


def _why_doubtful(candidate: Candidate, item: ItemView, source: str) -> str:
    if item.pinned:
        return "pinned"
    if item.protected:
        return "protected"
    if RELIABILITY.get(source, 3) < RELIABILITY.get(item.source, 3):
        return "less_reliable_source"
    if candidate.confidence + LESS_CERTAIN <= item.confidence:
        return "less_certain"
    return ""


def _several(
    candidate: Candidate, live: Sequence[ItemView], slot: Sequence[ItemView], now: datetime
) -> Decision:
    wanted = candidate.value or candidate.text
    for item in slot:
        if item.expires_at is None and is_same(item.value or item.text, wanted):
            return Decision(kind=Verdict.REINFORCE, reason="said_again", targets=(item.id,))
    if not candidate.value:
        return Decision(kind=Verdict.ADD, reason="new")
    renamed = _of_same_kind(candidate, slot)
    if renamed and renamed[0].said_at > now:
        return _said_earlier(renamed[0])
    if renamed:
        first, *others = (item.id for item in renamed)
        return Decision(
            kind=Verdict.SUPERSEDE, reason="newer_value", targets=(first,), closes=tuple(others)
        )
    opposite = OPPOSITES.get(candidate.attribute)
    for item in live:
        if item.attribute == opposite and is_same(item.value, candidate.value):
            if item.said_at > now:
                return _said_earlier(item)
            if item.pinned or item.protected:
                reason = "pinned" if item.pinned else "protected"
                return Decision(kind=Verdict.CONFLICT, reason=reason, targets=(item.id,))
            return Decision(kind=Verdict.SUPERSEDE, reason="opposite", targets=(item.id,))
    for item in live:
        clashes = item.attribute in CLASHES.get(candidate.attribute, ())
        if clashes and is_same(item.value, candidate.value):
            return Decision(kind=Verdict.CONFLICT, reason="probable", targets=(item.id,))
    return Decision(kind=Verdict.ADD, reason="coexists" if slot else "new")


def _of_same_kind(candidate: Candidate, slot: Sequence[ItemView]) -> list[ItemView]:
    """Return what gives way to a name: that of the only wife, or the same told without a name.

    The newest first.
    """
    if candidate.attribute not in NAMED_KINDS:
        return []
    kind = kind_of(candidate.value)
    if not kind or kind == candidate.value.casefold():
        return []
    found = [
        item
        for item in slot
        if item.expires_at is None
        and not (item.pinned or item.protected)
        and kind_of(item.value) == kind
        and (kind in ONLY_ROLES or kind == item.value.casefold())
    ]
    return sorted(found, key=lambda item: (item.said_at, item.id), reverse=True)


def _temporary(
    candidate: Candidate, slot: Sequence[ItemView], now: datetime, spec: AttributeSpec
) -> Decision:
    passing = [item for item in slot if item.expires_at is not None]
    standing = [item for item in slot if item.expires_at is None]
    for item in passing:
        if is_same(item.value, candidate.value) and item.expires_at == candidate.expires_at:
            return Decision(kind=Verdict.REINFORCE, reason="said_again", targets=(item.id,))
    if not spec.single or candidate.subject.casefold() in SHARED_ROLES:
        return Decision(kind=Verdict.ADD, reason="for_a_while")
    same = [item for item in standing if is_same(item.value, candidate.value)]
    if same and not passing:
        return Decision(kind=Verdict.REINFORCE, reason="holds_anyway", targets=(same[0].id,))
    if not slot:
        return Decision(kind=Verdict.ADD, reason="for_a_while")
    newest = _newest(slot)
    if newest.said_at > now:
        return _said_earlier(newest)
    if not standing:
        return Decision(kind=Verdict.SUPERSEDE, reason="newer_value", targets=(newest.id,))
    return Decision(
        kind=Verdict.OVERRIDE,
        reason="for_a_while",
        targets=(_newest(standing).id,),
        closes=tuple(item.id for item in passing),
    )


def _past(
    candidate: Candidate,
    mine: Sequence[ItemView],
    live: Sequence[ItemView],
    spec: AttributeSpec,
) -> Decision:
    same_slot = [
        item
        for item in mine
        if item.attribute == candidate.attribute
        and is_same(item.value or item.text, candidate.value or candidate.text)
    ]
    for item in same_slot:
        is_over = item.valid_to is not None and item.status != Status.PENDING
        # A vague "I used to" adds nothing to an interval; another interval is another stay.
        is_vague = candidate.valid_from is None and candidate.valid_to is None
        if is_over and (is_vague or overlap(candidate, item)):
            return Decision(kind=Verdict.REINFORCE, reason="known_history", targets=(item.id,))
    for item in same_slot:
        is_present = item in live and item.expires_at is None and item.valid_to is None
        if is_present and candidate.valid_to is None and spec.kind not in HAPPENINGS:
            return Decision(kind=Verdict.CONFLICT, reason="past_of_present", targets=(item.id,))
    return Decision(kind=Verdict.HISTORY, reason="about_the_past")


def _correction(
    candidate: Candidate,
    live: Sequence[ItemView],
    slot: Sequence[ItemView],
    now: datetime,
    spec: AttributeSpec,
) -> Decision:
    """Explicit: what it names gives way, even if it is pinned."""
    said_before = [item for item in slot if item.said_at <= now]
    opposite = OPPOSITES.get(candidate.attribute)
    for item in live:
        if item.attribute == opposite and is_same(item.value, candidate.value):
            if item.said_at > now:
                return _said_earlier(item)
            return Decision(kind=Verdict.SUPERSEDE, reason="corrected", targets=(item.id,))
    for item in slot:
        if item.expires_at is None and is_same(item.value or item.text, candidate.value):
            return Decision(
                kind=Verdict.REINFORCE,
                reason="confirmed",
                targets=(item.id,),
                closes=_others(said_before, item, spec),
            )
    standing = [item for item in slot if item.expires_at is None]
    if spec.single and standing and _newest(standing).said_at > now:
        return _said_earlier(_newest(standing))
    if not said_before:
        return Decision(kind=Verdict.ADD, reason="new")
    meant = said_before if spec.single else meant_items(candidate, said_before)
    if not meant:
        return Decision(kind=Verdict.ADD, reason="coexists")
    newest = _newest(meant)
    others = _others(said_before, newest, spec)
    return Decision(kind=Verdict.SUPERSEDE, reason="corrected", targets=(newest.id,), closes=others)


def _others(
    said_before: Sequence[ItemView], chosen: ItemView, spec: AttributeSpec
) -> tuple[int, ...]:
    """Return what gives way beside the chosen item: of a single-valued attribute all the rest."""
    return tuple(item.id for item in said_before if spec.single and item.id != chosen.id)


def _named(
    candidate: Candidate,
    items: Sequence[ItemView],
    kind: Verdict,
    reason: str,
    beside: Sequence[ItemView] = (),
) -> Decision:
    """Find what a denial or a request to forget names, the most exact way first."""
    found = tuple(dict.fromkeys(i.id for i in (*named_items(candidate, items), *beside)))
    if not found:
        return Decision(kind=Verdict.NOTHING, reason="nothing_remembered")
    return Decision(kind=kind, reason=reason, targets=found)


def _live(items: Sequence[ItemView]) -> list[ItemView]:
    return [item for item in items if item.status == Status.ACTIVE]


def _is_standing(item: ItemView, now: datetime) -> bool:
    return item.expires_at is None and not is_history(item, now)
