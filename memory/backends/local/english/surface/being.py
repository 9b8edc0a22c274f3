"""Surface rules for what somebody is: "am 34", "am allergic to latex", "grew up in Basel"."""

import re
from dataclasses import replace

from memory.backends.local.english.lexicon import (
    CONDITIONS,
    DIETS,
    FREE_DIET,
    LANGUAGES,
    MARITAL,
    PETS,
    RELIGIONS,
    is_trade,
)
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import DEMONYMS, FIRST_NAMES, NUMERALS
from memory.backends.local.english.surface.facts import became, fact, mode_of
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.posts import trade
from memory.backends.local.english.surface.values import cut, place, things
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_AGE = re.compile(
    r"^(?:about |around |almost |nearly )?(?P<n>\d{1,3})(?:\s*(?:years? old|yrs? old|y/o|yo|yr"
    r" old))?"
    r"(?=$|[,.]| (?:and|from|with|so|but|next|in|on|this|tomorrow|today|-)\b)"
    r"|^(?:about |almost |nearly )?(?P<w>\d{1,3}|[a-z]+(?:-[a-z]+)?) (?:years?|months?"
    r"|weeks?)[ -]old\b",
    re.I,
)


_HEIGHT = re.compile(
    r"^(?:about )?(?P<v>(?:four|five|six|seven)[ -](?:foot|feet|ft)(?:[ -](?:one|two|three|four"
    r"|five|six|seven|eight|nine|ten|eleven|\d+))?|\d ?(?:'|ft|foot|feet) ?\d{0,2}(?:\"|''"
    r"|in\b|inches)?|\d[.,]\d\d ?m\b|1\d\d ?cm\b)"
    r"(?: tall)?",
    re.I,
)


_WEIGHT = re.compile(
    r"^(?:about |around )?(?P<v>\d{2,3}(?:[.,]\d)? ?(?:kg|kilos?|lbs?|pounds|stone(?: \d+)?)\b)",
    re.I,
)


_LIKING = re.compile(
    r"^(?:(?:a )?(?:big|huge|massive|real|total|lifelong|great|die-?hard)? ?(?:fan|lover"
    r"|admirer) of|a sucker for|into"
    r"|keen on|fond of|crazy about|mad about|nuts about|obsessed with|addicted to|hooked on"
    r"|passionate about|partial to|all about|in love with|big on|mad for)\s+(?P<v>.+)",
    re.I,
)


_PERSON = re.compile(
    r"^(?:more of )?(?:a|an) (?:big |huge |massive |total |real |proper |hardcore )?"
    r"(?P<v>[\w'-]+(?: [\w'-]+)?)"
    r" (?:person|guy|girl|drinker|lover|man|woman|nerd|geek|nut|addict|fan|enthusiast|buff"
    r"|freak)\b",
    re.I,
)


_TRAITS = re.compile(
    r"^(?:a |an )?(?P<v>(?:left|right)-?handed|lefty|southpaw|(?:early|morning) (?:bird|riser"
    r"|person)|night owl"
    r"|light sleeper|heavy sleeper|slow reader|introvert(?:ed)?|extrovert(?:ed)?|ambidextrous"
    r"|only child|homebody|night person|evening person|perfectionist|people person|vegetarian cook"
    r"|aquarius|pisces|aries|taurus|gemini|leo|virgo|libra|scorpio|sagittarius|capricorn"
    r"|non-?smoker|smoker|organ donor|blood donor|single (?:mum|mom|dad|parent|mother|father))\b",
    re.I,
)


_FEAR = re.compile(r"^(?:scared|terrified|afraid|frightened|petrified) of (?P<v>.+)", re.I)


_ALLERGIC = re.compile(
    r"^(?:mildly )?(?:allergic|intolerant|hypersensitive|sensitive) to (?P<v>.+)", re.I
)


_INTOLERANT = re.compile(r"^(?P<v>[a-z]+)[ -]intolerant\b", re.I)


def being(clause: Plain) -> list[Fact]:
    """Read a copular clause or a fragment without a verb ("allergic to nuts")."""
    if clause.verb not in ("be", "become", "turn", "stay", "remain", "") or clause.noun:
        return []
    if clause.is_future or clause.modals or not clause.rest:
        return []
    found = _complement(clause, clause.rest)
    parts = re.split(
        r"\s*,\s*(?:and )?|\s+and\s+(?=(?:an?|from|living|based|married|single|allergic|\d+"
        r" ?kg)\b)",
        clause.rest,
    )
    for part in parts[1:] if clause.subject == USER and clause.verb in ("be", "") else ():
        extra = _complement(clause, part.strip()) or household(clause, part.strip())
        found += [
            f
            for f in extra
            if (f.attribute, f.value) not in [(g.attribute, g.value) for g in found]
        ]
    return found


