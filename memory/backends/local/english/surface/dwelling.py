"""Surface rules for where somebody lives, has lived and has been."""

import re

from memory.backends.local.english.lexicon import PETS
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.facts import fact, mode_of
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import place
from memory.domain.types import USER, Mode

_DWELLING = re.compile(
    r"^(?:an? |our |my |the )?(?:new |little |small |tiny |nice |lovely |first |two-bed "
    r"|one-bed )*(?:place|flat|apartment|house|home|studio|cottage|condo|room|bedsit|annexe"
    r"|houseboat)"
    r"(?: (?:with|above|over|near|behind|opposite|next to|on) .+?)? in "
    r"(?P<v>.+)",
    re.I,
)


_BESIDE = re.compile(
    r"\b(?:with|and) (?:my |our )?(?P<v>(?:an?|two|three|four|five|\d) (?:[\w-]+ )?"
    rf"(?:{'|'.join(sorted(PETS - {'fish'}, key=len, reverse=True))}))\b",
    re.I,
)


_SWAPPED = re.compile(
    r"^(?:(?:city )?life in )?(?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?) for (?:life in )?(?P<w>.+)"
)
_STAYING = ("stay", "lodge", "crash", "board", "camp")


def residing(clause: Plain) -> list[Fact]:
    """Read where somebody lives, stays or has moved to."""
    rest, verb = clause.rest, clause.verb
    if clause.noun or clause.modals and verb != "live":
        return []
    if (
        verb in ("live", "reside", "base", "dwell")
        or verb == "settle"
        and re.match(r"^(?:down )?in\b", rest)
    ):
        if clause.is_future or clause.modals:
            return []
        match = re.search(r"\b(?:in|near|outside|at|on|by|around) (?P<v>.+)", rest)
        where = place(match["v"]) if match else ""
        mode = mode_of(clause)
        if verb in ("settle", "base") and mode is Mode.PAST and not clause.used_to:
            mode = None
        if clause.is_perfect and not clause.is_negated and not clause.used_to:
            mode = None if clause.is_progressive or _lasting(clause) else Mode.PAST
        beside = _BESIDE.search(rest) if mode is None else None
        pets = [fact(clause, "pet", beside["v"], mode=None)] if beside else []
        return ([fact(clause, "home", where, mode=mode)] if where else []) + pets
    if verb in ("move", "relocate", "emigrate", "immigrate"):
        return _moved(clause)
    swapped = _SWAPPED.match(rest) if verb in ("swap", "trade", "exchange", "change") else None
    if swapped and (clause.is_past or clause.is_perfect) and not clause.is_negated:
        where, before = place(swapped["w"], lower=False), place(swapped["v"], lower=False)
        past = [fact(clause, "home", before, mode=Mode.PAST)] if where and before else []
        return ([fact(clause, "home", where, mode=None)] if where else []) + past
    if verb in ("get", "rent", "share") and (m := _DWELLING.match(rest)) and not clause.is_negated:
        where = place(m["v"])
        present = verb in ("rent", "share") and not clause.is_past
        over = verb == "share" and clause.is_past and not clause.is_perfect
        if not where or "holiday" in rest or not (present or clause.is_past or clause.is_perfect):
            return []
        mode = Mode.PAST if over else None
        return [fact(clause, "home", where, mode=mode, confidence=0.75)]
    if verb in _STAYING and clause.is_progressive and not clause.is_past:
        match = re.search(r"\bin (?P<v>.+)", rest)
        where = place(match["v"], lower=False) if match else ""
        bounded = any(s.role in ("until", "for_now", "at") for s in clause.segment.times)
        return [fact(clause, "home", where, mode=Mode.TEMPORARY)] if where and bounded else []
    return []


def _lasting(clause: Plain) -> bool:
    return any(s.role in ("since", "duration") for s in clause.segment.times) or bool(
        re.search(r"\b(?:since|all my life|ages|forever|decades?|always)\b", clause.segment.said)
    )


def _moved(clause: Plain) -> list[Fact]:
    rest = clause.rest
    if clause.is_negated or clause.used_to:
        return []
    match = re.search(r"\b(?:to|into|in) (?P<v>.+)", rest)
    where = place(match["v"]) if match else ""
    ahead = clause.is_future or not clause.is_past and not clause.is_perfect
    if not where:
        away = re.search(r"\bfrom (?P<v>.+)", rest)
        before = place(away["v"]) if away and not ahead else ""
        return [fact(clause, "home", before, mode=Mode.PAST)] if before else []
    if ahead:
        return [
            fact(
                clause, "plan", f"move to {where}", mode=None, predicate=f"plan to move to {where}"
            )
        ]
    facts = [fact(clause, "home", where, mode=None)]
    origin = re.search(r"\bfrom (?P<v>.+)", rest)
    before = place(origin["v"]) if origin else ""
    return facts + ([fact(clause, "home", before, mode=Mode.PAST)] if before else [])


def visiting(clause: Plain) -> list[Fact]:
    """Read places that were seen: "got back from Tbilisi", "have been to Laos", "went to Kyoto"."""
    rest, verb = clause.rest, clause.verb
    if not clause.is_asserted or clause.is_future or clause.subject != USER:
        return []
    where = ""
    back = re.match(
        r"^(?:home |back )+(?:home )?from (?:(?:a|my|our) (?:trip|holiday|vacation|week|weekend"
        r"|visit|honeymoon) (?:to|in) )?(?P<v>.+)",
        rest,
        re.I,
    )
    if back and verb in ("get", "come", "be", "return", "fly", ""):
        where = place(back["v"], lower=False)
    elif verb == "return" and (m := re.match(r"^from (?P<v>.+)", rest, re.I)):
        where = place(m["v"], lower=False)
    elif (verb == "been" or verb == "be" and clause.is_perfect) and (
        m := re.match(r"^to (?P<v>.+)", rest, re.I)
    ):
        found = [place(p, lower=False) for p in re.split(r",|\band\b", m["v"])]
        return [fact(clause, "visited", v, mode=None) for v in found if v]
    elif (
        verb == "do"
        and clause.is_past
        and (m := re.match(r"^the (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)", rest))
    ):
        where = m["v"]
    elif verb == "visit" and (clause.is_past or clause.is_perfect):
        where = place(rest, lower=False)
    elif (
        verb in ("go", "travel", "fly")
        and clause.is_past
        and not clause.used_to
        and (
            m := re.match(
                r"^(?:on holiday |backpacking |travelling |over )?to (?P<v>.+)", rest, re.I
            )
        )
    ):
        where = place(m["v"], lower=False)
    return [fact(clause, "visited", where, mode=None)] if where else []
