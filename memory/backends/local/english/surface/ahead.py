"""Surface rules for what somebody does, plans and counts: habits, plans, goals, numbers, events."""

import re

from memory.backends.local.english.lexicon import PETS
from memory.backends.local.english.planning import MENTAL
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, thing
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_STEPS = words(
    "study move marry quit buy start become learn retire apply launch open adopt sell renovate"
    " build"
    " divorce emigrate resign enrol enroll graduate go fly travel drive visit switch change"
    " relocate"
    " propose run stop leave take have"
)


_SETTING_OFF = words("leave fly arrive land head start move")
_ARRIVING = words("leave fly arrive land")
_TRAVEL = words("go fly travel drive visit head come move")


_NOT_GOALS = words(
    "talk discuss chat show share add mention point thank clarify check test try make order"
    " start use"
    " continue stop update correct change find figure eat ask know see say understand be get help"
    " tell hear do sleep think look go come work watch decide choose keep cook write fix feel wait"
)


def plans(clause: Plain) -> list[Fact]:
    """Read what is ahead: with "will", "going to", a progressive with a date, "plan to"."""
    if not clause.is_asserted or clause.is_past or clause.is_imperative:
        return []
    rest, verb = clause.rest, clause.verb
    if verb in ("plan", "intend") and (m := re.match(r"^(?:to|on) (?P<v>.+)", rest, re.I)):
        value = action(m["v"])
        return (
            [fact(clause, "plan", value, mode=None, predicate=f"plan to {value}")] if value else []
        )
    upcoming = clause.segment.ahead or clause.segment.again
    sets_off = upcoming and verb in (_SETTING_OFF if clause.subject == USER else _ARRIVING)
    if sets_off and not (clause.is_future or clause.is_progressive or clause.is_perfect):
        value = action(f"{verb} {rest}")
        return [fact(clause, "plan", value, mode=None, predicate=f"plan to {value}")]
    if not _is_ahead(clause):
        return []
    value = action(f"{verb} {rest}")
    return (
        [fact(clause, "plan", value, mode=None, predicate=f"plan to {value}")]
        if rest or upcoming
        else []
    )


_HEAVY = _STEPS - words("have go take start stop run leave change")
_BROUGHT_HOME = PETS | words("house flat car tattoo bike van dog")


def _is_ahead(clause: Plain) -> bool:
    """Say whether a future or progressive is a plan to keep: dated, on the way, or a big step."""
    rest, verb, upcoming = clause.rest, clause.verb, clause.segment.ahead
    met = verb == "see" and clause.is_progressive and upcoming
    mental = verb in MENTAL - {"have", "get", "be", "look"} and not met
    if not (clause.is_future or clause.is_progressive) or mental:
        return False
    if verb == "be" and not re.match(r"^(?:in|at|away|on|travelling|visiting|joining) ", rest):
        return False
    if verb in ("get", "buy", "adopt") and clause.is_progressive:
        wanted = thing(rest).casefold().split()
        return bool(upcoming) or bool(wanted) and wanted[-1] in _BROUGHT_HOME
    if verb in ("cook", "make", "eat", "try", "write") and clause.is_progressive:
        return False
    moving = verb in _TRAVEL and re.match(r"^(?:to|back to|over to|up to|down to|for) [A-Z]", rest)
    settled = clause.is_future and verb in _HEAVY and "going to" in clause.segment.text
    return bool(upcoming or moving or settled)


_EARNED = words(
    "licence license degree promotion certificate certification qualification visa citizenship"
    " diploma"
    " residency job mortgage scholarship belt phd masters pilot's"
)


def _is_earned(verb: str, rest: str) -> bool:
    """Say whether "get my licence" is an aim, where "get some help" is none."""
    value = thing(rest).casefold().split()
    return verb.casefold() == "get" and bool(value) and value[-1] in _EARNED


_SOMEDAY = re.compile(r"\b(?:one day|some ?day|before i die|in my lifetime|eventually)\b", re.I)


def goals(clause: Plain) -> list[Fact]:
    """Read aims and resolutions: "want to run a marathon", "training for an ironman"."""
    over = clause.is_past and not clause.used_to
    if clause.noun or clause.is_negated or clause.is_imperative or over:
        return []
    return _aims(clause) or _preparing(clause) or _searching(clause)


_SOMEDAY = re.compile(
    r"\b(?:before (?:i'm|i am|i turn|i die)|one day|some ?day|in my life(?:time)?|bucket list)\b",
    re.I,
)


