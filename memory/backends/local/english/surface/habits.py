"""Surface rules for what is done again and again, or never."""

import re

from memory.backends.local.english.evidence import SOFTWARE
from memory.backends.local.english.lexicon import HOBBY_VERBS
from memory.backends.local.english.planning import MENTAL
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.customs import CUSTOMS
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, things
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_REGULAR = re.compile(
    r"\b(?:every|each) (?:other |single |second )?(?:day|week|month|year|night|morning|evening"
    r"|afternoon"
    r"|weekday|weekend|spring|summer|autumn|winter|\w+day|lunch|christmas|now and then)s?\b"
    r"|\b(?:once|twice|\w+ times|\w+ (?:days|nights|hours|evenings|mornings)|\d[\w.]*(?: \w+)?)"
    r" (?:a|per|each|every) (?:day|week|month|year|night)\b"
    r"|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:on|at) weekends\b|\bmost (?:days"
    r"|mornings"
    r"|evenings|nights|weekends|afternoons)\b|\b(?:daily|nightly|weekly|on weekdays|in the"
    r" mornings?"
    r"|in the evenings?|(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)(?:day)?s?(?:[, &/]+(?:and )?"
    r"(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)(?:day)?s?)+|before bed|first thing|after"
    r" work|at night|before work|before breakfast)\b",
    re.I,
)


_HOBBY_NOUNS = words(
    "climbing bouldering running cycling swimming yoga pilates crossfit boxing judo karate rowing"
    " sailing surfing skiing knitting crochet pottery ceramics gardening photography painting"
    " drawing"
    " guitar piano violin cello drums saxophone ukulele bass flute trumpet clarinet harp banjo"
    " tennis"
    " badminton squash football soccer basketball volleyball cricket rugby hockey golf chess bridge"
    " poker darts padel pickleball fencing archery ballet salsa tango improv choir theatre"
    " calligraphy"
    " woodworking birdwatching birding hiking geocaching jiu-jitsu bjj taekwondo kickboxing"
    " triathlon"
    " origami embroidery quilting carpentry baking brewing astronomy beekeeping dnd d&d wargaming"
    " capoeira zumba aikido dancing camping fishing kayaking paddleboarding snowboarding"
    " weightlifting"
)


def habits(clause: Plain) -> list[Fact]:
    """Read what is done again and again, and what used to be."""
    seldom = re.search(r"\b(?:rarely|seldom|hardly ever)\b", clause.segment.said, re.I)
    plain = not (clause.is_past or clause.is_perfect or clause.modals or clause.noun)
    if seldom and plain and clause.verb in _SELDOM and clause.subject == USER:
        value = _until_clause(f"{seldom[0].casefold()} {clause.verb} {clause.rest}".strip())
        return [fact(clause, "habit", value, mode=Mode.STANDING, predicate=value)]
    if not clause.is_asserted or not clause.verb or clause.is_future:
        return []
    if clause.verb in MENTAL - {"have", "get", "look", "be"} or clause.verb in (
        "like",
        "love",
        "hate",
        "enjoy",
        "prefer",
    ):
        return []
    if {w.casefold() for w in re.findall(r"\w+", clause.rest)} & SOFTWARE:
        return []
    if clause.used_to:
        return _former(clause)
    placed = re.match(r"^(?:on|at|in|up at|up by|up before) ", clause.rest)
    if _lasted(clause):
        value = action(f"{clause.verb} {clause.rest}")
        return [fact(clause, "habit", value, mode=Mode.PAST)]
    if (
        clause.is_past
        or clause.is_perfect
        or clause.is_imperative
        or clause.verb == "be"
        and not placed
    ):
        return _hobby(clause)
    said = f"{clause.verb} {clause.rest}"
    only = (
        re.search(r"\b(?:only|exclusively|mostly|mainly)\b", clause.segment.said)
        and clause.verb in _CHOOSING
    )
    often = clause.segment.is_customary and clause.verb in CUSTOMS and clause.subject == USER
    often = often or only or clause.is_frequent and clause.verb not in _HAPPENING
    regular = _REGULAR.search(said) or often or any(s.role == "every" for s in clause.segment.times)
    if not regular:
        return _hobby(clause)
    if clause.verb in _HAPPENING - {"get"} or len(clause.rest.split()) > 14 or not clause.rest:
        return []
    value = _until_clause(f"{clause.verb} {clause.rest}")
    return [fact(clause, "habit", value, mode=None, predicate=value)]


