"""Surface rules for what somebody has: animals, people, things."""

import re
from dataclasses import replace

from memory.backends.local.english.evidence import POSSESSIONS
from memory.backends.local.english.lexicon import (
    FAMILY,
    PETS,
    ROLES,
)
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.illness import illness, medicines
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import thing, things
from memory.backends.local.frame import words
from memory.domain.types import Mode

_NUMBER = (
    r"(?:\d[\d,.]*|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|twenty|thirty|forty|fifty|several)"
)


def swapped(clause: Plain) -> list[Fact]:
    """Read "swapped my car for an e-bike": one thing is gone, another there."""
    away = re.match(r"^my (?P<v>[\w' -]+?) to (?:my|a|the|[A-Z]|charity)", clause.rest)
    given = clause.verb in ("give", "donate") and (clause.is_past or clause.is_perfect)
    if given and away and away["v"].split()[-1].casefold() in POSSESSIONS:
        return [fact(clause, "owns", away["v"], mode=Mode.DENIAL)]
    rid = re.match(r"^(?:rid|shot) of (?:my|the|our) (?P<v>[\w' -]+)", clause.rest)
    shed = thing(rid["v"]) if rid and clause.verb == "get" else ""
    if shed and shed.split()[-1].casefold() in POSSESSIONS and not clause.is_future:
        return [fact(clause, "owns", shed, mode=Mode.DENIAL)]
    if not (clause.is_past or clause.is_perfect) or clause.is_negated or clause.noun:
        return []
    ways = {"upgrade": _UPGRADED, "switch": _UPGRADED, "pick": _PICKED_UP}
    ways |= dict.fromkeys(("swap", "trade", "exchange", "replace"), _EXCHANGED)
    match = ways[clause.verb].match(clause.rest) if clause.verb in ways else None
    new = thing(match["new"]) if match else ""
    old = (match.groupdict().get("old") or "") if match else ""
    replaces = old.casefold().split()[-1:] and old.casefold().split()[-1] in POSSESSIONS
    if not new or not (new.casefold().split()[-1] in POSSESSIONS or _is_product(new, replaces)):
        return []
    gone = [fact(clause, "owns", old, mode=Mode.DENIAL)] if old else []
    return [fact(clause, "owns", new, mode=None), *gone]


_EXCHANGED = re.compile(
    r"^(?:in )?(?:my|our|the) (?P<old>[\w' -]+?) (?:for|with) (?P<new>(?:an?|the|some|two) .+)",
    re.I,
)
_UPGRADED = re.compile(
    r"^(?:from (?:my|our|an?|the) (?P<old>[\w' -]+?) )?to (?P<new>(?:an?|the|my) .+)", re.I
)
_PICKED_UP = re.compile(r"^up (?P<new>(?:an?|my|our) .+)", re.I)
_NOT_PRODUCTS = words(
    "windows macos ios android linux ubuntu version plan premium pro subscription chatgpt gpt"
    " python"
    " java node react netflix spotify team model tier"
)


def _is_product(value: str, replaces: object) -> bool:
    """Say whether a thing is told by a name of its own: "a Pixel 9", "the Sony A7IV"."""
    said = value.casefold().split()
    if set(said) & _NOT_PRODUCTS or value in ROLES:
        return False
    used = {"second-hand", "secondhand", "used", "vintage", "refurbished"} & set(said)
    numbered = re.search(r"\b[A-Z][\w-]*(?: [A-Z]?\w*\d\w*)\b", value) is not None
    return bool(re.search(r"[A-Z]", value) and (replaces or used or numbered))


# Other ways to say that something was bought.
_GETTING = {
    "treat": re.compile(r"^(?:my|our|him|her)sel(?:f|ves) to "), "splash": re.compile(r"^out on "),
    "invest": re.compile(r"^in "), "splurge": re.compile(r"^on "), "pick": re.compile(r"^up "),
    "snap": re.compile(r"^up "), "upgrade": re.compile(r"^(?:my [\w ]+ )?to "),
}  # fmt: skip


def having(clause: Plain) -> list[Fact]:
    """Read "have", "have got", "got", "bought" with an animal, a thing, an illness."""
    rest, verb = clause.rest, clause.verb
    if (
        clause.noun
        or clause.is_imperative
        or clause.is_future
        or clause.modals & {"would", "can", "must", "could"}
    ):
        return []
    if clause.is_progressive and verb in ("get", "buy", "adopt", "sell"):
        return []
    got = _GETTING[verb].match(rest) if verb in _GETTING else None
    if got and (clause.is_past or clause.is_perfect) and not clause.is_negated:
        return _possession(replace(clause, verb="get", is_perfect=True), rest[got.end() :])
    if verb not in (
        "have",
        "get",
        "own",
        "buy",
        "adopt",
        "sell",
        "foster",
        "rescue",
        "suffer",
        "diagnose",
        "take",
        "prescribe",
        "inherit",
        "give",
    ):
        return []
    for rule in (illness, medicines, _animals, _people, _possession):
        found = rule(clause, rest)
        if found:
            return found + (_beside(clause, rest) if rule is _possession else [])
    return []


def _beside(clause: Plain, rest: str) -> list[Fact]:
    """Read the people of "a mortgage and two kids"."""
    after = re.search(r"(?:,| and) (?P<v>(?:an?|two|three|four|five|six|\d) [a-z]+)$", rest)
    return _people(clause, after["v"]) if after else []


