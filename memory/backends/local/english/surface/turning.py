"""Surface rules for turns of a life: "got engaged", "had a stroke"."""

import re

from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import thing
from memory.domain.types import USER, Mode

_ILL = re.compile(
    r"^(?:an? |my |another |minor |major |mild )*(?P<v>(?:stroke|heart attack|miscarriage"
    r"|c-section|concussion|hip replacement|knee replacement|transplant|bypass|operation"
    r"|surgery|seizure|mini-stroke)\b(?: on .+)?|[a-z]+ (?:surgery|operation|transplant"
    r"|replacement)\b)",
    re.I,
)


_TENS = "two three four five six seven eight nine".split()
_ROUND = re.compile(
    r"^(?:the big )?(?P<n>[1-9])-?(?P<o>0)$|^(?P<w>[1-9]\d)$"
    rf"|^the big (?P<t>{'|'.join(_TENS)})-?(?:oh|o)\b",
    re.I,
)


def round_age(clause: Plain) -> list[Fact]:
    """Read "hit the big 5-0", "just hit 40"."""
    match = (
        _ROUND.match(clause.rest.split(",")[0]) if clause.verb in ("hit", "reach", "turn") else None
    )
    if not match or clause.subject != USER or not (clause.is_past or clause.is_perfect):
        return []
    tens = match["n"] or (_TENS.index(match["t"].casefold()) + 2 if match["t"] else "")
    return [fact(clause, "age", match["w"] or f"{tens}0", mode=None)]


def _expected(rest: str) -> str:
    said = thing(rest) or "baby"
    return f"a {said}" if re.fullmatch(r"(?:baby |little )?(?:baby|child|boy|girl)", said) else said


_KIN = re.compile(
    r"^(?P<v>(?:an?|the) (?:new )?(?:(?:grand|step|god)?(?:ad|dad|father|mother|mum|mom|parent|pa"
    r"|ma|daddy"
    r"|mummy)|granddad|grandad|gran|granny|nan|nana|aunt|auntie|uncle|big (?:brother|sister)))\b",
    re.I,
)


def turns(clause: Plain) -> list[Fact]:
    """Read turns of a life: "we're expecting", "got engaged", "just had a baby"."""
    rest, verb = clause.rest, clause.verb
    if not clause.is_asserted or clause.is_imperative:
        return []
    kin = _KIN.match(rest) if verb in ("be", "become") and clause.is_future else None
    if kin and not re.search(r"\b(?:one day|someday|never|like)\b", clause.segment.said):
        said = f"be {kin['v']}"
        return [fact(clause, "event", said, mode=None, predicate=f"be going to {said}")]
    if clause.is_future:
        return []
    if (
        verb == "expect"
        and clause.is_progressive
        and re.match(
            r"^(?:(?:a|our|my|another|twins?|first|second)\b.*(?:baby|child|kid|twins?|boy"
            r"|girl)?.*)?$",
            rest,
        )
    ):
        if rest and not re.search(r"\b(?:baby|child|kid|twins?|boy|girl|one)\b", rest):
            return []
        return [
            fact(
                clause,
                "event",
                f"expecting {_expected(rest)}",
                mode=None,
                predicate=f"be expecting {_expected(rest)}",
            )
        ]
    due = re.match(r"^(?:with (?:a|our) [\w ]+)?due\b(?! to\b)|^due$", rest, re.I)
    if (
        verb == "be"
        and due
        and (
            clause.subject == USER
            or clause.subject in ("wife", "girlfriend", "partner", "sister", "daughter")
        )
        and any(s.role == "at" for s in clause.segment.times)
        and len(rest.split()) < 5
    ):
        return [fact(clause, "event", "baby due", mode=None, predicate="be expecting a baby")]
    if (
        verb in ("have", "undergo", "suffer")
        and (clause.is_past or clause.is_perfect)
        and (m := _ILL.match(rest))
    ):
        return [fact(clause, "event", m["v"], mode=Mode.STANDING, predicate=f"have had {m['v']}")]
    after = re.match(r"^from (?:an? |my |the )?(?P<v>.+)", rest)
    if verb == "recover" and clause.is_progressive and after and (m := _ILL.match(after["v"])):
        return [fact(clause, "event", m["v"], mode=Mode.STANDING, predicate=f"have had {m['v']}")]
    if (
        verb == "get"
        and (clause.is_past or clause.is_perfect)
        and (m := re.match(r"^(?P<v>married|engaged|divorced|separated)\b", rest, re.I))
    ):
        return [fact(clause, "marital_status", m["v"].casefold(), mode=None)]
    return []
