"""Makes candidates of facts: how the clause was said decides mode, validity and confidence."""

import re
from calendar import isleap
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.language import NOT_THEN
from memory.backends.local.english.reading import Fact, Reading, clause_bounds
from memory.backends.local.english.rewrite import statement, with_article
from memory.backends.local.english.times import A_YEAR, TimeSpan, find_times, next_such_month
from memory.backends.local.english.wording import predicate_said, text_said
from memory.backends.local.frame import Piece, end_of_day, make_candidate, words
from memory.domain.ontology import attribute_spec
from memory.domain.types import Candidate, Mode

# What holds until told otherwise: "today" or "this week" beside it makes it temporary.
_STATES = words(
    "home diet likes dislikes spice_level avoids reply_length reply_language reply_style medication"
    " workplace preference never form_of_address allergy language"
)
_DATED = words("plan commitment event")  # about a moment: over when it has passed
_PASSED = words(
    "event visited decision owns employer home education marital_status diet pet habit"
    " medical_condition occupation"
)  # begin or happened at the time that is named
_STRONG = words(
    "severe severely deadly lethal anaphylaxis anaphylactic kill absolutely strictly"
    " hate adore extremely desperately terrified life-threatening"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a clause was said, and which characters of the parsed text it covers."""

    start: int
    end: int
    is_past: bool = False
    used_to: bool = False
    hedge: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """Where and how facts were said."""

    reading: Reading
    piece: Piece
    clause: Manner
    is_correction: bool = False
    forced_mode: Mode | None = None


def candidate(fact: Fact, saying: Saying) -> Candidate:
    """Return the candidate of one fact."""
    fact = _whole(replace(fact, value=_HANGING.sub("", fact.value)), _quote(saying))
    if fact.attribute == "education":
        fact = _without_time(fact, saying)
    spans = saying.reading.times_between(saying.clause.start, saying.clause.end)
    if fact.attribute == "plan" or fact.predicate.startswith("be expecting"):
        said = saying.reading.parsed.doc.text
        spans = [next_such_month(s, said, saying.reading.now) for s in spans]
    if saying.clause.is_past and fact.attribute in _PASSED:
        spans = [_last_such_day(s, saying) for s in spans]
    fact = _as_plan(fact, saying, spans)
    if fact.attribute in ("family", "pet"):  # one form: "dog Biscuit"
        fact = replace(fact, value=_NAMED_SO.sub("", fact.value))
    mode = _mode(fact, saying, spans)
    if fact.attribute == "owns" and not fact.predicate and _said_as_one(fact.value, saying):
        fact = replace(fact, predicate=f"own {with_article(fact.value)}")
    if mode is Mode.CORRECTION:
        fact = replace(fact, value=_NOT.sub("", fact.value), predicate=_NOT.sub("", fact.predicate))
    quote = _quote(saying)
    predicate = _with_time(fact, saying, spans)
    predicate = predicate_said(fact.attribute, fact.value, quote) or predicate
    text = statement(fact.attribute, fact.value, fact.subject, mode, predicate)
    text = text_said(text, mode, quote)
    return make_candidate(
        fact.attribute,
        fact.value,
        text=text,
        quote=quote,
        subject=fact.subject,
        mode=mode,
        language="en",
        importance=_importance(fact, quote),
        confidence=round(max(0.3, fact.confidence - saying.clause.hedge), 2),
        **_validity(fact, mode, saying, spans),
    )


_NAMED_DAY = re.compile(r"(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.I)


def _last_such_day(span: TimeSpan, saying: Saying) -> TimeSpan:
    """Return the last Monday for the "on Monday" of what has been done already."""
    now, said = saying.reading.now, saying.reading.parsed.doc.text[span.start : span.end]
    if not (span.since and span.until and span.since > now and _NAMED_DAY.match(said.strip())):
        return span
    week = timedelta(days=7)
    return replace(span, since=span.since - week, until=span.until - week)


def _without_time(fact: Fact, saying: Saying) -> Fact:
    """Take from "school in September" when it begins, which is no part of what is studied."""
    said = saying.reading.parsed.doc.text
    for span in saying.reading.times_between(saying.clause.start, saying.clause.end):
        when = said[span.start : span.end].strip()
        if when and fact.value.endswith(f" {when}"):
            value = fact.value.removesuffix(when).strip()
            return replace(fact, value=value, predicate=fact.predicate.replace(fact.value, value))
    return fact


def _whole(fact: Fact, quote: str) -> Fact:
    """Return a fact whose value was cut where it goes on, or that goes on where it ends."""
    if fact.value == "being called":
        named = re.search(r"\bbeing called (?:an? )?[\w'-]+", quote, re.I)
        return replace(fact, value=named[0], predicate="") if named else fact
    if fact.attribute == "medication":  # "metformin for type 2 diabetes"
        return replace(fact, value=fact.value.partition(" for ")[0])
    return fact


def _said_as_one(thing: str, saying: Saying) -> bool:
    """Say whether a thing was named as a single one: "a kayak", "an old boat", "my piano"."""
    said = saying.reading.parsed.doc.text[saying.clause.start : saying.clause.end]
    one = "an?" if re.search("[^s]s$", thing) else "(?:an?|my|our|his|her|their)"
    named = rf"\b{one}\s+(?:[\w-]+\s+){{0,2}}{re.escape(thing)}\b"
    return re.search(named, said, re.I) is not None


def _mode(fact: Fact, saying: Saying, spans: list[TimeSpan]) -> Mode:
    clause = saying.clause
    if saying.forced_mode is not None:
        return saying.forced_mode
    corrects = saying.is_correction or NOT_THEN.search(_quote(saying)) is not None
    if corrects and fact.mode in (None, Mode.STANDING):
        return Mode.CORRECTION
    if fact.mode is not None:
        return fact.mode
    if clause.used_to:
        return Mode.PAST
    head = fact.attribute.partition(":")[0]
    said = saying.reading.parsed.doc.text
    lasting = any(span.role in ("since", "duration") for span in spans) or (
        _FOR_YEARS.search(said[clause.start : clause.end]) is not None
    )
    spans = [s for s in spans if not _STARTS.match(said[s.start : s.end])]
    bounded = any(span.role in ("until", "for_now") for span in spans)
    if bounded and head in ("fact", "occupation", "habit") and not clause.is_past and not lasting:
        return Mode.TEMPORARY
    if (
        head in _STATES
        and not clause.is_past
        and not lasting
        and any(_is_passing(s, saying.reading.now) for s in spans)
    ):
        return Mode.TEMPORARY
    return Mode.STANDING


def _with_time(fact: Fact, saying: Saying, spans: list[TimeSpan]) -> str:
    """Return the predicate of what is to come with the time that was said ("on Friday")."""
    coming = [s for s in spans if s.until and s.until > saying.reading.now]
    dated = fact.attribute in _DATED and fact.predicate and fact.mode is not Mode.DENIAL
    if not (dated and coming) or find_times(fact.predicate, saying.reading.now):
        return fact.predicate
    said = saying.reading.parsed.doc.text
    when = " ".join(said[s.start : s.end].strip() for s in coming if s.role in ("at", "until"))
    when = f"on {when}" if when[:1].isdigit() else when
    return f"{fact.predicate} {when}".strip()


# "called Biscuit", and the "she's 14" behind it
_NAMED_SO = re.compile(
    r"\b(?:called|named) (?=[A-Z])|,? (?:and )?(?:she|he|it|they)(?:'s| is| are| has| have)\b.*$"
)
_NOT = re.compile(r",? (?:and )?not (?:on |in |at |for )?[\w' ]+$")  # "on 14 July, not 12 July"
_HANGING = re.compile(
    r"(?<=\w{2}) (?:in|on|of|with) (?:it|them|that|this)$", re.I
)  # "sesame in it"
_FOR_YEARS = re.compile(r"\b\d+ (?:years|months)\b(?! ago)", re.I)
_STARTS = re.compile(r"(?:from|starting|as of|beginning)\b", re.I)


def _is_passing(span: TimeSpan, now: datetime) -> bool:
    if span.role in ("for_now", "until"):
        return True
    if span.role != "at" or span.since is None or span.until is None:
        return False
    return (span.until - now).days < A_YEAR  # "haven't eaten meat in 12 years" passes never


def _validity(
    fact: Fact, mode: Mode, saying: Saying, spans: list[TimeSpan]
) -> dict[str, datetime | None]:
    now = saying.reading.now
    head = fact.attribute.partition(":")[0]
    begun = next((s.since for s in spans if s.since and s.since <= now and s.role != "until"), None)
    coming = _coming(fact, saying, spans)
    if coming is not None and mode in (Mode.STANDING, Mode.CORRECTION):
        return {"valid_from": coming}
    named = [
        next_such_month(s, fact.predicate, now)
        for s in (find_times(fact.predicate, now) if head in _DATED else ())
        if s.until
    ]
    ends = max((s.until for s in named or spans if s.until and s.until > now), default=None)
    if mode is Mode.TEMPORARY:
        return {"valid_from": now, "expires_at": ends or end_of_day(now)}
    if mode is Mode.PAST:
        past = [s for s in spans if s.until and s.until <= now and s.role in ("at", "ago", "until")]
        ended = past[-1].until if past else now
        return {"valid_from": past[0].since if past else None, "valid_to": ended}
    if mode in (Mode.DENIAL, Mode.FORGET):
        return {}
    if head in _DATED:
        if ends:
            return {"expires_at": ends}
        return {"valid_from": begun} if begun and head != "plan" else {}
    if begun and (head in _PASSED or any(s.role in ("since", "duration") for s in spans)):
        return {"valid_from": begun}
    return {}


_BEGINNING = re.compile(
    r"\b(?:start|begin|join|take over)(?:ing|ning|s)?\b|\b(?:moving|relocating|retiring)\b", re.I
)


def _coming(fact: Fact, saying: Saying, spans: list[TimeSpan]) -> datetime | None:
    """Return when "I start as a teacher in March" begins to hold, None if it does already.

    A month without its year is the one to come, where something begins that has not yet.
    """
    said = saying.reading.parsed.doc.text[saying.clause.start : saying.clause.end]
    head = fact.attribute.partition(":")[0]
    starts = not _LASTS.search(said) and any(_is_start(span, saying) for span in spans)
    begins = _BEGINNING.search(said) or starts
    if saying.clause.is_past or head not in _BEGUN or not begins:
        return None
    now = saying.reading.now
    for span in spans:
        is_begin = span.role == "at" or _is_start(span, saying)
        if not is_begin or span.since is None or re.search(r"\d{4}|last|ago", said):
            continue
        later = span.since
        if span.until is not None and span.until < now:
            later += timedelta(days=366 if isleap(now.year + 1) and later.month > 2 else 365)
        if later > now:
            return later
    return None


def _is_start(span: TimeSpan, saying: Saying) -> bool:
    """Say whether a time is named as a beginning: "from March", "starting in May"."""
    return _STARTS.match(saying.reading.parsed.doc.text[span.start : span.end]) is not None


_LASTS = re.compile(r"\b(?:have|has|been)\b|'ve\b", re.I)  # "have worked there from March"
_GONE = re.compile(r"\b(?:last|ago|yesterday|since)\b", re.I)
_STAYING = re.compile(r"\b(?:i'm|i am|we're|we are) (?:\w+ )?in [A-Z]", re.I)
_LEAVING = re.compile(r"\b(leaving|quitting|resigning from)\b", re.I)


def _as_plan(fact: Fact, saying: Saying, spans: list[TimeSpan]) -> Fact:
    """Turn "I'm leaving Acme in January" into the plan that it is until then."""
    said = saying.reading.parsed.doc.text[saying.clause.start : saying.clause.end]
    later = [s for s in spans if s.role in ("at", "until") and not _GONE.search(said)]
    head = fact.attribute.partition(":")[0]
    now = saying.reading.now
    stays = head == "home" and fact.mode in (None, Mode.TEMPORARY) and _STAYING.search(said)
    if stays and later and all(s.since and s.since > now for s in spans):
        value = f"be in {fact.value}"
        return replace(fact, attribute="plan", value=value, mode=None, predicate=f"plan to {value}")
    if fact.mode is not Mode.DENIAL or head not in _BEGUN or not later or not _LEAVING.search(said):
        return fact
    when = saying.reading.parsed.doc.text[later[0].start : later[0].end].strip()
    value = f"leave {fact.value}".strip()
    return replace(
        fact, attribute="plan", value=value, mode=None, predicate=f"plan to {value} {when}"
    )


_BEGUN = words("occupation employer workplace education home")


def _importance(fact: Fact, quote: str) -> float:
    base = fact.importance
    if base is None:
        base = attribute_spec(fact.attribute).importance
    said = quote.casefold().split()
    return min(1.0, base + 0.1) if any(word.strip(".,!") in _STRONG for word in said) else base


_USED = re.compile(r"\b(?:\w+ )?used $")  # the clause of "I used to smoke" may begin behind it


def _quote(saying: Saying) -> str:
    before = _USED.search(saying.reading.parsed.doc.text[: saying.clause.start])
    start = before.start() if before else saying.clause.start
    span = saying.reading.parsed.source_span(start, saying.clause.end)
    return saying.piece.quote(*span)


def manner(clause: ClauseView) -> Manner:
    """Return how a parsed clause was said."""
    start, end = clause_bounds(clause)
    return Manner(
        start=start,
        end=end,
        is_past=clause.is_past,
        used_to=clause.used_to,
        hedge=clause.hedge,
    )
