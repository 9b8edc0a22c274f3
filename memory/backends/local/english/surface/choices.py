"""Surface rules for decisions: "turned down the offer", "went with the blue one", "Decided:"
" ..."."""

import re

from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.ahead import UNDERTAKEN
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, thing
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

# What a statement that stands alone announces: the clause after it is what was decided.
ANNOUNCED = re.compile(
    r"^(?:the )?(?:final )?(?:decision|verdict)(?: is)?(?: (?:made|final|taken))?$"
    r"|^(?:it|that) is (?:decided|settled|final|official)$|^(?:my |our )?minds? (?:is "
    r"|are )?made up$"
    r"|^(?:i|we) (?:have )?(?:talked|thought|mulled|chewed|slept|argued)(?: (?:it|this|things))?"
    r"(?: (?:all )?(?:over|through|out|on it))(?: and| together)?$|^(?:i"
    r"|we) (?:have )?weighed (?:it |everything )?up$"
    r"|^(?:all )?(?:decided|settled)(?: then)?$|^i have (?:decided|made up my mind)$",
    re.I,
)
_ENDING = re.compile(
    r"\b(?:in the end|finally|eventually|ended up|after all|after (?:a lot|much))\b", re.I
)
_OFFERED = words(
    "offer job place role promotion proposal position post seat scholarship invitation transfer"
    " contract"
    " deal"
)


_RENEWED = words(
    "renew go buy move take have apply attend join sell return continue extend keep study marry run"
    " sign accept adopt vote stay"
)
_FINAL = re.compile(
    r"\b(?:final (?:answer|decision)|decided|that's settled|my mind's made up)\b", re.I
)


def choices(clause: Plain) -> list[Fact]:
    """Read what somebody has decided on or against."""
    rest, verb = clause.rest, clause.verb
    drops = clause.is_future and clause.is_negated and clause.is_progressive and not clause.noun
    if drops and verb in _RENEWED and rest and clause.subject == USER and not clause.modals:
        value = action(f"not {verb} {rest}")
        return [_decided(clause, value, f"have decided to {value}")]
    going = (
        re.match(r"^(?:with|for) (?P<v>.+)", rest)
        if verb == "go" and clause.is_progressive
        else None
    )
    ahead = re.match(r"^ahead with (?:the|our|my|an?) (?P<v>.+)", rest) if verb == "go" else None
    if ahead and (clause.is_progressive or clause.is_past or clause.is_perfect):
        value = action(f"go ahead with the {ahead['v']}")
        return [_decided(clause, value, f"have decided to {value}")]
    if going and clause.subject == USER and _FINAL.search(clause.segment.whole):
        value = re.sub(r"^(?:the|an?) ", "", action(going["v"]))
        return [_decided(clause, value, f"have decided on {value}")]
    if not clause.is_asserted or clause.is_imperative or not (clause.is_past or clause.is_perfect):
        return []
    match = UNDERTAKEN.match(rest)
    if verb in ("decide", "resolve") and match:
        value = action(match["v"])
        value = f"not {value}" if match["not"] or rest.startswith("against") else value
        return [_decided(clause, value, f"have decided to {value}")]
    down = re.match(r"^down (?P<v>.+)", rest) if verb == "turn" else None
    offered = thing(down["v"] if down else rest).casefold().split()[-1:]
    answers = down or verb in ("accept", "decline", "reject", "take") and _is_definite(rest)
    if answers and set(offered) & _OFFERED:
        deed = action(f"{verb} {rest}")
        return [_decided(clause, deed, f"have decided to {deed}")]
    taken = re.match(r"^(?:with|for) (?:the|an?) (?P<v>.+)", rest) if verb == "go" else None
    if taken and _ENDING.search(clause.segment.said) and clause.subject == USER:
        value = re.sub(r"^(?:the|an?) ", "", action(taken["v"]))
        return [_decided(clause, value, f"have decided on the {value}")] if value else []
    return []


def announced(clause: Plain) -> list[Fact]:
    """Read what comes after "Decision made:"."""
    if clause.subject != USER or clause.noun or clause.modals or clause.is_past:
        return []
    value = action(f"{clause.verb} {clause.rest}")
    if not clause.verb or not (clause.is_progressive or clause.is_future):
        return []
    value = f"not {value}" if clause.is_negated else value
    return [_decided(clause, value, f"have decided to {value}")]


def _is_definite(rest: str) -> bool:
    return re.match(r"(?:the|their|his|her|my|that) ", rest, re.I) is not None


def _decided(clause: Plain, value: str, said: str) -> Fact:
    return fact(clause, "decision", value, mode=Mode.STANDING, predicate=said)