def _complement(clause: Plain, rest: str) -> list[Fact]:
    for rule in (_ourselves, _named, _numbers, _allergic, _leaning, _class, trade, _where, _trait):
        found = rule(clause, rest) if rest else []
        if found:
            return found
    return []


def _named(clause: Plain, rest: str) -> list[Fact]:
    """Read "i'm dave, 29": a first name in lower case; the parser sees those with a capital."""
    match = re.match(r"^(?P<v>[a-z]+)(?=$|[,.!]| (?:and|from|here|btw|by|from)\b)", rest)
    short = re.search(r", (?:short for|from|aka|or) ", clause.segment.text) is not None
    known = match is not None and clause.verb == "be" and (match["v"] in FIRST_NAMES or short)
    if not known and clause.segment.opens and clause.verb == "be":
        match = _OPENING_NAME.match(rest)
        known = match is not None and not set(match["v"].casefold().split()) & _NO_NAMES
    if not known or clause.subject != USER or clause.is_negated or clause.is_past:
        return []
    return [fact(clause, "name", match["v"] if match else "")]


_OPENING_NAME = re.compile(
    r"^(?!\w+-[a-z])(?P<v>[A-ZÀ-Þ][a-zà-ÿ'-]+(?: [A-ZÀ-Þ][a-zà-ÿ'-]+)?)"
    r"(?=$|[,.!]| (?:and|from"
    r"|here)\b)"
)
_NO_NAMES = (
    DEMONYMS
    | RELIGIONS
    | CONDITIONS
    | frozenset(LANGUAGES)
    | frozenset(DIETS)
    | frozenset(MARITAL)
    | words(
        "sorry sure fine okay ok good great team gen gemini leo virgo libra scorpio pisces aries"
        " taurus aquarius capricorn sagittarius batman labour republican democrat european asian"
        " african hispanic latino latina native monday tuesday wednesday thursday friday saturday"
        " sunday gryffindor hufflepuff slytherin ravenclaw done here back home out in off on not"
        " free ready late lost tired hungry happy sad new old"
    )
)
_HOUSEHOLD = re.compile(
    r"^(?:(?:have|got|with|plus) )?(?P<n>no|an?|one|two|three|four|five|six|\d) (?:[\w-]+"
    r" ){0,2}?(?P<w>[a-z]+)$",
    re.I,
)


def household(clause: Plain, part: str) -> list[Fact]:
    """Read the "two teenage boys", "a cat" of somebody who introduces themself."""
    match = _HOUSEHOLD.match(part)
    if not match or match["n"].casefold() == "no":
        return []
    word = match["w"].casefold()
    value = re.sub(r"^(?:have|got|with|plus) ", "", part)
    if word in PETS:
        return [fact(clause, "pet", re.sub(r"^an? ", "", value))]
    if word in words(
        "kids children boys girls sons daughters kid child son daughter brothers sisters girl boy"
        " grandkids grandchildren grandson granddaughter teenagers toddlers toddler twins"
    ):
        return [fact(clause, "family", value)]
    return []


def _numbers(clause: Plain, rest: str) -> list[Fact]:
    if clause.is_negated or clause.used_to or clause.is_past and clause.verb != "turn":
        return []
    if clause.verb == "turn" and clause.segment.ahead and not clause.is_past:
        return []
    height = _HEIGHT.match(rest)
    if height and len(height["v"]) > 2:
        return [fact(clause, "measure:height", height["v"].strip())]
    weight = _WEIGHT.match(re.sub(r"^(?:at|down to|up to|down at) ", "", rest))
    if weight:
        return [fact(clause, "measure:weight", weight["v"])]
    decade = re.match(
        r"^in (?:my|his|her) (?P<v>(?:early|mid|late)[ -]?)?(?P<n>teens|twenties|thirties"
        r"|forties|fifties"
        r"|sixties|seventies|eighties|nineties|\d0s)\b",
        rest,
        re.I,
    )
    if decade and clause.verb == "be":
        return [fact(clause, "age", f"{decade['v'] or ''}{decade['n']}", mode=None)]
    age = _AGE.match(rest)
    if age and (age["w"] or 1 < int(age["n"]) < 110):
        if age["w"] and not (age["w"].isdigit() or age["w"].split("-")[0] in NUMERALS):
            return []
        if age["w"] == "one" or clause.verb == "" and not age["w"] and not clause.segment.is_listed:
            return []
        value = age["n"] or age["w"]
        if age["w"] and "month" in age[0]:
            value = age[0].strip()
        return [fact(clause, "age", value, mode=None)] + _after_comma(clause, rest, age.end())
    return []


