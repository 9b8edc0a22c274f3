"""Surface rules for what somebody says of themself without a verb.

Taglines ("Retired teacher. Widowed.", "35F, nurse, two cats") and forms ("Name: Ana", "New job:
nurse at St Thomas"). One such fragment alone may be anything; two of a message are somebody about
themself.
"""

import re
from collections.abc import Iterator

from memory.backends.local.english.lexicon import LANGUAGES, is_trade
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.being import being, household
from memory.backends.local.english.surface.closed import FIRST_NAMES
from memory.backends.local.english.surface.dwelling import visiting
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import cut as cut_value
from memory.backends.local.english.surface.values import place, things
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_OWN = re.compile(r"^(?:my|our|the|this|his|her|their|your)\b", re.I)
_SEXED = re.compile(r"^(?P<n>[1-9]\d) ?/?(?P<g>[mf]|male|female|man|woman)\b", re.I)
_NAME = re.compile(r"^(?P<v>[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)?)$")
_POSTED = re.compile(
    r"(?:^| )(?P<what>[\w-]+) (?:at|for|with) (?:the )?[A-Z]|(?:^| )(?P<w>[\w-]+) by (?:trade"
    r"|day)\b"
)
_STRONG = (
    "occupation",
    "age",
    "marital_status",
    "pet",
    "family",
    "home",
    "hometown",
    "nationality",
    "gender",
)


def introductions(found: list[Segment]) -> dict[int, list[Fact]]:
    """Return what verbless fragments say of the user, by where it was said."""
    facts: dict[int, list[Fact]] = {}
    for segment in found:
        if segment.is_listed and not segment.is_question and not _OWN.match(segment.text):
            said = _fragment(segment)
            if said:
                facts[segment.start] = said
    flat = [f for group in facts.values() for f in group]
    if len({f.value for f in flat if f.attribute == "occupation"}) > 1:
        return {}  # a list of trades is no curriculum
    named = _name_before(found, flat)
    if named is not None:
        facts[named.start] = [Fact(attribute="name", value=named.text)]
        return facts
    posted = any(_is_post(segment) for segment in found if segment.start in facts)
    strong = sum(f.attribute in _STRONG for f in flat)
    return facts if len(facts) > 1 and strong or posted else {}


def _is_post(segment: Segment) -> bool:
    """Say whether a fragment is a post held somewhere: "nurse at St Thomas"."""
    match = _POSTED.search(segment.text)
    word = (match["what"] or match["w"]).casefold() if match else ""
    return bool(word) and is_trade(word) and segment.joint == ""


def _name_before(found: list[Segment], facts: list[Fact]) -> Segment | None:
    """Return the name at the front of "Jonas, 29, from Hamburg"."""
    first = next((s for s in found if s.text), None)
    if first is None or not first.is_listed or first.is_question:
        return None
    known = first.text.casefold() in FIRST_NAMES
    aged = any(f.attribute in ("age", "hometown", "occupation", "home") for f in facts)
    match = _NAME.match(first.text)
    plain = match and not place_word(first.text)
    return first if aged and (known or plain) and first.text.casefold() not in LANGUAGES else None


def place_word(text: str) -> bool:
    return text.casefold() in _NOT_NAMES or is_trade(text.split(" ")[-1])


_NOT_NAMES = words(
    "male female single married divorced widowed student vegan vegetarian retired hello hi hey"
    " thanks also sorry please engaged muslim christian jewish parent mum mom dad teacher"
)


def _fragment(segment: Segment) -> list[Fact]:
    plain = Plain(subject=USER, verb="", rest=segment.text, segment=segment)
    sexed = _SEXED.match(segment.text)
    if sexed:
        gender = {"m": "male", "f": "female"}.get(sexed["g"].casefold(), sexed["g"])
        return [Fact(attribute="age", value=sexed["n"]), Fact(attribute="gender", value=gender)]
    if re.fullmatch(r"(?:fe)?male|woman|man|non-?binary", segment.text, re.I):
        return [Fact(attribute="gender", value=segment.text.casefold())]
    if re.fullmatch(r"non-?smoker|smoker|teetotal|left-?handed", segment.text, re.I):
        return being(Plain(subject=USER, verb="be", rest=f"a {segment.text}", segment=segment))
    facts = being(plain) or household(plain, segment.text)
    living = re.match(r"^(?:now |currently |living )?in (?P<v>[A-Z].+)", segment.text)
    where = place(living["v"], lower=False) if living else ""
    if where and not facts:
        facts = [Fact(attribute="home", value=where)]
    return facts


