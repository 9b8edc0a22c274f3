"""Surface rules for trades and posts: "a nurse at the Royal Infirmary", "head of sales"."""

import re
from dataclasses import replace

from memory.backends.local.english.lexicon import (
    FAMILY,
    PETS,
    is_trade,
)
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import DEMONYMS, NUMERALS
from memory.backends.local.english.surface.facts import became, fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import cut, place
from memory.backends.local.frame import words
from memory.domain.types import USER

_STATES = words("self-employed retired unemployed freelance jobless redundant")


_MODIFIERS = words(
    "retired freelance junior senior chief head trainee part-time full-time qualified former"
    " primary"
    " secondary assistant deputy lead staff vice"
)


_NOT_TRADE = words(
    "keen amateur hobby avid aspiring terrible bad lousy poor huge big budding wannabe good great"
    " natural quick slow born fast decent frequent regular first-time proud nervous worst better"
    " best beginner happy lucky sole only main non careful confident hard tough"
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


_IDLE = re.compile(
    r"^(?:between jobs|out of (?:work|a job)|out of employment)\b",
    re.I,
)
_KIN = words(
    "mother father parent aunt uncle grandmother grandfather grandparent godmother godfather"
)


_HOMEMAKER = re.compile(
    r"^an? (?P<v>stay-at-home (?:mum|mom|dad|parent|mother|father)"
    r"|full-time (?:mum|mom|dad|carer|parent))\b",
    re.I,
)
_SIBLING = re.compile(
    r"^(?:an |the )?(?P<v>only child|(?:eldest|oldest|youngest|middle|second|third) of "
    r"(?:two|three|four|five|six|seven|eight)(?: siblings| kids| children)?|(?:identical "
    r"|fraternal )?twin)\b",
    re.I,
)


def _relation(clause: Plain, rest: str) -> list[Fact]:
    """Read "a mum of two", "an uncle now", "the youngest of four"."""
    if clause.is_negated:
        return []
    homemaker = _HOMEMAKER.match(rest)
    if homemaker:
        bare = Plain(subject=clause.subject, verb="be", rest="", segment=clause.segment)
        known = [fact(clause, "occupation", homemaker["v"], mode=became(clause))]
        return known + (_relation(bare, rest.replace(homemaker[0], "a parent", 1)))
    parent = _PARENT.match(rest)
    if parent and clause.subject == USER:
        counted = parent["n"].split()[-1].casefold() in NUMERALS | {"one"} or parent["n"].isdigit()
        return [fact(clause, "family", f"{parent['n']} children" if counted else parent["n"])]
    kin = re.match(r"^an? (?:new )?(?P<v>[a-z]+)(?: now| again)?$", rest.split(",")[0], re.I)
    if kin and FAMILY.get(kin["v"].casefold()) in _KIN:
        said = f"be a {kin['v']}"
        return [fact(clause, "family", kin["v"], mode=became(clause), predicate=said)]
    sibling = _SIBLING.match(rest) if not clause.is_past else None
    if sibling:
        return [fact(clause, "family", sibling["v"], mode=None, predicate=f"be the {sibling['v']}")]
    return []


def _field(clause: Plain, rest: str) -> list[Fact]:
    """Read "in marketing", "in tech at Bosch"."""
    field = re.match(r"^in (?P<v>[A-Za-z]+)(?=$|[,.]| (?:at|for|and|but)\b)", rest)
    if not field or field["v"].casefold() not in FIELDS or clause.verb != "be":
        return []
    said = f"work in {field['v']}"
    return [fact(clause, "occupation", field["v"], predicate=said), *employers(clause, rest)]


def trade(clause: Plain, rest: str) -> list[Fact]:
    known = _relation(clause, rest) or _field(clause, rest)
    if known:
        return known
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
        tail = str(rest[head_of.start(2) + len(cut(head_of[2])) :])
    elif (idle := _IDLE.match(rest)) and not clause.is_negated:
        return [fact(clause, "occupation", idle[0], mode=became(clause), predicate=f"be {idle[0]}")]
    elif said[-1] in _STATES and len(said) == 1:
        return [fact(clause, "occupation", said[-1], predicate=f"be {said[-1]}")]
    elif (
        not is_trade(said[-1].removesuffix("s") if clause.others else said[-1])
        or said[0] in _NOT_TRADE
        or said[-1] in PETS
    ):
        return []
    article = re.match(r"^(?:an?|the|our|now) ", rest, re.I)
    if rest.casefold() == f"the {what.casefold()}" and len(said) == 1:
        return []  # "I'm just the messenger"
    if clause.others and said[-1].endswith("s") and is_trade(said[-1][:-1]):
        return [fact(clause, "occupation", what[:-1], mode=became(clause))]
    modified = said[0] in _MODIFIERS or clause.verb in ("become",)
    if not (article or modified or head_of or clause.segment.is_listed):
        return []
    if clause.is_future or len(said) > 4 or said[0] in DEMONYMS and len(said) == 1:
        return []
    facts = [fact(clause, "occupation", what, mode=became(clause))]
    return facts + [_schooled(f) if said[-1] in _STUDENTS else f for f in employers(clause, tail)]


_STUDENTS = words("student undergrad undergraduate postgrad postgraduate freshman sophomore pupil")


def _schooled(found: Fact) -> Fact:
    return replace(found, attribute="education") if found.attribute == "employer" else found


def employers(clause: Plain, tail: str) -> list[Fact]:
    """Read the "at the Royal Infirmary", "for Siemens in Berlin" after a job."""
    facts = []
    mode = became(clause)
    match = re.search(
        r"\b(?:at|for|with) (?:an? |the )?(?:[\w-]+ ){1,4}?(?:called"
        r"|named) (?-i:(?P<v>[A-Z][\w&'.-]*"
        r"(?: (?:& )?[A-Z][\w&'.-]*){0,3}))",
        tail,
    ) or re.search(
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
    " guy man woman people someone clients children kids books brands friends reasons sure"
    " years year"
    " months month weeks week days myself me long job least heart length school once now exam"
    " exams them"
    " him her it desk computer one two three four five six seven eight nine ten this that least"
    " last all"
)
