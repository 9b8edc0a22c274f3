"""Surface rules whose subject is not the person: "spinach isn't for me", "it's my fortieth"."""

import re
from collections.abc import Iterator

from memory.backends.local.english.lexicon import PETS, ROLES
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import FOODS
from memory.backends.local.english.surface.illness import medicine
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
    r"|(?:does|do) (?:horrible|terrible|awful|bad|nasty) things to (?:me|my stomach)"
    r"|(?:wrecks?|destroys?|kills?|ruins?) my (?:stomach|guts?|gut|skin|sleep|digestion)"
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
_VERDICT = re.compile(
    rf"^{_THING} (?:tastes? like (?:soap|dirt|feet|cardboard|medicine|grass|poison|rubber|heaven)"
    r"|(?:is|are) (?:disgusting|gross|vile|revolting|yuck|foul|rank|grim|delicious|elite|the best"
    r"|amazing|heavenly|divine|life))(?P<me> to me| in my book| imo| for me)?$",
    re.I,
)
_BANNED = re.compile(
    rf"^(?:even )?{_THING} (?:is|are) (?:off[ -]limits|an? no[ -](?:no|go)|off the (?:menu|table"
    rf"|cards)"
    r"|out of the question|not an option|forbidden|banned|out)(?P<me> for me)?$",
    re.I,
)
_ANY_DAY = re.compile(r"^give me (?P<v>[\w' -]+?) over .+? (?:any day|every time|anytime)\b", re.I)
_GOOD = re.compile(r"heaven|delicious|elite|best|amazing|divine|life$", re.I)
_BEATS = re.compile(r"^nothing (?:beats|better than|comes close to) (?:an? |the )?(?P<v>.+)", re.I)
_BIRTHDAY = re.compile(
    r"^(?:it is|today is|tomorrow is) my(?: (?P<n>\d+(?:st|nd|rd|th)|[a-z]+(?:-[a-z]+)?(?:th|st|nd"
    r"|rd|ieth|ond|ird)))?(?P<w> birthday| bday)?$",
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
    for rule in (
        _taste,
        _harm,
        _mood,
        _birthday,
        _ahead,
        _advised,
        _lost,
        _week,
        _spared,
        _refused,
    ):
        yield from rule(segment)


def _taste(segment: Segment) -> Iterator[Fact]:
    text = segment.text
    match = _TASTE.match(text)
    owned = text.casefold().startswith(("my ", "our ", "her ", "his "))
    if match and not owned and match["v"].split()[0].casefold() not in ROLES:
        peeve = bool(_PEEVE.search(text))
        attribute = "dislikes" if bool(match["not"]) != peeve else "likes"
        past = re.search(r"\b(?:was|were)\b", text) is not None
        if not past:
            yield from (Fact(attribute=attribute, value=v) for v in things(match["v"]))
    verdict = _VERDICT.match(text)
    if verdict and (verdict["me"] or set(verdict["v"].casefold().split()) & FOODS):
        attribute = "likes" if _GOOD.search(text) else "dislikes"
        yield from (Fact(attribute=attribute, value=v) for v in things(verdict["v"])[:1])
    banned = _BANNED.match(text)
    if banned and (banned["me"] or set(banned["v"].casefold().split()) & FOODS):
        yield from (Fact(attribute="avoids", value=v) for v in things(banned["v"])[:1])
    match = _BEATS.match(text) or _ANY_DAY.match(text)
    if match:
        found = things(match["v"], at_prepositions=False)[:1]
        yield from (Fact(attribute="likes", value=v) for v in found)


def _harm(segment: Segment) -> Iterator[Fact]:
    match = _HARM.match(segment.text)
    if not match:
        return
    how = match["how"].casefold()
    allergic = any(w in how for w in ("hives", "rash", "swell", "itch", "sneeze", "wheeze"))
    for value in things(match["v"]):
        yield Fact(
            attribute="allergy" if allergic else "avoids",
            value=value,
            predicate=f"get ill from {value}",
            confidence=0.8,
        )


def _mood(segment: Segment) -> Iterator[Fact]:
    match = _MOOD.match(segment.text)
    if match and not segment.is_question:
        good = bool(match["good"]) or re.search(r"cheer|calm|relax", match["how"]) is not None
        for value in things(match["v"]):
            yield Fact(attribute="likes" if good else "dislikes", value=value, confidence=0.75)


_PUT_DOWN = re.compile(
    rf"^(?:i|we) (?:had to |have had to )?(?:put|lost) (?:my|our) (?:[\w-]+ ){{0,2}}?"
    rf"(?P<a>{'|'.join(sorted(PETS, key=len, reverse=True))})\b(?: (?-i:(?P<n>[A-Z]\w+)))?"
    r" (?:down|to sleep)$",
    re.I,
)


def _lost(segment: Segment) -> Iterator[Fact]:
    match = _DIED.match(segment.text) or _PUT_DOWN.match(segment.text)
    if match:
        value = f"{match['a']} {match['n'] or ''}".strip()
        yield Fact(attribute="pet", value=value, mode=Mode.DENIAL)


_WEEKDAY = re.compile(
    r"^(?P<d>(?:mon|tues|wednes|thurs|fri|satur|sun)days?)(?: nights?| mornings?| evenings?)?"
    r" (?:is|are|means?) (?:(?P<for>for )|my |our )?(?P<v>[\w' -]{3,30}?)(?P<n> nights?| days?)?$",
    re.I,
)


def _week(segment: Segment) -> Iterator[Fact]:
    """Read "Thursdays are pottery night", "Sundays are for church"."""
    match = _WEEKDAY.match(segment.text)
    if match and (match["for"] or match["n"]):
        value = f"{match['v']}{match['n'] or ''} on {match['d']}"
        yield Fact(attribute="habit", value=value, predicate=f"have {value}")


_SPARED = re.compile(
    r"\bno (?P<v>[\w' -]+?) (?:because of|due to|as|for|cos of) my (?P<r>[\w-]+)'s allerg(?:y|ies)",
    re.I,
)


def _spared(segment: Segment) -> Iterator[Fact]:
    match = _SPARED.search(segment.text)
    if match and match["r"].casefold() in ROLES:
        for value in things(match["v"]):
            yield Fact(attribute="allergy", value=value, subject=ROLES[match["r"].casefold()])


def _refused(segment: Segment) -> Iterator[Fact]:
    match = _REFUSED.match(segment.text) if segment.joint == "so" else None
    for value in things(match["v"]) if match else ():
        said = value.casefold().split()
        if said[0] not in CONTENT and said[-1] not in _ASKED:
            yield Fact(attribute="avoids", value=value)


_ASKED = words(
    "recipes suggestions jokes recommendations ideas questions examples options tips surprises"
)


_DUE = re.compile(
    r"^(?:the|our|my) (?:new |first |second |third )?(?P<v>baby|twins) (?:is|are) due$", re.I
)
_OCCASION = re.compile(
    r"^it is (?:my|our) (?P<v>(?:[\w'-]+ ){0,3}(?:anniversary|graduation|wedding|hen do|stag do"
    r"|housewarming|leaving do|reunion|baby shower|retirement party))$",
    re.I,
)


def _ahead(segment: Segment) -> Iterator[Fact]:
    """Read what is to come and is nobody's deed: "the baby's due in March"."""
    due = _DUE.match(segment.text)
    if due and any(s.role == "at" for s in segment.times):
        said = f"be expecting {'a baby' if due['v'] == 'baby' else 'twins'}"
        yield Fact(attribute="event", value=f"{due['v']} due", predicate=said)
    occasion = _OCCASION.match(segment.text)
    if occasion and segment.ahead:
        yield Fact(attribute="plan", value=occasion["v"], predicate=f"have: {occasion['v']}")


_DOCTOR = re.compile(
    r"^(?:my |the )?(?:doctor|gp|dietitian|dietician|cardiologist|consultant|specialist|dentist"
    r"|nurse"
    r"|nutritionist|doc) (?:has )?(?:told|advised|asked|wants|ordered|warned) me to "
    r"(?P<how>cut (?:down on|out|back on)|avoid|stay (?:off|away from)|give up|stop (?:eating"
    r"|drinking|having)|lay off|go easy on|reduce|limit|take) (?P<v>.+)",
    re.I,
)


def _advised(segment: Segment) -> Iterator[Fact]:
    """Read what a doctor ordered: "my doctor told me to cut down on salt"."""
    match = _DOCTOR.match(segment.text)
    if not match:
        return
    if match["how"].casefold() == "take":
        yield from (
            Fact(attribute="medication", value=v, mode=Mode.STANDING)
            for v in things(match["v"])
            if medicine(v)
        )
        return
    yield from (Fact(attribute="avoids", value=v) for v in things(re.sub(r"^my ", "", match["v"])))


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