def _aims(clause: Plain) -> list[Fact]:
    """Read "want to run a marathon", "hoping to get my licence", "determined to quit"."""
    rest, verb = clause.rest, clause.verb
    hoped = clause.is_future and re.search(r"\bhoping to\b", clause.segment.text)
    if hoped and not clause.segment.ahead:
        rest, verb = f"to {verb} {rest}", "hope"
    resolved = re.match(r"^(?:absolutely |really )?determined (?P<t>to .+)", rest, re.I)
    if verb == "be" and resolved:
        rest, verb = resolved["t"], "aim"
    to = re.match(r"^(?:really )?(?:to|on) (?P<w>[a-z]+)(?P<v>.*)", rest, re.I)
    wants = verb in ("want", "hope", "aim", "dream", "intend")
    tries = verb in ("try", "learn") and clause.is_progressive
    if not (to and (wants or tries)) or re.search(r"\byou(?:r)?\b", rest):
        return []
    someday = _SOMEDAY.search(clause.segment.said)
    small = to["w"].casefold() in _NOT_GOALS and not _is_earned(to["w"], to["v"]) and not someday
    if small or clause.modals or verb == "want" and not to["v"].strip():
        return []
    value = action(f"{to['w']}{to['v']}")
    said = f"want to {value}"
    return [fact(clause, "goal", value, mode=None, predicate=said, confidence=0.75)]


def _preparing(clause: Plain) -> list[Fact]:
    """Read "training for an ironman", "saving up for a boat", "working towards my black belt"."""
    towards = re.match(r"^towards? (?P<v>.+)", clause.rest) if clause.verb == "work" else None
    target = _TARGET.match(clause.rest) if clause.verb == "set" else None
    value = thing(towards["v"]) if towards and clause.is_progressive else ""
    value = action(target["v"]) if target and not clause.modals else value
    if value:
        return [fact(clause, "goal", value, mode=None, predicate=f"have the goal: {value}")]
    gerund = {"train": "training", "save": "saving", "prepare": "preparing", "study": "studying"}
    match = re.match(r"^(?:up )?(?:for|to) (?P<v>.+)", clause.rest, re.I)
    if clause.verb not in gerund or not clause.is_progressive or not match:
        return []
    value = thing(match["v"]) or action(match["v"])
    said = f"be {gerund[clause.verb]} for {value}"
    return [fact(clause, "goal", value, mode=None, predicate=said)] if value else []


_TARGET = re.compile(
    r"^(?:my|our)sel(?:f|ves) (?:the|an?) (?:target|goal|challenge|aim) (?:of|to) (?P<v>.+)", re.I
)
_SOUGHT = words("job flat apartment house work role flatmate roommate internship")


def _searching(clause: Plain) -> list[Fact]:
    match = re.match(r"^for (?P<v>.+)", clause.rest, re.I)
    value = thing(match["v"]) if match else ""
    looks = clause.verb == "look" and clause.is_progressive
    if not looks or not value or value.casefold().split()[-1] not in _SOUGHT:
        return []
    said = f"be looking for {value}"
    return [fact(clause, "goal", f"find {value}", mode=None, predicate=said)]


UNDERTAKEN = re.compile(
    r"^(?:\w+ )?(?:(?P<not>not to)|to|against|that (?:i|we)(?: will| would)?|(?:i|we)"
    r" (?:will|would|(?:are|am) going to|(?:are|am)(?= \w+ing\b))) (?P<v>.+)",
    re.I,
)


def promises(clause: Plain) -> list[Fact]:
    """Read commitments: "promised Mum I'd call", "swore no more sugar"."""
    rest, verb = clause.rest, clause.verb
    if not clause.is_asserted or clause.is_imperative:
        return []
    to_whom = re.match(
        r"^(?:to )?(?:my (?!word)[\w-]+|[A-Z]\w+|him|her|them|everyone|myself) (?:that )?"
        r"(?=(?:I|i|we) )",
        rest,
    )
    rest = rest[to_whom.end() :] if to_whom else rest
    match = UNDERTAKEN.match(rest)
    word = re.match(
        r"^(?:[\w']+ )?(?:my|our) word (?:that )?(?:i|we) (?:would|will) (?P<v>.+)", rest, re.I
    )
    if verb == "give" and word:
        value = action(word["v"])
        said = f"have promised to {value}"
        return [fact(clause, "commitment", value, mode=Mode.STANDING, predicate=said)]
    without = re.match(
        r"^(?:(?:my [\w-]+|myself|[A-Z]\w+|him|her|them) )?(?P<v>no (?:more )?.+)", rest
    )
    if verb in ("promise", "swear", "vow") and without:
        value = action(without["v"])
        said = f"have promised {value}"
        return [fact(clause, "commitment", value, mode=Mode.STANDING, predicate=said)]
    if verb in ("promise", "swear", "vow", "pledge", "commit") and match:
        value = action(match["v"])
        return [
            fact(
                clause,
                "commitment",
                value,
                mode=Mode.STANDING,
                predicate=f"have promised to {value}",
            )
        ]
    return []