# What a form asks -> the attribute, or "be" for what is read like "I am ...".
_KEYS = {
    "name": "name", "full name": "name", "first name": "name", "nickname": "form_of_address",
    "age": "age", "birthday": "birthday", "dob": "birthday", "date of birth": "birthday",
    "location": "home", "city": "home", "home": "home", "lives in": "home", "based in": "home",
    "hometown": "hometown", "home town": "hometown", "from": "hometown",
    "job": "be", "new job": "be", "day job": "be", "current job": "be", "role": "be",
    "new role": "be", "occupation": "be", "profession": "be", "work": "be", "job title": "be",
    "employer": "employer", "company": "employer", "diet": "diet", "allergies": "allergy",
    "allergy": "allergy", "allergic to": "allergy", "languages": "language", "language": "language",
    "pets": "pet", "pet": "pet", "hobbies": "hobby", "hobby": "hobby", "interests": "hobby",
    "likes": "likes", "loves": "likes", "dislikes": "dislikes", "hates": "dislikes",
    "nationality": "nationality", "religion": "religion", "pronouns": "gender",
    "height": "measure:height", "weight": "measure:weight", "meds": "medication",
    "medication": "medication", "medications": "medication", "medical conditions":
    "medical_condition", "conditions": "medical_condition", "goal": "goal", "goals": "goal",
    "status": "marital_status", "relationship status": "marital_status", "car": "owns",
}  # fmt: skip
_FAVORITE = r"(?:all-time |current )?fav(?:ou?rite|e)? (?P<topic>[a-z]+(?: [a-z]+)?)"
_LABELLED = re.compile(
    r"(?:^|(?<=[.!;,\n] )|(?<=[.!;,\n]))(?:my |our )?(?:(?P<key>"
    + "|".join(sorted(map(re.escape, _KEYS), key=len, reverse=True))
    + rf")|{_FAVORITE})(?: is| are)?\s?[:=]\s+(?P<v>[^.;!?\n]{{1,80}})(?P<end>\??)",
    re.I,
)
_MANY = ("allergy", "language", "pet", "hobby", "likes", "dislikes", "medication",
         "medical_condition", "goal")  # fmt: skip
_NONE = re.compile(r"^(?:none|n/?a|no|nil|nothing|unknown|tbd|tbc|-+|\?)\b", re.I)


def labelled(text: str) -> Iterator[tuple[int, int, Fact]]:
    """Yield what a form says ("Allergies: nuts, eggs") and which characters say it."""
    yield from bests(text)
    for match in _LABELLED.finditer(text):
        value = re.split(r",\s*(?=[\w ]{2,16}\s?:)", match["v"])[0].strip(" ,\"'")
        if match["end"] or not value or _NONE.match(value):
            continue
        end = match.start("v") + len(value)
        key = (match["key"] or "").casefold()
        if not key:
            topic = match["topic"].casefold()
            yield match.start(), end, Fact(attribute=f"favorite:{topic}", value=value)
            continue
        for fact in _labelled(_KEYS[key], value):
            yield match.start(), end, fact


_BEST = re.compile(
    r"(?:^|(?<=[.!;,\n] ))(?:my )?(?P<t>[\w ]{2,20}?) (?:pb|pr|personal best|record|best)\s?[:=]\s+"
    r"(?P<v>\d[\d:.,]*(?: ?(?:kg|kilos?|lbs?|minutes|mins?|seconds|km|m))?)",
    re.I,
)


def bests(text: str) -> Iterator[tuple[int, int, Fact]]:
    """Yield the records of "squat PR: 120kg, 5k PB: 22:10"."""
    for match in _BEST.finditer(text):
        topic = f"measure:{match['t'].casefold().strip()}"
        said = f"have the best {match['v']} for {match['t']}"
        yield match.start(), match.end(), Fact(attribute=topic, value=match["v"], predicate=said)


def _labelled(attribute: str, value: str) -> list[Fact]:
    if attribute == "be":
        bare = re.sub(r"^(?:an?|the) ", "", value)
        segment = Segment(text=bare, start=0, end=len(bare), is_listed=True, said=bare)
        found = being(Plain(subject=USER, verb="be", rest=f"a {bare}", segment=segment))
        kept = [f for f in found if f.attribute in ("occupation", "employer", "workplace")]
        return kept or [Fact(attribute="occupation", value=cut_value(bare))]
    if attribute in _MANY:
        return [Fact(attribute=attribute, value=v) for v in things(value, at_prepositions=False)]
    if attribute == "age" and not re.match(r"\d", value):
        return []
    mode = Mode.STANDING if attribute == "birthday" else None
    return [Fact(attribute=attribute, value=value, mode=mode)] if len(value.split()) < 6 else []


_AWAY = re.compile(r"^(?i:off to) (?:the )?(?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)")


def departures(clause: Plain) -> list[Fact]:
    """Read "Off to Crete next Friday", "Back from Vietnam" without a verb."""
    away = _AWAY.match(clause.rest)
    if away and clause.segment.ahead:
        value = f"go to {away['v']}"
        return [Fact(attribute="plan", value=value, predicate=f"plan to {value}")]
    return visiting(clause)
