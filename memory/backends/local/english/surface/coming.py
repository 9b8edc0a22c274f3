"""Surface rules for what the calendar holds, and for what was taken off it again.

English tells the near future in the present where a date is named: "the movers come on Friday",
"we close on the house on 17 April", "my lease is up in June", "I'm on holiday from Monday".
"""

import re
from collections.abc import Iterator
from datetime import timedelta

from memory.backends.local.english.having import APPOINTMENTS
from memory.backends.local.english.lexicon import ROLES
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.rewrite import called
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import action, thing
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

# Deeds that are done once and by appointment: their present with a date is a plan.
_SET_DOWN = words(
    "close complete sit graduate move start begin finish leave fly arrive land head marry retire"
    " return travel meet pick collect perform compete defend pitch launch open submit release"
    " present exhibit join enter race swap relocate"
)
_WHOLE = words("graduate retire move relocate visit")  # of these, that need no object
_ON_ITS_DAY = words("go play run drive take see host do swim cycle come visit")
_AWAY = re.compile(
    r"^(?P<v>on (?:holiday|vacation|leave|call|duty|tour|annual leave|(?:mat|pat|maternity"
    r"|paternity"
    r"|parental|study|gardening|unpaid) leave|a sabbatical|sabbatical|a course|night shifts?"
    r"|nights)"
    r"|off work|off|away(?: (?:for|at|on) [\w ]+)?|abroad|out of (?:town|(?:the )?(?:office"
    r"|country)))"
    r"$",
    re.I,
)
_LAPSING = words(
    "lease contract visa passport licence license insurance mortgage subscription warranty"
    " membership"
    " mot tenancy probation notice permit lodge term semester sabbatical furlough deal fix"
    " agreement"
    " apprenticeship placement internship trial internship course fellowship phd loan residency"
)
_LAPSES = re.compile(
    r"^(?:(?:is|are) (?:up|over|due|finished|up for renewal|due for renewal|ending|expiring"
    r"|running out|coming to an end|finishing)|(?:runs?|ran) out|ends?|expires?|lapses?"
    r"|finish(?:es)?"
    r"|(?:comes?|is coming) up(?: for renewal)?|comes? to an end|needs renewing|starts?|begins?"
    r"|kicks? in|renews?)$",
    re.I,
)
_COMES = re.compile(
    r"^(?P<v>(?:the|our|my|some|a|an|his|her) (?P<n>(?:(?!and\b|or\b)[\w'-]+ ){1,4}?)(?:comes?"
    r"|arrives?"
    r"|(?:is|are) (?:coming|arriving|being (?:delivered|fitted|installed|christened|baptised)"
    r"|getting (?:delivered|fitted|installed))|get here|gets? (?:delivered|fitted|installed)"
    r"|goes in"
    r"|lands|moves? in))(?: (?:over|round|around|up|to stay|home|back|for [\w ]+))?$",
    re.I,
)
_ON_STAGE = re.compile(
    r"^(?P<v>(?:the|our|my) (?P<n>band|choir|team|orchestra|quartet|club|troupe|company|ensemble) "
    r"(?:is|are) (?:playing|performing|singing|touring|meeting|racing|headlining|opening)"
    r"(?: [\w' -]{2,40})?)$",
    re.I,
)
_DAILY = words(
    "train bus tram ferry package parcel post mail delivery update release build film movie show"
    " sun moon rain snow bill invoice results semester season email newsletter bin bins cleaner"
)
_CALLED_OFF = re.compile(r"^(?:off )?(?P<v>(?:the|our|my) .+)", re.I)


def coming(clause: Plain) -> list[Fact]:
    """Read a dated present, what lapses, and being away from some day on."""
    rest, verb = clause.rest, clause.verb
    if clause.noun:
        return _lapsing(clause)
    plain = clause.is_asserted and not (
        clause.is_past or clause.is_perfect or clause.is_imperative or clause.used_to
    )
    steps = clause.subject == USER or verb in ("graduate", "marry", "retire", "visit")
    if not plain or not steps or not _begins_later(clause.segment):
        return []
    away = _AWAY.match(rest) if verb == "be" else None
    if away:
        return [fact(clause, "plan", f"be {away['v']}", mode=None, predicate=f"be {away['v']}")]
    enrolled = clause.is_progressive or clause.is_future or clause.is_frequent
    calls = verb == "visit" and clause.subject != USER and not _several(clause.segment)
    on_its_day = calls or verb in _ON_ITS_DAY and _is_a_day(clause.segment)
    if enrolled or not (verb in _SET_DOWN or on_its_day) or not (rest or verb in _WHOLE):
        return []
    value = action(f"{verb} {rest}".strip())
    if re.search(r"\b(?:it|that|this|them|you)$", value):
        return []
    return [fact(clause, "plan", value, mode=None, predicate=f"plan to {value}")]


def _begins_later(segment: Segment) -> bool:
    """Say whether a present tense is about later: "I retire in May" of the next May."""
    return any(s.role == "at" and s.since for s in (*segment.ahead, *segment.again))


_WEEKDAY = re.compile(r"\b(?:mon|tues?|wed|thurs?|fri|sat|sun)(?:day)?s?\b", re.I)


def _is_a_day(segment: Segment) -> bool:
    """Say whether the time named is a day or two, not a month in which something is a custom."""
    spans = ((s.since, s.until) for s in segment.ahead)
    return not _several(segment) and any(a and b and b - a < timedelta(days=3) for a, b in spans)