def _after_comma(clause: Plain, rest: str, end: int) -> list[Fact]:
    """Read on after "34, a nurse from Leeds"."""
    tail = rest[end:].strip(" ,.")
    tail = re.sub(r"^and ", "", tail)
    if not tail:
        return []
    for rule in (trade, _where, _class):
        found = rule(clause, tail)
        if found:
            return found
    return []


def _allergic(clause: Plain, rest: str) -> list[Fact]:
    match = _ALLERGIC.match(rest)
    if match:
        mild = rest.casefold().startswith("sensitive")
        return [
            fact(clause, "allergy", value, confidence=0.75 if mild else 0.9)
            for value in things(match["v"])
        ]
    match = _INTOLERANT.match(rest)
    if match and match["v"].casefold() not in ("so", "very", "an"):
        value = match["v"]
        return [fact(clause, "allergy", value, predicate=f"be {value} intolerant")]
    return []


def _leaning(clause: Plain, rest: str) -> list[Fact]:
    match = _LIKING.match(rest)
    if match and clause.verb in ("be", ""):
        if clause.is_negated:
            denied = clause.is_ended
            return [
                fact(
                    clause,
                    "likes" if denied else "dislikes",
                    v,
                    mode=Mode.DENIAL if denied else None,
                )
                for v in things(match["v"])
            ]
        return [fact(clause, "likes", v) for v in things(match["v"])]
    unkeen = re.match(r"^(?:really |much of a )?one for (?P<v>.+)", rest, re.I)
    if unkeen and clause.is_negated and not clause.is_past:
        return [fact(clause, "dislikes", v, mode=None) for v in things(unkeen["v"])]
    match = _FEAR.match(rest)
    if match and not clause.is_past:
        return [
            fact(clause, "dislikes", v, predicate=f"be afraid of {v}") for v in things(match["v"])
        ]
    match = re.match(
        r"^(?:great|good|fine|comfortable) with (?P<v>heights|crowds|blood|needles|spiders"
        r"|flying|confrontation|conflict|small talk|water)\b",
        rest,
        re.I,
    )
    if match and clause.is_negated:
        return [fact(clause, "dislikes", match["v"], mode=None)]
    return _kind_of_person(clause, rest)


_DEGREES = words(
    "heavy light regular social moderate binge big huge massive total real proper casual frequent"
    " occasional great true lifelong die-hard poor hard bit"
)
_PLAIN_PEOPLE = words(
    "morning night evening people private busy good nice big funny different young old single quiet"
    " shy patient creative visual curious kind"
)


def _kind_of_person(clause: Plain, rest: str) -> list[Fact]:
    """Read "more of a tea person", "not a cat person"; "a patient person" likes nothing."""
    match = _PERSON.match(rest)
    if not match or clause.is_past:
        return []
    value = match["v"].casefold()
    adjective = value.endswith(("ive", "ous", "ful", "ly", "ic"))
    said = set(value.split())
    if (
        said & _DEGREES
        or value.split()[-1] in _PLAIN_PEOPLE
        or adjective
        or is_trade(value)
        and "of" not in rest
    ):
        return []
    return [fact(clause, "dislikes" if clause.is_negated else "likes", match["v"], mode=None)]


