"""Surface rules for work, studies, languages and projects."""

import re
from dataclasses import replace

from memory.backends.local.english.evidence import SOFTWARE
from memory.backends.local.english.lexicon import (
    BUSINESSES,
    ROLES,
    is_trade,
)
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import FIRST_NAMES
from memory.backends.local.english.surface.facts import fact, mode_of
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.posts import FIELDS, employers
from memory.backends.local.english.surface.values import action, cut, names, thing
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode


def working(clause: Plain) -> list[Fact]:
    """Read jobs and employers: "work as", "work at", "got a job at", "joined", "left"."""
    rest, verb = clause.rest, clause.verb
    if clause.noun or clause.modals or clause.is_future:
        return []
    mode = mode_of(clause)
    if clause.is_perfect and mode is Mode.PAST:
        mode = None
    if verb in ("work", "freelance", "intern"):
        facts = []
        match = re.search(r"\bas (?:an? |the )?(?P<v>(?:[\w'/-]+ ?){1,4})", rest)
        if match and match["v"].strip() not in _MANNERS:
            role = cut(match["v"])
            if role and (is_trade(role.split()[-1]) or verb == "work"):
                facts.append(fact(clause, "occupation", role, mode=mode))
        field = re.match(r"^in (?:the )?(?P<v>[a-z]+)(?: (?:industry|sector|business))?$", rest)
        if field and field["v"] in FIELDS:
            facts.append(fact(clause, "occupation", field["v"], mode=mode))
        return facts + [f for f in employers(clause, f" {rest}") if f.attribute != "hometown"]
    if verb == "do" and re.match(r"^(?:[a-z]+ )?shifts? (?:at|for)\b", rest) and mode is None:
        said = f"do {action(rest)}"
        shift = re.sub(r"^.*?shifts? ", " ", rest)
        return [
            fact(clause, "habit", said, predicate=said),
            *(
                f
                for f in employers(replace(clause, verb="work"), shift)
                if f.attribute == "employer"
            ),
        ]
    served = verb == "be" and re.search(r"\bbeen\b", clause.segment.text)
    if served and not clause.is_negated and _served(clause):
        tail = re.sub(r"^with", " for", rest)
        found = employers(replace(clause, verb="work"), f" {tail}")
        return [f for f in found if f.attribute == "employer"]
    posted = _POSTED.search(clause.segment.text)
    if posted and verb in ("get", "be", "transfer", "post", "second", "assign", "move", "relocate"):
        return [fact(clause, "workplace", posted["v"], mode=None)]
    if verb in ("take", "hand") and (found := _leaving(clause)):
        return found
    if verb == "promote" or verb == "get" and re.match(r"^promoted\b", rest):
        match = re.search(r"\bto (?P<v>(?:[\w'/-]+ ?){1,4})", rest)
        value = cut(match["v"], at_prepositions=False) if match else ""
        return [fact(clause, "occupation", value, mode=None)] if value else []
    if not clause.is_negated and (found := _joined(clause)):
        return found
    if (
        verb == "teach"
        and not clause.is_past
        and not clause.is_negated
        and rest
        and not re.match(r"^(?:me|you|him|myself|my|us|her)\b", rest)
    ):
        said = "teach" if clause.subject == USER else "teaches"
        return [
            fact(clause, "occupation", f"{said} {action(rest)}", predicate=f"teach {action(rest)}")
        ]
    return []


# "Work as hard as I can": how one works, no trade.
_MANNERS = words("hard fast well much long little quickly usual normal always ever before one")
_POSTED = re.compile(
    r"\b(?:transferred|moved|posted|seconded|reassigned|relocated|assigned) to (?:the|our|their) "
    r"(?P<v>(?-i:[A-Z])[\w' -]+? (?:branch|office|site|depot|plant|campus|store|station|lab"
    r"|ward))\b",
    re.I,
)


def _leaving(clause: Plain) -> list[Fact]:
    """Read "took early retirement", "handed in my notice at Deloitte"."""
    rest, verb = clause.rest, clause.verb
    early = re.match(r"^(?:early |medical |ill-health )?retirement\b", rest)
    if verb == "take" and early and (clause.is_past or clause.is_perfect):
        return [fact(clause, "occupation", "retired", mode=None, predicate="be retired")]
    notice = re.match(r"^in (?:my|our) (?:notice|resignation)(?: (?:at|to|with) [\w' &-]+)?", rest)
    if verb == "hand" and notice and (clause.is_past or clause.is_perfect):
        value = f"handed {notice[0]}"
        return [fact(clause, "event", value, mode=Mode.STANDING, predicate=f"have {value}")]
    return []


def _served(clause: Plain) -> bool:
    """Say whether "been with the fire service" lasted years, as no visit does."""
    lasting = re.search(
        r"\b(?:for|since)\b.*\b(?:years?|months|19\d\d|20\d\d)\b", clause.segment.said
    )
    named = re.match(r"^(?:with|at) (?:the )?(?P<v>[\w&'-]+)", clause.rest)
    word = named["v"].casefold() if named else ""
    return bool(lasting and word) and word not in FIRST_NAMES | ROLES.keys() | words("my her his")


_ROLE = re.compile(r"\bas (?:an? |the )?(?P<v>(?:[\w'/-]+ ?){1,4})")
_POST = re.compile(
    r"^(?:an? |the |my )?(?:new |first |dream |part-time |full-time )?(?:job|position|role|gig|post"
    r"|internship)(?P<tail> (?:at|as|with|for|in) .+)?$",
    re.I,
)
_GAINING = words("get start land find accept have take")


