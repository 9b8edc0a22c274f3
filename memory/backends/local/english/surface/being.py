"""Surface rules for what somebody is: "am 34", "am allergic to latex", "grew up in Basel"."""

import re

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
from memory.backends.local.english.surface.closed import DEMONYMS, FIRST_NAMES
from memory.backends.local.english.surface.plain import Plain
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
    r"^(?:about |around )?(?P<v>\d{2,3}(?:[.,]\d)? ?(?:kg|kilos?|lbs?|pounds|stone)\b)", re.I
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
    r"|non-?smoker|smoker|organ donor|blood donor|single (?:mum|mom|dad|parent|mother|father))\b",
    re.I,
)
_FEAR = re.compile(r"^(?:scared|terrified|afraid|frightened|petrified) of (?P<v>.+)", re.I)
_ALLERGIC = re.compile(
    r"^(?:mildly )?(?:allergic|intolerant|hypersensitive|sensitive) to (?P<v>.+)", re.I
)
_INTOLERANT = re.compile(r"^(?P<v>[a-z]+)[ -]intolerant\b", re.I)
_FROM = re.compile(r"^(?:originally |born (?:and (?:raised|bred) )?)?(?:from|in) (?P<v>.+)", re.I)
_ADDICTIVE = words("person people party parties cat dog morning evening night")
_STATES = words("self-employed retired unemployed freelance jobless redundant")


def mode_of(clause: Plain) -> Mode | None:
    """Return the mode of a state as the clause puts it: denied, over, or as it is."""
    if clause.is_negated:
        return Mode.DENIAL
    return Mode.PAST if clause.used_to or clause.is_past else None


def fact(clause: Plain, attribute: str, value: str, **fields: object) -> Fact:
    fields.setdefault("mode", mode_of(clause))
    return Fact(attribute=attribute, value=value, subject=clause.subject, **fields)  # type: ignore[arg-type]


def being(clause: Plain) -> list[Fact]:
    """Read a copular clause or a fragment without a verb ("allergic to nuts")."""
    if clause.verb not in ("be", "become", "turn", "stay", "remain", "") or clause.noun:
        return []
    if clause.is_future or clause.modals or not clause.rest:
        return []
    found = _complement(clause, clause.rest)
    parts = re.split(
        r"\s*,\s*(?:and )?|\s+and\s+(?=(?:an?|from|living|based|married|single|allergic)\b)",
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
    for rule in (_named, _numbers, _allergic, _leaning, _class, _trade, _where, _trait):
        found = rule(clause, rest) if rest else []
        if found:
            return found
    return []


def _named(clause: Plain, rest: str) -> list[Fact]:
    """Read "i'm dave, 29": a first name in lower case; the parser sees those with a capital."""
    match = re.match(r"^(?P<v>[a-z]+)(?=$|[,.!]| (?:and|from|here|btw|by|from)\b)", rest)
    short = re.search(r", (?:short for|from|aka|or) ", clause.segment.text) is not None
    known = match is not None and clause.verb == "be" and (match["v"] in FIRST_NAMES or short)
    if not known or clause.subject != USER or clause.is_negated or clause.is_past:
        return []
    return [fact(clause, "name", match["v"] if match else "")]


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
        "kids children boys girls sons daughters kid child son daughter brothers sisters"
    ):
        return [fact(clause, "family", value)]
    return []


def _numbers(clause: Plain, rest: str) -> list[Fact]:
    if clause.is_negated or clause.is_past and clause.verb != "turn":
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
        if age["w"] and not (age["w"].isdigit() or age["w"].split("-")[0] in _NUMERALS):
            return []
        if age["w"] == "one" or clause.verb == "" and not age["w"] and not clause.segment.is_listed:
            return []
        value = age["n"] or age["w"]
        if age["w"] and "month" in age[0]:
            value = age[0].strip()
        return [fact(clause, "age", value, mode=None)] + _after_comma(clause, rest, age.end())
    return []


