"""Surface rules for stretches of a life: a job begun, years taught, a place since, a spouse."""

import re
from collections.abc import Iterator

from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import place
from memory.backends.local.english.surface.verbs import form_of, guess
from memory.domain.types import Mode

_JOB_BEGUN = re.compile(
    r"^(?:i|we) (?:(?:have |had )?(?:just |recently |finally )?(?:started|begun|began|got|landed)"
    r"|(?:will )?start|am starting|begin) (?:at )?(?:my|an?) "
    r"(?:(?:new|first|part-time|full-time|permanent|summer|temp|weekend|second) )*"
    r"(?:job|role|position|post)(?: as (?P<job>an? [a-z][\w -]*?))?"
    r" (?:at|with|for|in) (?P<where>(?:an?|the|my) [\w' -]+|[A-Z][\w'&. -]*)$",
    re.I,
)
_THERE_SINCE = re.compile(
    r"^(?:i|we) (?:have|had) been (?:living |based |settled )?(?:here )?(?:in|at) "
    r"(?P<where>(?-i:[A-Z]).*)$",
    re.I,
)
_TAUGHT = re.compile(
    r"^(?:i|we) (?P<verb>taught|drove|coached|nursed|farmed|fished|sailed|lectured|waitressed"
    r"|bartended)(?: (?P<what>[a-z][\w' -]*?))?(?: (?:at|in|for) (?P<where>[\w' -]+))?$",
    re.I,
)
_AS_LONG = re.compile(
    r"\bfor (?:[\w-]+ ){1,4}(?:years|decades)\b|\ball (?:my|his|her) life\b", re.I
)
_UNTIL = re.compile(r"\b(?:until|till|up to)\b", re.I)
_DID = re.compile(
    r"^(?:i|we) (?P<verb>[a-z]+ed|drank|ate|ran|swam|took|wore|slept|drove|rode)"
    r" (?P<rest>.+)$",
    re.I,
)
_WED = re.compile(
    r"^(?:i (?:am|have been|got) )(?:happily )?(?P<how>married|engaged) to "
    r"(?P<who>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)\b",
    re.I,
)
_MUST = re.compile(
    r"^(?:i|we) must (?P<what>(?:see|meet|visit|go to|attend|collect|pick up|take|hand in|submit"
    r"|renew|pay|call) .+)$",
    re.I,
)


_WILL_NOT = re.compile(
    r"^(?:i|we) (?:am|are) not going to (?P<what>(?:accept|take|sign|apply|buy|sell"
    r"|renew|move|attend|go back|have) .+)$",
    re.I,
)


def stints(segment: Segment) -> Iterator[Fact]:
    """Yield what a clause tells of a stretch of the user's life."""
    for read in (_job_begun, _there_since, _taught, _until_then, _wed, _intent):
        yield from read(segment)


def _job_begun(segment: Segment) -> Iterator[Fact]:
    begun = _JOB_BEGUN.match(segment.text)
    if begun is None:
        return
    where = re.sub(r"^(?:an?|the|my) ", "", begun["where"])
    said = f"work {'for' if begun['where'][0].isupper() else 'at'} {begun['where']}"
    yield Fact(attribute="employer", value=where, mode=Mode.STANDING, predicate=said)
    if begun["job"]:
        job = re.sub(r"^an? ", "", begun["job"])
        yield Fact(attribute="occupation", value=job, mode=Mode.STANDING)


def _there_since(segment: Segment) -> Iterator[Fact]:
    since = any(span.role in ("since", "duration") for span in segment.times)
    there = _THERE_SINCE.match(segment.text) if since else None
    if there and place(there["where"]) == there["where"]:
        yield Fact(attribute="home", value=there["where"], mode=Mode.STANDING)


def _taught(segment: Segment) -> Iterator[Fact]:
    taught = _TAUGHT.match(segment.text) if _AS_LONG.search(segment.whole) else None
    if taught:
        done = f"{guess(taught['verb']).lemma} {taught['what'] or ''}".strip()
        said = done + (f" at {taught['where']}" if taught["where"] else "")
        yield Fact(attribute="occupation", value=done, mode=Mode.PAST, predicate=said)


def _until_then(segment: Segment) -> Iterator[Fact]:
    """Read "until last year I smoked a pack a day"."""
    over = any(s.role == "until" and s.until for s in segment.times) and not segment.ahead
    did = _DID.match(segment.text) if over and _UNTIL.search(segment.whole) else None
    form = form_of(did["verb"].casefold()) if did else None
    if did and form is not None:
        value = f"{form.lemma} {did['rest']}"
        yield Fact(attribute="habit", value=value, mode=Mode.PAST, predicate=value)


def _wed(segment: Segment) -> Iterator[Fact]:
    wed = _WED.match(segment.text)
    if wed:
        said = f"be {wed['how'].casefold()} to {wed['who']}"
        yield Fact(attribute="family", value=wed["who"], predicate=said, mode=Mode.STANDING)


def _intent(segment: Segment) -> Iterator[Fact]:
    refused = _WILL_NOT.match(segment.text)
    if refused:
        what = refused["what"]
        said = f"have decided not to {what}"
        yield Fact(attribute="decision", value=f"not {what}", predicate=said)
    must = _MUST.match(segment.text) if segment.ahead else None
    if must:
        yield Fact(attribute="plan", value=must["what"], predicate=f"have to {must['what']}")