def _class(clause: Plain, rest: str) -> list[Fact]:
    """Read words of the closed classes: diets, religions, nations, marital states, conditions."""
    said = re.match(r"^(?:an? |the )?((?:[\w'-]+ ?){1,4})", cut(rest, at_prepositions=True))
    plain = said[1].strip() if said else ""
    first, lower = plain.split(" ")[0], plain.casefold()
    if not plain:
        return []
    diet = DIETS.get(first.casefold().strip(",")) or (
        m[0].casefold().replace(" ", "-") if (m := FREE_DIET.match(rest)) else ""
    )
    if diet:
        return [fact(clause, "diet", diet, mode=became(clause), confidence=0.9)]
    sober = re.match(r"^(?:\d+|[a-z]+) (?:years?|months?|weeks?|days?) (?:sober|dry)\b", rest, re.I)
    if sober or first.casefold() in ("teetotal", "sober", "teetotaller"):
        lasting = Mode.STANDING if sober and not clause.is_negated else mode_of(clause)
        return [fact(clause, "avoids", "alcohol", mode=lasting)]
    sect = _SECT.match(rest)
    if sect:
        return [fact(clause, "religion", sect["v"], mode=became(clause))]
    devout = _DEVOUT.match(rest)
    if devout or first.casefold() in RELIGIONS:
        value = devout["v"] if devout else first
        return [fact(clause, "religion", value, mode=became(clause))]
    apart = re.search(r"\bdivorced from\b", clause.segment.said)
    if (
        first.casefold() in MARITAL
        and not apart
        and not lower.startswith(
            (
                "single mum",
                "single mom",
                "single dad",
                "single parent",
                "engaged in",
                "separated from",
            )
        )
    ):
        if clause.is_progressive or first.casefold() == "single" and len(lower.split()) > 1:
            return []
        return [fact(clause, "marital_status", MARITAL[first.casefold()])]
    return _health(clause, rest, plain) or _nation(clause, rest, plain)


_DEVOUT = re.compile(
    r"^(?:an? )?(?:practi[sc]ing|devout|observant|strict|orthodox|reform|born|raised|committed"
    r"|lifelong|faithful|secular|proud) (?P<v>"
    + "|".join(sorted(RELIGIONS, key=len, reverse=True))
    + r")\b",
    re.I,
)
_SECT = re.compile(
    r"^(?:an? )?(?P<v>jehovah'?s witness|seventh[- ]day adventist|latter[- ]day saint|born[- ]again"
    r" christian|greek orthodox|russian orthodox|hare krishna|practising (?:muslim|catholic))\b",
    re.I,
)
_ILL = re.compile(
    r"^(?:an? )?(?P<v>recovering (?:alcoholic|addict)|(?:breast |prostate |skin )?cancer"
    r" survivor|amputee|wheelchair user|stroke survivor|type (?:1|2|one|two) diabetic"
    r"|chronically ill|immunocompromised|hearing impaired|visually impaired|colou?r blind"
    r"|hard of hearing|short sighted|partially sighted)\b",
    re.I,
)


def _health(clause: Plain, rest: str, plain: str) -> list[Fact]:
    ill = _ILL.match(rest)
    if ill:
        return [fact(clause, "medical_condition", ill["v"], predicate=f"be {ill['v']}")]
    first = plain.split(" ")[0]
    vague = words("add depressed blind deaf cancer reflux")
    if clause.verb and first.casefold() in CONDITIONS - vague:
        return [fact(clause, "medical_condition", first, predicate=f"be {first}")]
    return []


_CITIZEN = re.compile(
    r"(?:an? )?(?:[\w-]+ )?[\w-]+(?: (?:citizen|national|guy|girl|man|woman))?(?:[,.] .*"
    r"| (?:and|but|by|so|living|based|in|at|who) .*)?",
    re.I,
)


_LINGUAL = re.compile(r"^(?:bi|tri|multi)lingual\b(?: in|,|:)? (?P<v>.+)", re.I)


def _nation(clause: Plain, rest: str, plain: str) -> list[Fact]:
    lingual = _LINGUAL.match(rest)
    if lingual:
        spoken = [w for w in re.findall(r"[A-Za-z]+", lingual["v"]) if w.casefold() in LANGUAGES]
        return [fact(clause, "language", w) for w in spoken]
    mixed = re.match(r"^half[ -](?P<v>\w+)(?:,? and)?,? (?:half[ -])?(?P<w>\w+)$", rest, re.I)
    if mixed and {mixed["v"].casefold(), mixed["w"].casefold()} <= DEMONYMS:
        return [fact(clause, "nationality", rest)]
    plain = re.sub(r" (?:living|based|working|born|but|and|who)\b.*", "", plain)
    said = [word.casefold().strip(",") for word in plain.split()]
    demonym = next((w for w in plain.split()[:2] if w.casefold().strip(",") in DEMONYMS), "")
    if not demonym or clause.verb != "be" or not _CITIZEN.fullmatch(rest):
        return []
    starts = rest.casefold().startswith(("a ", "an ", demonym.casefold()))
    person = said[-1] in {demonym.casefold(), *words("citizen national guy girl man woman")}
    return [fact(clause, "nationality", demonym)] if starts and person else []


