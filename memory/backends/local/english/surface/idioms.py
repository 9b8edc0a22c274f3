"""Surface rules whose subject is not the person: "spinach isn't for me", "it's my fortieth"."""

import re
from collections.abc import Iterator

from memory.backends.local.english.lexicon import PETS, ROLES
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.owned import CONTENT
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import action, things
from memory.backends.local.frame import words
from memory.domain.types import Mode

_THING = (
    r"(?P<v>(?!(?:it|that|this|he|she|they|you|what|which|who|there|the|i|we|if|when|no"
    r"|not)\b)[\w' -]{2,40}?)"
)
_BE = r"(?:is|are|was|were|has been|have been)"
_TASTE = re.compile(
    rf"^{_THING} {_BE} (?P<not>not )?(?:for me|my (?:thing|jam|bag|cup of tea|style|scene"
    rf"|favou?rite|favou?rites|happy place|guilty pleasure"
    r"|go-to|weakness|kryptonite|comfort food|passion|obsession|idea of (?P<fun>fun|heaven"
    r"|hell)|pet peeve|nightmare))$",
    re.I,
)
_PEEVE = re.compile(r"(?:pet peeve|nightmare|idea of hell)$", re.I)
_HARM = re.compile(
    rf"^{_THING} (?P<how>makes? me (?:ill|sick|bloated|itch|itchy|sneeze|nauseous|swell(?: up)?"
    rf"|wheeze|unwell|vomit|throw up|feel (?:ill|sick|awful))"
    r"|gives? me (?:hives|a rash|rashes|migraines|headaches|heartburn|cramps|(?:heart"
    r" )?palpitations|indigestion|acne|nightmares|anxiety|insomnia|gas|a headache|bad"
    r" heartburn|stomach ?aches?)"
    r"|does not agree with me|do not agree with me|upsets? my stomach|messes? with my stomach"
    r"|brings? me out in (?:hives|a rash)"
    r"|triggers? my (?:asthma|migraines?|eczema|ibs|allergies))",
    re.I,
)
_MOOD = re.compile(
    rf"^{_THING} (?P<how>drives? me (?:mad|nuts|crazy|up the wall|insane)|gives? me the "
    rf"(?:creeps|ick)|freaks? me out"
    r"|terrif(?:y|ies) me|scares? me|creeps? me out|bores? me(?: to (?:death|tears))?|gets? on"
    r" my nerves|annoys? me|makes? my skin crawl"
    r"|makes? me (?:so )?(?P<good>happy)|cheers? me up|calms? me(?: down)?|relaxes me)\b",
    re.I,
)
_BEATS = re.compile(r"^nothing (?:beats|better than|comes close to) (?:an? |the )?(?P<v>.+)", re.I)
_BIRTHDAY = re.compile(
    r"^(?:it is|today is|tomorrow is) my (?P<n>\d+(?:st|nd|rd|th)|[a-z]+(?:-[a-z]+)?(?:th|st|nd"
    r"|rd|ieth|ond|ird))?(?P<w> birthday| bday)?$",
    re.I,
)
_REFUSED = re.compile(
    r"^no (?:more )?(?P<v>(?!idea|problem|worries|clue|wonder|rush|need|way|thanks|more|one"
    r"|longer|time|chance|point|luck|hurry|doubt|matter|pressure)[\w', -]+?)(?: for me|"
    r" please)?$",
    re.I,
)


_DIED = re.compile(
    rf"^(?:my|our) (?:[\w-]+ )?(?P<a>{'|'.join(sorted(PETS, key=len, reverse=True))})\b,?(?: "
    rf"(?-i:(?P<n>[A-Z]\w+)),?)?"
    r" (?:has |have )?(?:died|passed(?: away)?|was put down|was put to sleep)\b",
    re.I,
)


def idioms(segment: Segment) -> Iterator[Fact]:
    """Yield what a clause says of the user although somebody or something else is its subject."""
    text = segment.text
    match = _TASTE.match(text)
    if (
        match
        and not text.casefold().startswith(("my ", "our ", "her ", "his "))
        and match["v"].split()[0].casefold() not in ROLES
    ):
        peeve = bool(_PEEVE.search(text))
        attribute = "dislikes" if bool(match["not"]) != peeve else "likes"
        past = re.search(r"\b(?:was|were)\b", text) is not None
        if not past:
            yield from (Fact(attribute=attribute, value=v) for v in things(match["v"]))
    match = _HARM.match(text)
    if match:
        how = match["how"].casefold()
        allergic = any(w in how for w in ("hives", "rash", "swell", "itch", "sneeze", "wheeze"))
        yield from (
            Fact(
                attribute="allergy" if allergic else "avoids",
                value=v,
                predicate=f"get ill from {v}",
                confidence=0.8,
            )
            for v in things(match["v"])
        )
    match = _MOOD.match(text)
    if match and not segment.is_question:
        good = bool(match["good"]) or re.search(r"cheer|calm|relax", match["how"]) is not None
        yield from (
            Fact(attribute="likes" if good else "dislikes", value=v, confidence=0.75)
            for v in things(match["v"])
        )
    match = _BEATS.match(text)
    if match:
        yield from (
            Fact(attribute="likes", value=v) for v in things(match["v"], at_prepositions=False)[:1]
        )
    yield from _birthday(segment)
    match = _DIED.match(text)
    if match:
        value = f"{match['a']} {match['n'] or ''}".strip()
        yield Fact(attribute="pet", value=value, mode=Mode.DENIAL)
    match = re.search(
        r"\bno (?P<v>[\w' -]+?) (?:because of|due to|as|for|cos of) my "
        r"(?P<r>[\w-]+)'s allerg(?:y|ies)",
        text,
        re.I,
    )
    if match and match["r"].casefold() in ROLES:
        yield from (
            Fact(attribute="allergy", value=v, subject=ROLES[match["r"].casefold()])
            for v in things(match["v"])
        )
    if segment.joint == "so" and (match := _REFUSED.match(text)):
        for value in things(match["v"]):
            said = value.casefold().split()
            if said[0] not in CONTENT and said[-1] not in _ASKED:
                yield Fact(attribute="avoids", value=value)


_ASKED = words(
    "recipes suggestions jokes recommendations ideas questions examples options tips surprises"
)


def _birthday(segment: Segment) -> Iterator[Fact]:
    match = _BIRTHDAY.match(segment.text)
    if not match or not (match["n"] or match["w"]):
        return
    day = next((s.since for s in segment.times if s.role == "at" and s.since), None)
    if match["n"] and match["n"] != "first":
        value = action(f"{match['n']} birthday")
        yield Fact(
            attribute="event", value=value, predicate=f"celebrate the {value}", mode=Mode.STANDING
        )
    if day is not None:
        yield Fact(attribute="birthday", value=f"{day.day} {day:%B}", mode=Mode.STANDING)