def _several(segment: Segment) -> bool:
    return len(segment.times) > 1 or _WEEKDAY.search(segment.text) is not None


def _lapsing(clause: Plain) -> list[Fact]:
    noun = clause.noun.casefold()
    said = re.sub(r"^(?:my|our|his|her|their) ", "", clause.segment.text, flags=re.I)
    tail = said[len(noun) :].strip() if said.casefold().startswith(noun) else ""
    ends = noun.split()[-1] in _LAPSING and _LAPSES.match(tail)
    if not ends or not clause.segment.ahead or clause.is_negated or not clause.subject:
        return []
    state = re.match(r"(?:is|are) (?P<v>.+)", tail)
    predicate = f"'s {noun} be {state['v']}" if state else f"have {called(noun)} that {tail}"
    return [fact(clause, "plan", said, mode=None, predicate=predicate)]


_STATE = re.compile(
    r"^(?P<v>on (?:crutches|bed rest|jury duty|probation|a break|half days|reduced hours|strike"
    r"|secondment"
    r"|furlough|call|(?:parental|maternity|paternity|mat|pat|sick|study|gardening|unpaid|annual"
    r"|compassionate) leave|leave|a sabbatical|sabbatical|holiday|vacation)|off (?:work|sick"
    r"|school)"
    r"|in (?:a cast|a sling|plaster|quarantine|isolation|rehab)|housebound|out of action|signed off"
    r"(?: sick)?|fasting|grounded)$",
    re.I,
)
_STANDING_IN = words("fast cover isolate quarantine")


def passing(clause: Plain) -> list[Fact]:
    """Read a state with an end: "I'm on crutches for six weeks", "on parental leave until May"."""
    plain = clause.is_asserted and not (
        clause.is_past or clause.is_perfect or clause.is_future or clause.used_to
    )
    acts = clause.verb in _STANDING_IN and clause.is_progressive
    match = _STATE.match(clause.rest) if clause.verb == "be" else None
    if not plain or not (match or acts):
        return []
    bounded = any(s.role in ("until", "for_now", "duration") for s in clause.segment.times)
    now = bool(clause.segment.times) and not clause.segment.ahead
    on_leave = match is not None and "leave" in match["v"] and clause.subject != USER
    if not (bounded or now or on_leave):
        return []
    deed = match["v"] if match else f"{clause.verb}ing {action(clause.rest)}".strip()
    mode = Mode.TEMPORARY if bounded or now else None
    attribute = "fact" if match and match["v"] != "fasting" else "habit"
    return [fact(clause, attribute, deed, mode=mode, predicate=f"be {deed}", confidence=0.75)]


def called_off(clause: Plain) -> list[Fact]:
    """Read what is no plan any more: "we called off the wedding", "my trip got cancelled"."""
    rest, verb = clause.rest, clause.verb
    done = clause.is_past or clause.is_perfect
    if clause.noun:
        gone = re.match(r"^(?:been |got )?(?:cancelled|canceled|called off|scrapped)$", rest)
        missed = clause.noun.casefold().split()[0] in _OPERATED  # annoying, and no change of mind
        mine = clause.subject == USER and not clause.is_negated and not missed
        if mine and gone and _is_plan(clause.noun):
            return [fact(clause, "plan", clause.noun, mode=Mode.DENIAL)]
        return []
    off = verb == "call" and rest.startswith("off ")
    match = (
        _CALLED_OFF.match(rest) if done and (off or verb in ("cancel", "scrap", "ditch")) else None
    )
    value = thing(match["v"], at_prepositions=False) if match else ""
    if value and _is_plan(value) and clause.is_asserted:
        return [fact(clause, "plan", value, mode=Mode.DENIAL)]
    given_up = clause.is_ended or re.search(r"\bafter all\b", clause.segment.said)
    if clause.is_negated and given_up and (clause.is_progressive or clause.is_future):
        value = action(re.sub(r" after all\b", "", f"{verb} {rest}"))
        moves = verb in _SET_DOWN | _ON_ITS_DAY | {"buy", "have", "study", "adopt"}
        return [fact(clause, "plan", value, mode=Mode.DENIAL)] if moves and rest else []
    return []


_OPERATED = words("flight train ferry bus class meeting session lesson call shift concert gig game")


def _is_plan(value: str) -> bool:
    said = set(re.findall(r"[a-z-]+", value.casefold()))
    return bool(
        said & (APPOINTMENTS | words("honeymoon move tour cruise barbecue bbq retreat visit"))
    )


def arrivals(segment: Segment) -> Iterator[Fact]:
    """Yield who or what comes on a day: "the movers come on Friday", "the twins turn five in"
    " May"."""
    match = _COMES.match(segment.text) or _ON_STAGE.match(segment.text)
    if not match or not segment.ahead or not _begins_later(segment):
        return
    noun = match["n"].casefold().split()
    known = noun[-1] in ROLES and re.match(r"(?:my|our)\b", match["v"], re.I)
    if noun[-1] in _DAILY or known and re.search(r"\b(?:is|are)\b", match["v"]):
        return
    value = re.sub(r"^(?:the|our|my|some|an?) ", "", match["v"], flags=re.I)
    yield Fact(attribute="plan", value=value, predicate=f"have this coming up: {value}")
