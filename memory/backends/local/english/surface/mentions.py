"""Surface rules for what is said by the way, in statements and in questions alike.

"As a vegan, what can I eat?", "is chocolate bad for my dog Rex?", "what opens late here in Leeds?":
the question is nothing to remember, what it takes for granted is.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.backends.local.english.lexicon import (
    ACQUAINTANCE,
    DIETS,
    FAMILY,
    LANGUAGES,
    PETS,
    RELIGIONS,
    ROLES,
)
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.being import being
from memory.backends.local.english.surface.closed import DEMONYMS
from memory.backends.local.english.surface.illness import illness
from memory.backends.local.english.surface.plain import Discourse, Plain
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import place
from memory.domain.types import USER, Mode

_NAME = (
    r"(?-i:(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?(?!(?:Dr|Mr|Mrs|Ms|Prof)\b)[A-Z][\w'’-]+(?:"
    r" [A-Z][\w'’-]+)?)"
)
_NAMES = rf"(?P<n>{_NAME}(?:(?:, | and | & |, and ){_NAME})*)"
_ROLE = "|".join(
    sorted(
        (re.escape(r) for r in ROLES if r not in ("team", "mate", "buddy")), key=len, reverse=True
    )
)
_PET = "|".join(
    sorted((re.escape(p) for p in PETS if p not in ("guinea", "pet")), key=len, reverse=True)
)
_AS = re.compile(
    r"^(?:speaking )?(?:as|being|coming from) (?P<v>an? [^,?!.]+|the (?:parent|mother|father"
    r"|mum|dad) of [^,?!.]+)"
    r"|^(?P<w>[^,]+),? and as an? (?P<x>[^,?!.]+)",
    re.I,
)
_MINE = re.compile(
    rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}?(?P<a>{_PET})(?:,? (?:called|named)|,)? {_NAMES}", re.I
)
_MINE_BEFORE = re.compile(
    rf"\b(?P<n>{_NAME}(?: and {_NAME})?) ?, ?(?:my|our|both|all) (?:[\w-]+ ){{0,2}}?"
    rf"(?P<a>{_PET}|{_ROLE})\b\)?",
    re.I,
)
_RELATIVE = re.compile(
    rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}?(?P<r>{_ROLE})(?:,|,? (?:called|named)| is| are(?:"
    rf" called)?)? {_NAMES}(?!['’]?s? (?:house|flat|place)\b)",
    re.I,
)
_HERE = re.compile(
    r"\b(?:here|back home|at home|home) in (?P<v>[A-Z].+|[a-z]+$)"
    r"|\b(?:my|our) (?:new |little |tiny )?(?:flat|apartment|house|place|studio|cottage"
    r"|bungalow)(?: is)? in (?P<w>[A-Z].+)",
)
_SPEAKER = re.compile(
    r"\b(?:native|fluent|bilingual|mother[- ]tongue) (?P<v>[A-Za-z]+)(?:[/-](?P<w>[A-Za-z]+))?"
    r" speaker"
    r"|\b(?P<x>[A-Za-z]+) (?:is|being) my (?:mother tongue|first language|native (?:language"
    r"|tongue)|(?:second|third|fourth|other) language)",
    re.I,
)
_SOME_OF = re.compile(
    r"^(?:i|we)\b.*\b(?:read|speak|understand|write|know) (?:a (?:bit|little) of|some|basic"
    r"|decent|fluent)"
    r" (?P<v>(?-i:[A-Z])[a-z]+)$",
    re.I,
)
_NOT_AS = re.compile(
    r"^an? (?:kid|child|teenager|teen|result|rule|treat|gift|present|surprise|joke|side|matter"
    r"|student|undergrad|trainee|newbie"
    r"|fact|whole|bonus|start|group|team|student discount|baby|boy|girl|youngster)\b",
    re.I,
)
_CLASSES = (
    "diet",
    "occupation",
    "nationality",
    "medical_condition",
    "religion",
    "marital_status",
    "age",
    "fact",
    "family",
    "allergy",
    "likes",
)


def mentions(segment: Segment, discourse: Discourse) -> Iterator[Fact]:
    """Yield what a clause takes for granted about the user."""
    yield from _animals(segment, discourse)
    yield from _relatives(segment, discourse)
    yield from _introduced(segment, discourse)
    yield from _roles(segment)
    text = segment.text
    match = _SPEAKER.search(text)
    if match:
        for group in ("v", "w", "x"):
            if (
                match[group]
                and match[group].casefold() in LANGUAGES
                and not re.match(r"^(?:is|are|do|does|can) ", text)
            ):
                yield Fact(attribute="language", value=match[group])
    some = _SOME_OF.search(text)
    if some and some["v"].casefold() in LANGUAGES and not segment.is_question:
        yield Fact(attribute="language", value=some["v"])
    level = re.search(
        r"\b(?:[abcABC][12]|fluent|beginner|intermediate|conversational|advanced|decent|okay"
        r"|rusty)\b[\w ]{0,12} in (?P<v>[A-Z][a-z]+)",
        text,
    )
    if level and level["v"].casefold() in LANGUAGES and re.match(r"^i am\b", text, re.I):
        yield Fact(attribute="language", value=level["v"])
    owing = re.search(
        r"\b(?:because of|due to|owing to|thanks to|on account of) my (?P<v>[a-z][\w' -]{2,30})",
        text,
    )
    if owing:
        yield from illness(
            Plain(subject=USER, verb="have", rest=owing["v"], segment=segment), owing["v"]
        )
    lived = re.search(
        r"\b(?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?),? where (?:I|we) live\b", segment.said
    )
    if lived:
        yield Fact(attribute="home", value=lived["v"], mode=Mode.STANDING)
    match = _HERE.search(text)
    if match and not re.search(r"\b(?:his|her|their|used to|grew up|was|were|had)\b", text):
        where = place(match["v"] or match["w"])
        passing = any(s.role in ("until", "for_now") for s in segment.times)
        if where:
            yield Fact(
                attribute="home",
                value=where,
                confidence=0.75,
                mode=Mode.TEMPORARY if passing else None,
            )


_IS_MINE = re.compile(
    rf"^(?!(?:It|This|That|He|She|There|What|Who|One|Everyone)\b)(?P<n>{_NAME}) is (?:also )?my "
    rf"(?:[\w-]+ ){{0,2}}?(?P<r>{_ROLE})$"
)


def _introduced(segment: Segment, discourse: Discourse) -> Iterator[Fact]:
    """Yield the person of "Tom's my brother"."""
    match = _IS_MINE.match(segment.text)
    if match and match["n"].casefold() not in _NOT_NAMES and match["r"].casefold() not in PETS:
        discourse.names[match["n"].casefold()] = ROLES[match["r"].casefold()]
        yield _person(match["r"].casefold(), match["n"])


_DIED = re.compile(
    r"\b(?:died|passed away|passed on|is dead|(?:was|were) put (?:down|to sleep)"
    r"|(?:was|were) run over|crossed the rainbow bridge)\b",
    re.I,
)


def _animals(segment: Segment, discourse: Discourse) -> Iterator[Fact]:
    for match in _MINE.finditer(segment.text):
        for name in _split(match["n"]):
            discourse.names[name.casefold()] = name
            mode = Mode.DENIAL if _DIED.search(segment.text) else None
            yield Fact(attribute="pet", value=f"{_singular(match['a'])} {name}", mode=mode)
    for match in _MINE_BEFORE.finditer(segment.text):
        kind, name = match["a"].casefold(), match["n"]
        discourse.names[name.casefold()] = name if kind in PETS else ROLES[kind]
        if kind in PETS:
            yield Fact(attribute="pet", value=f"{kind} {name}")
        else:
            yield _person(kind, name)


def _relatives(segment: Segment, discourse: Discourse) -> Iterator[Fact]:
    for match in _RELATIVE.finditer(segment.text):
        for name in _split(match["n"]):
            lower = name.casefold()
            if lower in _NOT_NAMES | DEMONYMS | RELIGIONS or lower in LANGUAGES or lower in DIETS:
                continue
            kind = match["r"].casefold()
            discourse.names.setdefault(name.casefold(), ROLES[kind])
            yield _person(kind, name)


_NOT_NAMES = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday i christmas easter january"
    " february march april june july august september october november december".split()
)


def _person(kind: str, name: str) -> Fact:
    role = ROLES[kind]
    plural = {
        "kids": "child",
        "children": "child",
        "sons": "son",
        "daughters": "daughter",
        "sisters": "sister",
        "brothers": "brother",
        "parents": "parent",
        "twins": "twin",
        "cousins": "cousin",
        "friends": "friend",
    }
    role = plural.get(role, role)
    attribute = "family" if kind in FAMILY and kind not in ACQUAINTANCE else "relationship"
    return Fact(
        attribute=attribute,
        value=f"{role} {name}",
        mode=Mode.STANDING,
        predicate=f"have a {role} called {name}",
    )


def _split(names: str) -> list[str]:
    return [n for n in re.split(r",? and |, | & ", names) if n]


def _singular(animal: str) -> str:
    lower = animal.casefold()
    irregular = {"puppies": "puppy", "bunnies": "bunny", "ponies": "pony", "mice": "mouse"}
    singular = lower[:-1] if lower.endswith("s") and not lower.endswith("ss") else lower
    return irregular.get(lower, singular)


_SOMEONE = re.compile(
    r"^(?:speaking )?(?:as|being) (?:someone|somebody|a person) (?:with|who (?:has|suffers from)) "
    r"(?P<v>[^,?!.]+)",
    re.I,
)


def _roles(segment: Segment) -> Iterator[Fact]:
    someone = _SOMEONE.match(segment.text)
    if someone:
        plain = Plain(subject=USER, verb="have", rest=someone["v"], segment=segment)
        yield from illness(plain, someone["v"])
        return
    match = _AS.match(segment.text)
    if segment.joint == "as" and re.match(r"^an? ", segment.text, re.I):
        match = _AS.match(f"as {segment.text}")
    if not match:
        return
    said = re.split(r" (?:i|we|my|our) ", match["v"] or f"a {match['x']}", flags=re.I)[0]
    if _NOT_AS.match(said):
        return
    children = re.match(
        r"^(?:an?|the) (?:[\w-]+ )?(?:parent|mother|father|mum|mom|dad) (?:of|to) (?P<n>[\w -]+)",
        said,
        re.I,
    )
    if children:
        yield Fact(attribute="family", value=f"{children['n']} children", mode=Mode.STANDING)
        return
    plain = Plain(subject=USER, verb="be", rest=said.split(" who ")[0], segment=segment)
    for fact in being(plain):
        if fact.attribute in _CLASSES:
            yield replace(fact, mode=Mode.STANDING)