_NUMERALS = words(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)


def _after_comma(clause: Plain, rest: str, end: int) -> list[Fact]:
    """Read on after "34, a nurse from Leeds"."""
    tail = rest[end:].strip(" ,.")
    tail = re.sub(r"^and ", "", tail)
    if not tail:
        return []
    for rule in (_trade, _where, _class):
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
    if value.split()[-1] in _PLAIN_PEOPLE or adjective or is_trade(value) and "of" not in rest:
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
        return [fact(clause, "diet", diet, mode=_became(clause), confidence=0.9)]
    if first.casefold() in ("teetotal", "sober", "teetotaller"):
        return [fact(clause, "avoids", "alcohol")]
    if first.casefold() in RELIGIONS:
        return [fact(clause, "religion", first, mode=_became(clause))]
    if first.casefold() in MARITAL and not lower.startswith(
        ("single mum", "single mom", "single dad", "single parent", "engaged in", "separated from")
    ):
        if clause.is_progressive or first.casefold() == "single" and len(lower.split()) > 1:
            return []
        return [fact(clause, "marital_status", MARITAL[first.casefold()])]
    return _health(clause, rest, plain) or _nation(clause, rest, plain)


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
    vague = words("add depressed blind cancer reflux")
    if clause.verb and first.casefold() in CONDITIONS - vague:
        return [fact(clause, "medical_condition", first, predicate=f"be {first}")]
    return []


_CITIZEN = re.compile(
    r"(?:an? )?(?:[\w-]+ )?[\w-]+(?: (?:citizen|national|guy|girl|man|woman))?(?:[,.] .*"
    r"| (?:and|but|by|so|living) .*)?",
    re.I,
)


def _nation(clause: Plain, rest: str, plain: str) -> list[Fact]:
    said = [word.casefold().strip(",") for word in plain.split()]
    demonym = next((w for w in plain.split()[:2] if w.casefold().strip(",") in DEMONYMS), "")
    if not demonym or clause.verb != "be" or not _CITIZEN.fullmatch(rest):
        return []
    starts = rest.casefold().startswith(("a ", "an ", demonym.casefold()))
    person = said[-1] in {demonym.casefold(), *words("citizen national guy girl man woman")}
    return [fact(clause, "nationality", demonym)] if starts and person else []


def _became(clause: Plain) -> Mode | None:
    if clause.verb in ("become", "turn") and not clause.is_negated and not clause.used_to:
        return None
    return mode_of(clause)


_MODIFIERS = words(
    "retired freelance junior senior chief head trainee part-time full-time qualified former"
    " primary"
    " secondary assistant deputy lead staff vice"
)
_NOT_TRADE = words(
    "keen amateur hobby avid aspiring terrible bad lousy poor huge big budding wannabe good great"
    " natural quick slow born fast decent frequent regular first-time proud nervous worst better"
    " best beginner happy lucky sole only main non careful confident"
)


_PARENT = re.compile(
    r"^(?:an? )?(?:[\w-]+ )?(?:mum|mom|mother|dad|father|parent) (?:of|to) (?P<n>[\w -]+?)(?=$"
    r"|,| (?:in|from|and|who|so)\b)",
    re.I,
)
FIELDS = words(
    "hr it finance marketing sales education tech healthcare construction advertising insurance"
    " logistics retail hospitality publishing accounting pr law banking consulting"
    " academia"
)


