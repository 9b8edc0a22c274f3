"""Surface rules for languages, studies and what is being learnt."""

import re

from memory.backends.local.english.lexicon import LANGUAGES
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, cut, things
from memory.domain.types import Mode

_SOME = r"^(?:(?:a (?:bit|little)|some|fluent|decent|basic|both|only) (?:of )?)?[A-Z][a-z]+\b"
_END = r"(?=$|[,.]| (?:and|at|from|in|as|too|along|but|so|because)\b)"
# Verb -> what must follow it where it tells of a language that somebody has.
_TONGUE = {
    "read": re.compile(_SOME + _END), "understand": re.compile(_SOME + _END),
    "write": re.compile(_SOME + _END), "learn": re.compile(_SOME + r" (?:at|from|as|in|growing)"),
    "teach": re.compile(r"^(?:my|him|her)self " + _SOME[1:]),
    "pick": re.compile(r"^up " + _SOME[1:]),
}  # fmt: skip


_COURSE = re.compile(
    r"^(?:an?|my|the) (?P<v>(?:second |part-time |online |integrated )*(?:a[- ]levels?"
    r"|t[- ]levels?|gcses"
    r"|highers|masters?(?:'s)?(?: degree)?|bachelors?(?:'s)?(?: degree)?|ph\.?d|doctorate|degree"
    r"|mba|msc|bsc"
    r"|ba|ma|pgce|hnd|btec|diploma|apprenticeship|foundation (?:year|course)|law conversion"
    r"|postdoc|residency"
    r"))\b(?P<of> (?:in|at|with) [\w' &-]+)?",
    re.I,
)


_ENTERED = re.compile(
    r"^into (?:the )?(?P<v>(?:[A-Z][\w'-]+ )*(?:School|University|Uni|College|Academy"
    r"|Conservatoire|Polytechnic)"
    r"(?: of [A-Z][\w' ]+)?|Oxford|Cambridge|Yale|Harvard|MIT|Stanford|[a-z]+ school|uni"
    r"|university|college)\b"
)


def learning(clause: Plain) -> list[Fact]:
    """Read languages, studies and what is being learnt."""
    rest, verb = clause.rest, clause.verb
    if clause.noun or clause.modals or clause.is_future:
        return []
    spoken = [w for w in re.findall(r"[A-Za-z]+", rest) if w.casefold() in LANGUAGES]
    signed = verb == "sign" and bool({"bsl", "asl"} & {w.casefold() for w in spoken})
    if verb == "speak" or signed:
        return [fact(clause, "language", w) for w in spoken]
    if spoken and _TONGUE[verb].match(rest) if verb in _TONGUE else False:
        return [fact(clause, "language", w, mode=None) for w in spoken]
    if (
        verb in ("learn", "study", "practise", "practice")
        and clause.is_progressive
        and not clause.is_negated
    ):
        found = things(rest)
        tongues = [v for v in found if v.split()[0].casefold() in LANGUAGES]
        if tongues:
            return [
                fact(clause, "goal", f"learn {v}", predicate=f"be learning {v}") for v in tongues
            ]
        if verb == "learn" and found and not rest.startswith(("how", "about", "that")):
            value = action(re.sub(r"^to ", "", rest))
            return [
                fact(clause, "goal", f"learn {value}", mode=None, predicate=f"be learning {value}")
            ]
    return _studying(clause)


def _studying(clause: Plain) -> list[Fact]:
    rest, verb = clause.rest, clause.verb
    entered = _ENTERED.match(rest) if verb == "get" else None
    if entered and not clause.is_negated and (clause.is_past or clause.is_perfect):
        return [fact(clause, "education", entered["v"], mode=None)]
    admitted = re.match(
        r"^(?:a|my) place (?:at|on) (?:the )?(?P<v>[A-Z][\w' -]*?)(?: to (?:study|do|read)"
        r" (?P<w>[\w ]+))?$",
        rest,
    )
    if verb in ("get", "have", "accept", "win") and admitted and not clause.is_negated:
        where, what = admitted["v"], admitted["w"]
        value = f"{what} at {where}" if what else f"place at {where}"
        said = f"have a {value}" if value.startswith("place") else f"have a place for {value}"
        return [fact(clause, "education", value, mode=None, predicate=said)]
    course = _COURSE.match(rest) if verb in ("do", "take", "finish", "start") else None
    if course and not clause.is_negated and (clause.is_progressive or clause.is_perfect):
        value = f"{course['v']}{course['of'] or ''}"
        return [fact(clause, "education", value, mode=None, predicate=f"do {value}")]
    if verb in ("study", "major") and not clause.is_negated and not rest.startswith("your "):
        value = re.sub(r"^in ", "", cut(rest, at_prepositions=False))
        school = re.search(r"\bat (?:the )?(?-i:(?P<v>[A-Z][\w' -]+))", rest)
        if (value and value.casefold() not in ("hard", "a lot", "for")) or school:
            whole = (
                f"{value} at {school['v']}".strip()
                if school and value
                else value or school["v"]
                if school
                else value
            )
            said = f"have studied {whole}" if clause.is_past and not clause.used_to else ""
            return [fact(clause, "education", whole, mode=None, predicate=said)]
    return _left_school(clause)


def _left_school(clause: Plain) -> list[Fact]:
    """Read how studies ended: "graduated from Leeds", "dropped out of medicine"."""
    rest, verb = clause.rest, clause.verb
    left = re.match(r"^out of (?P<v>[\w' -]+)", rest) if verb == "drop" else None
    if left and (clause.is_past or clause.is_perfect) and not clause.is_negated:
        value = f"dropped out of {cut(left['v'])}"
        return [fact(clause, "event", value, mode=Mode.STANDING, predicate=f"have {value}")]
    if verb == "graduate" and (clause.is_past or clause.is_perfect) and not clause.is_negated:
        match = re.match(r"^(?:from|in|with) (?P<v>.+)", rest, re.I)
        value = cut(match["v"], at_prepositions=False) if match else ""
        said = f"have graduated {match[0]}" if match else ""
        return [fact(clause, "education", value, mode=None, predicate=said)] if value else []
    return []
