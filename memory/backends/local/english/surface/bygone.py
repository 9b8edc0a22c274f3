"""Surface rules for what was done or liked in a former stage of a life, and what holds again.

"In my twenties I smoked a pack a day", "I rowed at uni", "I hated olives as a child": the stage
says that it was a custom, and that it is over. "I can have milk again" ends what was avoided.
"""

import re

from memory.backends.local.english.lexicon import HOBBY_VERBS
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import FOODS
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import things
from memory.backends.local.frame import words
from memory.domain.types import Mode

_STAGE = re.compile(
    r"\b(?:as an? (?:(?:small|young|little) )?(?:kid|child|teen(?:ager)?|student|boy|girl"
    r"|undergrad)"
    r"|(?:back )?(?:in|during|throughout) my (?:early |late |mid )?(?:teens|twenties|thirties|youth"
    r"|student days|school days|childhood|uni days|university days)"
    r"|(?:back )?(?:in|at) (?:high |primary |secondary |middle )?(?:school|uni|university|college)"
    r"|growing up|(?:back )?when (?:i|we) (?:was|were|lived) [\w ]{2,30}"
    r"|(?:many |a few )?(?:years|ages|decades|moons|a lifetime|a long time|an age) ago"
    r"|back in the day|in my youth|in another life|for (?:my|the) (?:school|college|uni|university"
    r"|county|club|country|regiment))\b",
    re.I,
)
_DONE = HOBBY_VERBS | words(
    "row smoke fence busk coach volunteer act debate wrestle referee sing drum skate surf"
    " compete do"
    " captain"
)
_TASTES = {"hate": "dislikes", "love": "likes", "detest": "dislikes", "adore": "likes",
           "loathe": "dislikes", "like": "likes"}  # fmt: skip
_SPORTS = words(
    "judo karate ballet gymnastics athletics boxing fencing rowing swimming football rugby hockey"
    " netball drama debating wrestling taekwondo cheerleading lacrosse cricket tennis chess"
)


def bygone(clause: Plain) -> list[Fact]:
    """Read a custom or a taste of a former stage."""
    plain = clause.is_asserted and clause.is_past and not clause.is_progressive
    if not plain or clause.used_to or clause.is_imperative:
        return []
    stage = _STAGE.search(clause.segment.said)
    if stage is None:
        return []
    rest = re.sub(r"[\s,]*(?:back )?" + re.escape(stage[0]), "", clause.rest, flags=re.I).strip(
        " ,"
    )
    attribute = _TASTES.get(clause.verb)
    if attribute:
        return [fact(clause, attribute, v, mode=Mode.PAST) for v in things(rest)]
    named = set(rest.casefold().split()[:3]) & _SPORTS
    if clause.verb not in _DONE or clause.verb == "do" and not named:
        return []
    value = re.split(r",| (?:but|so|because|until) ", f"{clause.verb} {rest}".strip())[0]
    return [fact(clause, "habit", value, mode=Mode.PAST, predicate=value)]


def again(clause: Plain) -> list[Fact]:
    """Read "I can have milk again": what was avoided is not any more."""
    match = re.match(r"^(?P<v>(?!it\b|this\b|that\b|them\b)[\w' -]+?) again$", clause.rest, re.I)
    allowed = clause.modals == {"can"} and not clause.is_negated and not clause.noun
    if not match or not allowed or clause.verb not in ("have", "eat", "drink"):
        return []
    eaten = [v for v in things(match["v"]) if clause.verb != "have" or set(v.split()) & FOODS]
    return [fact(clause, "avoids", v, mode=Mode.DENIAL) for v in eaten]