def _joined(clause: Plain) -> list[Fact]:
    """Read "started as a chef at Noma", "joined Siemens", "got a job as a cook"."""
    rest, verb = clause.rest, clause.verb
    if verb in ("jump", "defect"):
        over = re.match(r"^(?:ship )?(?:to|for) (?P<v>[A-Z].+)", rest)
        name = next(names(over["v"]), "") if over and clause.is_past else ""
        return [fact(clause, "employer", name, mode=None)] if name else []
    if verb == "join":
        name = next(names(rest), "")
        known = not name or clause.is_progressive or name.split()[0].casefold() in ROLES
        return [] if known else [fact(clause, "employer", name, mode=None)]
    begun = verb == "start" and re.match(r"^(?:work )?as ", rest)
    post = _POST.match(rest) if verb in _GAINING else None
    if not (begun or post):
        return []
    tail = f" {rest}" if begun else (post["tail"] or "") if post else ""
    role = _ROLE.search(tail)
    facts = [fact(clause, "occupation", cut(role["v"]), mode=None)] if role else []
    found = [f for f in employers(clause, tail) if f.attribute != "hometown"]
    return facts + [fact(clause, f.attribute, f.value, mode=None) for f in found]


_DRIVEN = words(
    "bus buses lorry lorries truck trucks taxi taxis cab cabs tram trams train trains forklift"
    " hgv uber ambulance"
)


_VESSELS = words("tugboat tug boat ship ferry yacht trawler barge tanker")


_SOLD = words(
    "insurance cars houses software property solar furniture clothes shoes mortgages phones"
    " flowers ads"
)


def trades(clause: Plain) -> list[Fact]:
    """Read work that is told by what is done: "drive a bus for Stagecoach", "sell insurance"."""
    if not clause.is_asserted or clause.is_past or clause.is_future:
        return []
    led = re.match(r"^up (?P<v>.+)", clause.rest) if clause.verb == "head" else None
    if led and not clause.segment.times:
        said = f"head up {thing(led['v'])}"
        return [
            fact(clause, "occupation", said, mode=None, predicate=said),
            *employers(clause, f" {clause.rest}"),
        ]
    tail = re.sub(r" for a living\b", "", f" {clause.rest}")
    value = thing(tail) if not clause.rest.startswith(("my ", "our ")) else ""
    last = value.casefold().split()[-1] if value else ""
    ways = {
        "run": BUSINESSES,
        "captain": _VESSELS,
        "skipper": _VESSELS,
        "edit": words("magazine newspaper journal newsletter"),
        "fly": words("helicopters planes airliners 737s a320s"),
        "drive": _DRIVEN,
        "sell": _SOLD,
        "clean": words("houses offices windows"),
        "repair": words("cars bikes phones computers"),
        "fix": words("cars bikes computers"),
        "manage": words("team shop restaurant hotel bar store pub warehouse cafe"),
    }
    living = (
        re.search(r"\bfor a living\b|\bby day\b|\bprofessionally\b", clause.segment.said, re.I)
        is not None
    )
    if not (living or last in ways.get(clause.verb, frozenset()) or _is_craft(clause, value)):
        return []
    said = f"{clause.verb} {cut(tail)}".strip()
    return [
        fact(clause, "occupation", said, mode=None, predicate=said),
        *employers(clause, tail),
    ]


# What is done to many things, and not once, is work: "I fit kitchens", "she translates novels".
_CRAFTS = words(
    "fit translate illustrate edit groom install upholster breed deliver tune audit inspect design"
    " manufacture restore shoe lay shear photograph tile plaster sell build train thatch"
)
_MASSES = words("hair furniture jewellery jewelry software carpet flooring music pottery")


def _is_craft(clause: Plain, value: str) -> bool:
    if clause.verb not in _CRAFTS or clause.is_progressive or clause.is_perfect or not value:
        return False
    said = clause.rest.casefold()
    bare = (
        re.match(r"(?:the|my|our|some|an?|his|her|their|your|this|that|these|\d+) ", said) is None
    )
    last = value.casefold().split()[-1]
    plural = last.endswith("s") and not last.endswith("ss") or last in _MASSES
    return bare and plural and last not in SOFTWARE and not clause.segment.times


_BUILDING = words(
    "renovate restore redecorate build write design develop refurbish remodel record compose"
)


def projects(clause: Plain) -> list[Fact]:
    """Read what somebody is in the middle of: "renovating our kitchen", "working on a novel"."""
    rest = clause.rest
    if not clause.is_asserted or clause.is_past or clause.is_future:
        return []
    match = re.match(
        r"^(?:in the middle of|halfway through|busy|knee-deep in) (?P<w>[a-z]+ing) (?P<v>.+)",
        rest,
        re.I,
    )
    verb = match["w"] if match and clause.verb == "be" else ""
    if clause.is_progressive and clause.verb in _BUILDING:
        verb, rest = f"{clause.verb.removesuffix('e')}ing", f"x {rest}"
        match = re.match(r"^x (?P<v>.+)", rest)
    value = thing(match["v"]) if match and verb else ""
    if not value or value.casefold().split()[-1] in _SMALL:
        return []
    kept = f"{verb} {value}" if verb in _MENDING else value
    return [fact(clause, "project", kept, mode=None, predicate=f"be {verb} {value}")]


_MENDING = words("renovating restoring redecorating refurbishing remodeling doing")


_SMALL = words(
    "letter email message essay text report cv resume list function query script test code"
    " answer review speech post cover song poem story"
)