def _trade(clause: Plain, rest: str) -> list[Fact]:
    parent = _PARENT.match(rest)
    if parent and clause.subject == USER and not clause.is_negated:
        return [fact(clause, "family", f"{parent['n']} children")]
    field = re.match(r"^in (?P<v>[A-Za-z]+)(?=$|[,.]| (?:at|for|and|but)\b)", rest)
    if field and field["v"].casefold() in FIELDS and clause.verb == "be":
        return [
            fact(clause, "occupation", field["v"], predicate=f"work in {field['v']}"),
            *employers(clause, rest),
        ]
    sibling = re.match(
        r"^(?:an |the )?(?P<v>only child|(?:eldest|oldest|youngest|middle|second|third) of "
        r"(?:two|three|four|five|six|seven|eight)(?: siblings| kids| children)?|(?:identical "
        r"|fraternal )?twin)\b",
        rest,
        re.I,
    )
    if sibling and not clause.is_negated and not clause.is_past:
        return [fact(clause, "family", sibling["v"], mode=None, predicate=f"be the {sibling['v']}")]
    match = re.match(
        r"^(?:an? |the |our |now |her |his )?(?P<what>(?:[\w'&/-]+ ){0,4}?[\w'/-]+)"
        r"(?=$|[,.;]| (?:at|for|with|in|from|by|and|who|so|but|since|on|of|near|based|to|plus"
        r"|now)\b)",
        rest,
        re.I,
    )
    if not match:
        return []
    what, tail = match["what"].strip(), rest[match.end() :].strip()
    said = what.casefold().split()
    head_of = re.match(
        r"^(?:the )?(head|director|manager|chair|vp|president|captain|editor) of ((?:[\w&-]+"
        r" ?){1,3})",
        rest,
        re.I,
    )
    if head_of:
        what = f"{head_of[1]} of {cut(head_of[2])}".strip()
        tail = rest[len(head_of[0]) :]
    elif said[-1] in _STATES and len(said) == 1:
        return [fact(clause, "occupation", said[-1], predicate=f"be {said[-1]}")]
    elif (
        not is_trade(said[-1].removesuffix("s") if clause.others else said[-1])
        or said[0] in _NOT_TRADE
        or said[-1] in PETS
    ):
        return []
    article = re.match(r"^(?:an?|the|our|now) ", rest, re.I)
    if clause.others and said[-1].endswith("s") and is_trade(said[-1][:-1]):
        return [fact(clause, "occupation", what[:-1], mode=_became(clause))]
    modified = said[0] in _MODIFIERS or clause.verb in ("become",)
    if not (article or modified or head_of or clause.segment.is_listed):
        return []
    if clause.is_future or len(said) > 4 or said[0] in DEMONYMS and len(said) == 1:
        return []
    facts = [fact(clause, "occupation", what, mode=_became(clause))]
    return facts + employers(clause, tail)


def employers(clause: Plain, tail: str) -> list[Fact]:
    """Read the "at the Royal Infirmary", "for Siemens in Berlin" after a job."""
    facts = []
    mode = _became(clause)
    match = re.search(
        r"\b(?:at|for|with) (?:the |a |an )?(?-i:(?P<v>[A-Z][\w&'.-]*(?: [A-Z][\w&'.-]*){0,3}))",
        tail,
    )
    if match:
        facts.append(fact(clause, "employer", match["v"].strip("."), mode=mode))
    elif match := re.search(
        r"\b(?:at|for) (?:the |a |an )?(?P<v>(?:[a-z][\w&'-]+ ){0,2}?[a-z][\w&'-]+)(?=$|[,.]| "
        r"(?:in|on|near|and|so|as|with|at|for)\b)",
        tail,
    ):
        value = match["v"].strip()
        if (
            clause.verb in ("work", "job")
            and value.split()[-1] not in _NOT_EMPLOYERS
            and value.split()[0] not in _NOT_EMPLOYERS
        ):
            facts.append(fact(clause, "employer", value, mode=mode))
    match = re.search(r"\b(?:in|near|from) (?P<v>.+)", tail)
    if match:
        where = place(match["v"], lower=False)
        origin = "from" in match[0][:5]
        if where:
            facts.append(fact(clause, "hometown" if origin else "workplace", where, mode=mode))
    return facts


