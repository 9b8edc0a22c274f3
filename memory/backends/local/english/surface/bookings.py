"""Surface rules for what stands in a diary: "my exam is on Monday", "table booked for 8"."""

import re
from collections.abc import Iterator

from memory.backends.local.english.having import APPOINTMENTS
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.rewrite import called
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import action, thing
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_VISITED = (
    "dentist|doctors?|doctor's|gp|physio|vets?|vet's|optician|opticians|hygienist|hairdresser"
    "|barber"
    "|therapist|midwife|solicitor|chiropractor|osteopath|podiatrist"
)
_DATES = (
    "coffee|train|coach|ferry|haircut|therapy|interview|exam|mri|scan|blood test|surgery"
    "|check-?up|audition|viva|dinner"
    "|lunch"
    "|brunch|breakfast|drinks|date night|party|wedding|gig|concert|meeting|call|catch-up|reunion"
    "|barbecue|bbq|picnic|playdate|sleepover|match|trip|flights?|rehearsal|appointment|viewing|mot"
    "|boiler service|funeral|christening|baptism|graduation|hen do|stag do|leaving do|baby shower"
    "|festival|retreat|cruise|course|operation|hearing|housewarming|ceremony|induction|scan|jab"
    "|vaccination|inspection|recital|race"
    "|marathon"
    "|driving test|theory test|final|finals|parents' evening|open day"
)
_HIRED = (
    "table|hotel|airbnb|room|ferry|train|trains|tickets?|cottage|cabin|hall|venue|villa|movers"
    "|removal van|plumber|electrician|car|campsite|babysitter|photographer|band|restaurant"
)
_PLACED = r"(?: (?:with|at|to|in|for|on|of) [\w' &-]{2,40}?)?"
_CLOCK = (
    r"(?: at (?:about |around )?(?:\d[\d:.]*(?: ?[ap]\.?m\.?)?|noon|midday|half \w+"
    r"|quarter \w+ \w+))?"
)
_BARE = re.compile(
    rf"^(?P<v>(?:[a-z][\w'-]* ){{0,2}}?(?:{_VISITED}|{_DATES}){_PLACED}){_CLOCK}$", re.I
)
_SETTLED = re.compile(
    rf"^(?:the |my |our |an? )?(?P<v>(?:[\w'-]+ ){{0,2}}?(?:{_VISITED}|{_DATES}"
    rf"|{_HIRED}){_PLACED}) "
    r"(?:(?:is|are|has been|have been|was|were) )?(?:all |now |finally )*"
    r"(?:booked|reserved|scheduled|arranged|fixed|confirmed|sorted|pencilled in|penciled in"
    r"|rescheduled|set"
    rf"|postponed|brought forward|pushed back|moved)(?: in)?(?: for| to)?(?P<w>{_PLACED})"
    rf"{_CLOCK}(?: ?, .*)?$",
    re.I,
)
_STANDS = re.compile(
    rf"^(?:the |my |our )?(?P<v>(?:[\w'-]+ ){{0,2}}?(?:{_DATES})) "
    rf"(?:is|are|starts?|begins?|takes? place)(?: (?:in|at) [\w' -]{{2,30}})?{_CLOCK}(?: ?, .*)?$",
    re.I,
)
_OTHERS = re.compile(r"(?:your|his|her|their|no|any|what|next)\b", re.I)


def bookings(segment: Segment) -> Iterator[Fact]:
    """Yield what is to come and needs no verb: "dentist at 9", "table booked at Dishoom"."""
    if not segment.ahead:
        return
    settled = _SETTLED.match(segment.text)
    stands = _STANDS.match(segment.text)
    bare = _BARE.match(segment.text) if segment.joint in ("", ",", "and") else None
    own = bare and not re.match(
        r"(?:your|his|her|their|no|any|what|the next|next)\b|.*\b(?:is|are|was|were)$",
        bare["v"],
        re.I,
    )
    if settled:
        where = settled["w"] or ""
        value = re.sub(r" (?:for|at|on|to|in)$", "", f"{settled['v']}{where}")
        moved = re.search(r"\b(?:moved|rescheduled|postponed|brought|pushed)\b", segment.text, re.I)
        predicate = f"have {called(value)}" if moved else f"have booked {value}"
        mode = Mode.CORRECTION if moved else None
        yield Fact(attribute="plan", value=value, predicate=predicate, mode=mode)
    elif stands:
        yield _coming(stands["v"])
    elif own and bare:
        yield _coming(re.sub(r"^(?:the|my|our|an?) ", "", bare["v"]))