_OURSELVES = re.compile(
    r"^an? (?:[\w-]+ ){0,2}(?:family|household|couple|pair)(?: of \w+)?(?: (?:based "
    r"|living )?in (?P<v>[A-Z][^,]*?))?"
    r"(?: with (?P<w>(?:an?|one|two|three|four|\d) .+))?$"
)


def _ourselves(clause: Plain, rest: str) -> list[Fact]:
    """Read "we're a family of four in Leeds with two cats"."""
    match = _OURSELVES.match(rest)
    if not match or clause.subject != USER or clause.is_negated:
        return []
    where = place(match["v"]) if match["v"] else ""
    facts = [fact(clause, "home", where, mode=None)] if where else []
    called = re.match(r"(?P<v>.+?) (?:called|named) (?P<n>[A-Z].+)", match["w"] or "")
    with_them = household(clause, called["v"] if called else match["w"] or "")
    name = f" {called['n']}" if called else ""
    return facts + [replace(f, value=f"{f.value}{name}") for f in with_them]


def _where(clause: Plain, rest: str) -> list[Fact]:
    near = re.search(
        r"\b(?:minutes?|mins?|hours?|miles?|km|kilomet(?:re|er)s?)(?: \w+)? (?:from|outside(?: of)?"
        r"|(?:north|south|east|west) of) (?P<v>[A-Z].+)",
        rest,
    )
    if near and clause.verb == "be" and clause.subject == USER and not clause.segment.times:
        where = place(near["v"], lower=False)
        facts = [fact(clause, "home", where, confidence=0.75)] if where else []
        return [] if clause.is_negated or clause.is_past else facts
    match = re.match(r"^(?:originally |actually )?from (?P<v>.+)", rest, re.I)
    if match and clause.verb in ("be", ""):
        where = place(match["v"])
        return [fact(clause, "hometown", where)] if where else []
    match = re.match(
        r"^(?:based|living|settled|located) (?:out of|in|near|just outside|outside|around) "
        r"(?P<v>.+)",
        rest,
        re.I,
    )
    if match:
        where = place(match["v"])
        return [fact(clause, "home", where)] if where else []
    match = re.match(r"^(?:an? )?family (?:of \w+ )?(?:living )?in (?P<v>.+)", rest, re.I)
    if match and (where := place(match["v"])):
        return [fact(clause, "home", where)]
    match = re.match(r"^(?P<v>[A-Z][\w'-]+)-based\b", rest)
    if match:
        return [fact(clause, "home", match["v"])]
    match = re.match(r"^(?:with|at) (?-i:(?P<v>[A-Z][\w&'.-]*(?: [A-Z][\w&'.-]*){0,2}))$", rest)
    if match and clause.verb == "be" and re.search(r"\bnow\b", clause.segment.said):
        return [fact(clause, "employer", match["v"], confidence=0.7)]
    match = re.match(r"^(?:at [\w'’ -]+? )?in (?P<v>.+)", rest, re.I)
    if match and (clause.verb == "be" or clause.is_ended) and clause.subject == USER:
        where = place(match["v"], lower=False)
        bounded = any(
            s.role in ("until", "for_now") or s.role == "at" and s.until
            for s in clause.segment.times
        )
        # "Right now" says where somebody is, "now" where they have come to live.
        come = re.search(r"(?<!right )(?<!just )\bnow\b", clause.segment.said)
        now = come is not None and not clause.is_past
        if where and now and not clause.is_negated and not bounded:
            return [fact(clause, "home", where)]
        if where and clause.is_ended:
            return [fact(clause, "home", where, mode=Mode.DENIAL)]
        if where and bounded and not clause.is_past and not clause.is_negated:
            return [fact(clause, "home", where, mode=Mode.TEMPORARY)]
    return []


def _trait(clause: Plain, rest: str) -> list[Fact]:
    match = _TRAITS.match(rest)
    if match and not clause.is_past and not clause.is_negated and clause.verb == "be":
        return [fact(clause, "fact", match["v"], predicate=f"be {match[0]}", confidence=0.75)]
    return []