_NOT_EMPLOYERS = words(
    "home night nights hour hours pace living money moment weekend fun free while weekends day"
    " years year"
    " months month weeks week days myself me long job least heart length school once now exam"
    " exams them"
    " him her it desk computer one two three four five six seven eight nine ten this that least"
    " last all"
)


def _where(clause: Plain, rest: str) -> list[Fact]:
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
        now = re.search(r"\bnow\b", clause.segment.said) and not clause.is_past
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


def origins(clause: Plain) -> list[Fact]:
    """Read "grew up in Basel", "was born in Lima", "hail from Naples", "come from Ghana"."""
    rest = clause.rest
    if clause.verb == "grow" and re.match(r"^up\b", rest, re.I):
        match = re.search(r"\b(?:in|on|near|around|outside) (?P<v>.+)", rest)
    elif clause.verb == "born" and rest.split(" ")[0].casefold() in CONDITIONS:
        return [fact(clause, "medical_condition", rest.split(" ")[0], mode=None)]
    elif clause.verb in ("born", "raise"):
        match = re.search(r"\bin (?P<v>.+)", rest)
    elif clause.verb in ("hail", "come") and not clause.is_past and not clause.is_progressive:
        match = re.match(r"^(?:originally )?from (?P<v>.+)", rest, re.I)
    else:
        return []
    where = place(match["v"]) if match else ""
    facts = [fact(clause, "hometown", where, mode=None)] if where and not clause.is_negated else []
    spoken = re.search(r"\bspeaking ([A-Z]\w+)", rest)
    if spoken and spoken[1].casefold() in LANGUAGES:
        facts.append(fact(clause, "language", spoken[1], mode=None))
    return facts


def calling(clause: Plain) -> list[Fact]:
    """Read names: "call me X", "I go by X", "everyone calls me X", "name is X"."""
    rest = clause.rest
    if clause.verb == "call" and clause.is_imperative and not clause.is_negated:
        match = re.match(
            r"^me (?:by my (?:surname|last name|first name|middle name|nickname|full name)[, ]+"
            r"|by )?"
            r"(?P<v>[A-Za-z][\w'-]+(?: [A-Z][\w'-]+)?)",
            rest,
        )
        if match and match["v"].casefold() not in (*_NOT_CALLED, "by"):
            return [Fact(attribute="form_of_address", value=match["v"])]
    if clause.verb == "call" and clause.is_imperative and clause.is_negated:
        match = re.match(r"^me (?P<v>[\w' -]{2,20})$", rest)
        if match and match["v"].split()[0].casefold() not in _NOT_CALLED - {"a", "an", "the"}:
            return [
                Fact(
                    attribute="never",
                    value=f"call me {match['v']}",
                    predicate=f"want the assistant never to call them {match['v']}",
                )
            ]
    pronouns = re.match(
        r"^(?:by |my pronouns are )?(?P<v>(?:they|she|he|ze|xe)/(?:them|her|him|they)\w*)",
        rest,
        re.I,
    )
    if pronouns and clause.subject == USER and clause.verb in ("go", "use", "be"):
        return [Fact(attribute="gender", value=pronouns["v"])]
    if clause.subject == USER and clause.verb == "go" and not clause.is_past:
        match = re.match(r"^by (?:the name )?(?:of )?(?P<v>[A-Z][\w'-]+)", rest)
        if match and not clause.is_negated:
            return [Fact(attribute="form_of_address", value=match["v"])]
    if (
        clause.subject == USER
        and clause.verb == "call"
        and clause.is_progressive is False
        and clause.segment.said
    ):
        match = re.match(r"^(?P<v>[A-Z][\w'-]+)$", rest)
        if match and " called " in f" {clause.segment.text} " and not clause.is_negated:
            return [Fact(attribute="name", value=match["v"])]
    return []


_NOT_CALLED = words(
    "back later tomorrow when if at on the a an crazy old what whatever anytime out maybe names now"
)