def riding(clause: Plain) -> list[Fact]:
    """Read "drive an old Volvo estate", "ride a Brompton to work"."""
    plain = not (clause.is_past or clause.is_future or clause.is_progressive or clause.is_perfect)
    if clause.verb not in ("drive", "ride", "run", "lease") or not (plain and clause.is_asserted):
        return []
    value = thing(clause.rest) if re.match(r"^(?:an?|my) ", clause.rest) else ""
    said = value.casefold().split()
    fleet = re.match(r"^(?P<n>two|three|four|\d) (?P<v>cars|vans|bikes|motorbikes)\b", clause.rest)
    if fleet and clause.verb in ("run", "drive", "ride", "lease"):
        topic = f"count:{fleet['v']}"
        return [fact(clause, topic, fleet["n"], mode=None, predicate=f"have {fleet[0]}")]
    if clause.verb == "run" and not set(said) & {"car", "van", "motorbike"}:
        return []
    known = bool(said) and (said[-1] in POSSESSIONS - {"bus"} or bool(re.search(r"[A-Z]", value)))
    if not known:
        return []
    return [fact(clause, "owns", value, mode=None, predicate=f"{clause.verb} a {value}")]


def _animals(clause: Plain, rest: str) -> list[Fact]:
    if clause.verb not in ("have", "get", "own", "adopt", "buy", "foster", "rescue"):
        return []
    mode = (
        Mode.DENIAL
        if clause.is_negated or re.match(r"^no\b", rest)
        else Mode.PAST
        if clause.used_to or clause.is_past and clause.verb == "have"
        else None
    )
    called = re.search(
        r"\b(?:called|named|whose name is|by the name of) (?P<v>(?:[A-Z][\w'-]*(?:,? (?:and|&) "
        r"|, | )?)+)",
        rest,
    )
    before = rest[: called.start()] if called else rest
    found = []
    for value in things(re.sub(r"^no ", "", before), at_prepositions=True):
        said = [w.casefold() for w in re.findall(r"[\w-]+", value)]
        if (
            said
            and any(w in PETS - {"fish", "chicken", "duck", "mouse", "guinea"} for w in said[-2:])
            and said[-1] in PETS
            or said[-2:] == ["guinea", "pig"]
        ):
            name = called["v"].strip(" ,") if called else ""
            found.append(fact(clause, "pet", f"{value} {name}".strip(), mode=mode))
    return found


def _people(clause: Plain, rest: str) -> list[Fact]:
    if (
        clause.verb not in ("have", "get")
        or clause.is_progressive
        or re.match(r"^(?:no|a lot)\b", rest)
    ):
        return []
    if re.search(r"\b(?:coming|visiting|over|staying|round|around)\b", rest):
        return []
    match = re.match(
        rf"^(?P<v>(?:{_NUMBER} )?(?:(?:older|younger|little|big|twin|small|grown-up|adult"
        rf"|teenage|half|step|best|good|new) )*(?P<role>[a-z-]+))(?=$|[ ,.])(?P<tail>.*)",
        rest,
        re.I,
    )
    if not match:
        return []
    role = match["role"].casefold()
    grown = role in ("boys", "girls", "boy", "girl", "teenagers")
    if (
        role not in ROLES
        and not grown
        or role in ("team", "doctor", "client", "student", "boss", "teacher", "mate", "pal")
    ):
        return []
    mode = Mode.DENIAL if clause.is_negated else Mode.PAST if clause.used_to else None
    called = re.match(
        r"^,? ?(?:called|named)? ?(?P<v>(?:(?-i:[A-Z])[\w'-]*(?:,? (?:and|&) |, | )?)+)",
        match["tail"],
    )
    name = called["v"].strip(" ,") if called else ""
    attribute = "family" if grown or role in FAMILY else "relationship"
    return [fact(clause, attribute, f"{thing(match['v']) or match['v']} {name}".strip(), mode=mode)]


_BAD_THINGS = words(
    "question problem issue idea day time job meeting exam flight cold test message"
)


_COLLECTION = re.compile(
    r"^(?:an?|quite a|my) (?P<v>(?:[\w-]+ ){0,2}collection of (?:[\w-]+ ){0,2}[\w-]+)", re.I
)


def _possession(clause: Plain, rest: str) -> list[Fact]:
    kept = _COLLECTION.match(rest) if clause.verb in ("have", "own", "keep") else None
    if kept and not (clause.is_negated or clause.is_past):
        return [fact(clause, "owns", kept["v"], mode=None)]
    if clause.verb == "give":
        given = re.search(r"\b(?:been|was|were|got) given\b", clause.segment.text)
        if not given or clause.is_negated:
            return []
    concrete = clause.verb in ("own", "buy", "sell", "inherit")
    if (
        clause.verb in ("take", "suffer", "diagnose", "prescribe", "adopt")
        or clause.verb == "get"
        and not clause.is_perfect
        and not re.match(r"^(?:an?|two|three|some|my(?:self)?|ourselves) ", rest, re.I)
    ):
        return []
    if clause.verb == "buy" and (not clause.is_past and not clause.is_perfect):
        return []
    mode = (
        Mode.DENIAL
        if clause.is_negated or clause.verb == "sell" or re.match(r"^no\b", rest)
        else Mode.PAST
        if clause.used_to
        else None
    )
    if clause.verb == "sell" and (not (clause.is_past or clause.is_perfect) or clause.is_negated):
        return []
    if clause.is_past and clause.verb == "have" and not clause.used_to:
        return []
    found = []
    rest = re.sub(r" (?:moored|parked|berthed|stored|gathering dust|sitting) .*$", "", rest)
    for value in things(re.sub(r"^(?:no|myself|ourselves) ", "", rest)):
        last = value.casefold().split()[-1]
        named = value[:1].isupper() and concrete and last not in ROLES
        if (last in POSSESSIONS or named) and last not in PETS | _BAD_THINGS:
            found.append(fact(clause, "owns", value, mode=mode))
    return found