def _coming(value: str) -> Fact:
    return Fact(attribute="plan", value=value, predicate=f"have {called(value)}")


_SHIFTED = re.compile(
    r"^(?:(?:been |got )?(?:moved|shifted|rescheduled|pushed|postponed|brought forward|changed)"
    r"|forward|back)?(?: back| forward)?(?: to)?$"
)


_MOVING = words("move get shift be reschedule postpone")


_DATED = APPOINTMENTS | words(
    "exam wedding flight surgery course class term semester ceremony funeral hearing trial"
)


_STANDING = words("be start end leave depart land arrive begin go")
_ARRANGING = words("pencil arrange schedule organise organize fix book reserve set sort line")


def appointments(clause: Plain) -> list[Fact]:
    """Read dated things: "my exam is next Thursday", "have a dentist appointment on Monday"."""
    dated = any(s.until and s.role == "at" for s in clause.segment.times)
    noun, mine = clause.noun.casefold(), clause.subject == USER
    if not dated or clause.is_negated or noun in ("birth date", "date of birth", "birthday"):
        return []
    head = re.split(r" (?:to|with|for|at|in|on|from|of|about)\b", noun)[0]
    is_due = clause.verb == "be" and re.fullmatch(r"due(?: (?:on|by|in))?", clause.rest)
    if noun and mine and is_due:
        return [fact(clause, "plan", noun, mode=None, predicate=f"'s {clause.noun} be due")]
    if head and mine and head.split()[-1] in _DATED:
        moved = clause.verb in _MOVING and _SHIFTED.match(clause.rest)
        stands = clause.verb in _STANDING and not clause.rest
        if (moved or stands) and (not clause.is_past or clause.verb in ("move", "get")):
            return [_appointment(clause, clause.noun)]
    if noun and mine and clause.verb == "expire" and clause.segment.ahead:
        said = f"have {called(clause.noun)} that expires"
        return [fact(clause, "plan", f"{clause.noun} expires", mode=None, predicate=said)]
    arranged = re.match(r"^(?:in |up )?(?P<v>(?:an?|the|my|our|some) .+)", clause.rest)
    if clause.verb in _ARRANGING and arranged and clause.segment.ahead and mine and not noun:
        done = clause.is_past or clause.is_perfect
        value = action(re.sub(r" for$", "", arranged["v"]))
        return [_appointment(clause, re.sub(r"^(?:an?|the|my|our) ", "", value))] if done else []
    coming = re.match(
        r"^(?:the |an? |my |our |some )?(?P<v>[\w' -]+? (?:coming|visiting|arriving))", clause.rest
    )
    if clause.verb in ("have", "get") and coming and clause.segment.ahead and not noun:
        return [_appointment(clause, coming["v"])]
    gets = clause.verb == "get" and clause.segment.ahead
    value = thing(clause.rest) if (clause.verb == "have" or gets) and not noun else ""
    seated = re.match(r"^(?:\w+ )?tickets? (?:for|to) [\w' -]+", clause.rest)
    value = seated[0].strip() if value and seated else value
    ordered = clause.is_imperative or clause.is_past and not gets
    if value and (seated or value.casefold().split()[-1] in APPOINTMENTS) and not ordered:
        return [_appointment(clause, value)]
    return []


def _appointment(clause: Plain, value: str) -> Fact:
    return fact(clause, "plan", value, mode=None, predicate=f"have {called(value)}")