_ONCE_DONE = words(
    "smoke drink commute volunteer coach play row box fence dance swim sing act vape gamble"
)


def _lasted(clause: Plain) -> bool:
    """Say whether it was done for years and is over: "I smoked for twenty years"."""
    years = re.search(r"\bfor (?:\w+ )?(?:[\w-]+) (?:years|months|decades)\b", clause.segment.said)
    past = clause.is_past and not clause.is_perfect and not clause.is_progressive
    return bool(past and years and clause.verb in _ONCE_DONE)


_SELDOM = words("eat drink cook watch drive travel fly smoke gamble read swim exercise wear")


_CHOOSING = words("buy use wear shop listen watch read travel drink cook work study train")


_HAPPENING = words(
    "get end seem feel forget lose wonder hear happen look sound find think miss have"
)


def _until_clause(text: str) -> str:
    return re.split(r",| (?:but|so|because|which|when|if|and (?:i|it|my|then)) ", text)[0].strip()


def _former(clause: Plain) -> list[Fact]:
    if clause.verb in ("live", "work", "be", "have", "own", "like", "love", "hate"):
        return []
    if clause.verb in HOBBY_VERBS and clause.rest:
        value = _until_clause(f"{clause.verb} {clause.rest}")
        return [fact(clause, "habit", value, mode=Mode.PAST)]
    value = action(f"{clause.verb} {clause.rest}")
    return [fact(clause, "habit", value, mode=Mode.PAST)] if " " in value else []


def _hobby(clause: Plain) -> list[Fact]:
    """Read "do pottery", "play padel", "took up climbing", "got into fencing"."""
    rest, verb = clause.rest, clause.verb
    taken = (
        verb == "take"
        and re.match(r"^up ", rest)
        or verb == "get"
        and re.match(r"^(?:back )?into ", rest)
        or verb in ("start", "do", "play", "practise", "practice", "switch", "swap", "go")
    )
    dabbles = re.match(r"^in (?P<v>.+)", rest) if verb == "dabble" else None
    taught = re.match(r"^(?:my|him|her)self (?P<v>(?!to\b).+)", rest) if verb == "teach" else None
    if (dabbles or taught and clause.is_progressive) and not clause.is_past:
        match = dabbles or taught
        return [fact(clause, "hobby", v, mode=None) for v in things(match["v"])] if match else []
    if not taken or clause.is_imperative:
        return []
    if verb in ("switch", "swap"):
        match = re.search(r"\bto (?P<v>.+)", rest)
        rest = match["v"] if match else ""
    past = clause.is_past and not clause.is_perfect and verb in ("do", "play", "go")
    if past:
        return []
    rest = re.sub(r"^(?:up|into|back into|doing|playing|going) ", "", rest)
    rest = re.sub(r"^(?:a bit of|some|the|a lot of) ", "", rest)
    found = [v for v in things(rest) if _HOBBY_NOUNS & {v.casefold(), v.casefold().split()[-1]}]
    return [fact(clause, "hobby", v, mode=None) for v in found]


def vows(clause: Plain) -> list[Fact]:
    """Read "I never lend money to friends", "I won't get on a motorbike again"."""
    vowed = re.match(r"^(?P<v>.{4,40}?) (?:ever )?again(?=$|,)", clause.rest)
    if clause.is_future and clause.is_negated and vowed and clause.is_asserted is False:
        own = clause.subject == USER and not (clause.noun or clause.modals or clause.is_progressive)
        value = f"{clause.verb} {vowed['v']}"
        said = f"never {value} again"
        ok = own and clause.verb not in MENTAL - {"get", "have"}
        return [fact(clause, "never", value, mode=None, predicate=said)] if ok else []
    if (
        not clause.never
        or clause.noun
        or clause.is_past
        or clause.is_perfect
        or clause.subject != USER
    ):
        return []
    if (
        clause.is_imperative
        or clause.verb in MENTAL | words("mind get understand have be")
        or not clause.rest
    ):
        return []
    if clause.modals - {"can"} or "can" in clause.modals:
        return []
    value = _until_clause(f"{clause.verb} {clause.rest}")
    return [Fact(attribute="never", value=value, mode=Mode.STANDING, predicate=f"never {value}")]
