"""Surface rules for what somebody does, plans and counts: habits, plans, goals, numbers, events."""

import re

from memory.backends.local.english.evidence import _SOFTWARE
from memory.backends.local.english.having import APPOINTMENTS
from memory.backends.local.english.lexicon import HOBBY_VERBS, PETS
from memory.backends.local.english.planning import MENTAL
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.being import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, thing, things
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_REGULAR = re.compile(
    r"\b(?:every|each) (?:other |single |second )?(?:day|week|month|year|night|morning|evening"
    r"|afternoon"
    r"|weekday|weekend|spring|summer|autumn|winter|\w+day|lunch|christmas|now and then)s?\b"
    r"|\b(?:once|twice|\w+ times|\w+ (?:days|nights|hours|evenings|mornings)|\d[\w.]*(?: \w+)?)"
    r" (?:a|per|each|every) (?:day|week|month|year|night)\b"
    r"|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:on|at) weekends\b|\bmost (?:days"
    r"|mornings"
    r"|evenings|nights|weekends|afternoons)\b|\b(?:daily|nightly|weekly|on weekdays|in the"
    r" mornings?"
    r"|in the evenings?|(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)(?:day)?s?(?:[, &/]+(?:and )?"
    r"(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)(?:day)?s?)+|before bed|first thing|after"
    r" work|at night|before work|before breakfast)\b",
    re.I,
)
_HOBBY_NOUNS = words(
    "climbing bouldering running cycling swimming yoga pilates crossfit boxing judo karate rowing"
    " sailing surfing skiing knitting crochet pottery ceramics gardening photography painting"
    " drawing"
    " guitar piano violin cello drums saxophone ukulele bass flute trumpet clarinet harp banjo"
    " tennis"
    " badminton squash football soccer basketball volleyball cricket rugby hockey golf chess bridge"
    " poker darts padel pickleball fencing archery ballet salsa tango improv choir theatre"
    " calligraphy"
    " woodworking birdwatching birding hiking geocaching jiu-jitsu bjj taekwondo kickboxing"
    " triathlon"
    " origami embroidery quilting carpentry baking brewing astronomy beekeeping dnd d&d wargaming"
    " capoeira zumba aikido dancing camping fishing kayaking paddleboarding snowboarding"
    " weightlifting"
)
_STEPS = words(
    "study move marry quit buy start become learn retire apply launch open adopt sell renovate"
    " build"
    " divorce emigrate resign enrol enroll graduate go fly travel drive visit switch change"
    " relocate"
    " propose run stop leave take have"
)
_TRAVEL = words("go fly travel drive visit head come move")
_NOT_GOALS = words(
    "talk discuss chat show share add mention point thank clarify check test try make order"
    " start use"
    " continue stop update correct change find figure eat ask know see say understand be get help"
    " tell hear do sleep think look go come work watch decide choose keep cook write fix feel wait"
)
_NUMBER = (
    r"(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen|twenty|thirty|forty|fifty|a hundred|zero)"
)


def habits(clause: Plain) -> list[Fact]:
    """Read what is done again and again, and what used to be."""
    if not clause.is_asserted or not clause.verb or clause.is_future:
        return []
    if clause.verb in MENTAL - {"have", "get", "look", "be"} or clause.verb in (
        "like",
        "love",
        "hate",
        "enjoy",
        "prefer",
    ):
        return []
    if {w.casefold() for w in re.findall(r"\w+", clause.rest)} & _SOFTWARE:
        return []
    if clause.used_to:
        return _former(clause)
    placed = re.match(r"^(?:on|at|in|up at|up by|up before) ", clause.rest)
    if (
        clause.is_past
        or clause.is_perfect
        or clause.is_imperative
        or clause.verb == "be"
        and not placed
    ):
        return _hobby(clause)
    said = f"{clause.verb} {clause.rest}"
    only = (
        re.search(r"\b(?:only|exclusively|mostly|mainly)\b", clause.segment.said)
        and clause.verb in _CHOOSING
    )
    often = only or clause.is_frequent and clause.verb not in _HAPPENING
    regular = _REGULAR.search(said) or often or any(s.role == "every" for s in clause.segment.times)
    if not regular:
        return _hobby(clause)
    if clause.verb in _HAPPENING - {"get"} or len(clause.rest.split()) > 14 or not clause.rest:
        return []
    value = _until_clause(f"{clause.verb} {clause.rest}")
    return [fact(clause, "habit", value, mode=None, predicate=value)]


_CHOOSING = words("buy use wear shop listen watch read travel drink cook work study train")
_HAPPENING = words(
    "get end seem feel forget lose wonder hear happen look sound find think miss have"
)


def _until_clause(text: str) -> str:
    return re.split(r",| (?:but|so|because|which|and (?:i|it|my|then)) ", text)[0].strip()


def _former(clause: Plain) -> list[Fact]:
    if clause.verb in ("live", "work", "be", "have", "own", "like", "love", "hate"):
        return []
    if clause.verb in HOBBY_VERBS and clause.rest:
        value = _until_clause(f"{clause.verb} {clause.rest}")
        return [fact(clause, "habit", value, mode=Mode.PAST)]
    value = action(f"{clause.verb} {clause.rest}")
    return [fact(clause, "habit", value, mode=Mode.PAST)] if clause.rest else []


def _hobby(clause: Plain) -> list[Fact]:
    """Read "do pottery", "play padel", "took up climbing", "got into fencing"."""
    rest, verb = clause.rest, clause.verb
    taken = (
        verb == "take"
        and re.match(r"^up ", rest)
        or verb == "get"
        and re.match(r"^(?:back )?into ", rest)
        or verb in ("start", "do", "play", "practise", "practice", "switch", "swap", "go")
    )
    if not taken or clause.is_imperative:
        return []
    if verb in ("switch", "swap"):
        match = re.search(r"\bto (?P<v>.+)", rest)
        rest = match["v"] if match else ""
    past = clause.is_past and not clause.is_perfect and verb in ("do", "play", "go")
    if past:
        return []
    rest = re.sub(r"^(?:up|into|back into|doing|playing|going) ", "", rest)
    rest = re.sub(r"^(?:a bit of|some|the|a lot of) ", "", rest)
    found = [v for v in things(rest) if set(v.casefold().split()) & _HOBBY_NOUNS]
    return [fact(clause, "hobby", v, mode=None) for v in found]


def vows(clause: Plain) -> list[Fact]:
    """Read "I never lend money to friends"."""
    if (
        not clause.never
        or clause.noun
        or clause.is_past
        or clause.is_perfect
        or clause.subject != USER
    ):
        return []
    if (
        clause.is_imperative
        or clause.verb in MENTAL | words("mind get understand have be")
        or not clause.rest
    ):
        return []
    if clause.modals - {"can"} or "can" in clause.modals:
        return []
    value = _until_clause(f"{clause.verb} {clause.rest}")
    return [Fact(attribute="never", value=value, mode=Mode.STANDING, predicate=f"never {value}")]


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
    upcoming = clause.segment.ahead
    moving = verb in _TRAVEL and re.match(r"^(?:to|back to|over to|up to|down to|for) [A-Z]", rest)
    sets_off = (
        verb in ("leave", "fly", "arrive", "land", "head", "start", "move")
        and upcoming
        and clause.subject == USER
    )
    if sets_off and not (clause.is_future or clause.is_progressive or clause.is_perfect):
        value = action(f"{verb} {rest}")
        return [fact(clause, "plan", value, mode=None, predicate=f"plan to {value}")]
    if not (clause.is_future or clause.is_progressive) or verb in MENTAL - {
        "have",
        "get",
        "be",
        "look",
    }:
        return []
    if verb == "be" and not re.match(r"^(?:in|at|away|on|travelling|visiting|joining) ", rest):
        return []
    wanted = thing(rest).casefold().split()
    if (
        verb in ("get", "buy", "adopt")
        and clause.is_progressive
        and wanted
        and wanted[-1] in PETS | words("house flat car tattoo bike van dog")
    ):
        value = action(f"{verb} {rest}")
        return [fact(clause, "plan", value, mode=None, predicate=f"plan to {value}")]
    settled = clause.is_future and verb in _STEPS and "going to" in clause.segment.text
    if not (
        upcoming
        or moving
        or settled
        and verb not in ("have", "go", "take", "start", "stop", "run", "leave", "change")
    ):
        return []
    if verb in ("get", "buy", "adopt") and clause.is_progressive and not upcoming:
        return []
    if verb in ("do", "work", "cook", "make", "eat", "try", "write") and clause.is_progressive:
        return []
    value = action(f"{verb} {rest}")
    return (
        [fact(clause, "plan", value, mode=None, predicate=f"plan to {value}")]
        if rest or upcoming
        else []
    )


_COUNTED = words("run read visit climb watch complete finish write swim cycle do")


def tallies(clause: Plain) -> list[Fact]:
    """Read "I've run four marathons so far", "started going to the gym", "booked a cottage"."""
    rest, verb = clause.rest, clause.verb
    if not clause.is_asserted or clause.is_imperative:
        return []
    if clause.is_perfect and verb in _COUNTED and clause.subject == USER:
        match = re.match(
            rf"^(?P<n>{_NUMBER}) (?P<v>[\w -]+?)(?:(?: so)? far| now| this year|$)", rest, re.I
        )
        value = thing(match["v"], limit=3) if match else ""
        if match and value.endswith("s") and value.casefold().split()[-1] not in _UNCOUNTED:
            return [fact(clause, f"count:{value.casefold()}", match["n"], mode=None)]
    done = clause.is_past or clause.is_perfect
    taken_up = re.match(r"^(?:[a-z]+ )?[a-z]{3,}ing\b", rest) and not re.match(
        r"^(?:feeling|seeing|getting|thinking|having|noticing|looking|being)\b", rest
    )
    if verb in ("start", "begin") and done and taken_up:
        value = action(rest)
        return [fact(clause, "habit", value, mode=None, predicate=f"have started {value}")]
    if verb in ("book", "reserve") and done and re.match(r"^(?:an?|our|two|the|some|my)\b", rest):
        value = thing(rest, at_prepositions=False)
        return (
            [fact(clause, "plan", value, mode=None, predicate=f"have booked {value}")]
            if value
            else []
        )
    match = re.match(r"^(?:as|to be|to become) (?:an? )?(?P<v>[\w -]+)", rest, re.I)
    if verb in ("retrain", "train", "study", "qualify") and clause.is_progressive and match:
        value = thing(match["v"])
        said = f"become {value}"
        return (
            [fact(clause, "goal", said, mode=None, predicate=f"be training to {said}")]
            if value
            else []
        )
    return []


def goals(clause: Plain) -> list[Fact]:
    """Read aims and resolutions: "want to run a marathon", "training for an ironman"."""
    if (
        clause.noun
        or clause.is_negated
        or clause.is_imperative
        or clause.is_past
        and not clause.used_to
    ):
        return []
    rest, verb = clause.rest, clause.verb
    to = re.match(r"^(?:really )?(?:to|on) (?P<w>[a-z]+)(?P<v>.*)", rest, re.I)
    aims = (
        verb in ("want", "hope", "aim", "dream", "intend")
        or verb in ("try", "learn")
        and clause.is_progressive
    )
    if (
        aims
        and to
        and to["w"].casefold() not in _NOT_GOALS
        and not re.search(r"\byou(?:r)?\b", rest)
    ):
        if clause.modals or verb == "want" and not to["v"].strip():
            return []
        value = action(f"{to['w']}{to['v']}")
        return [
            fact(clause, "goal", value, mode=None, predicate=f"want to {value}", confidence=0.75)
        ]
    if verb in ("train", "save", "prepare", "study") and clause.is_progressive:
        match = re.match(r"^(?:up )?(?:for|to) (?P<v>.+)", rest, re.I)
        value = (thing(match["v"]) or action(match["v"])) if match else ""
        if value:
            return [
                fact(
                    clause,
                    "goal",
                    value,
                    mode=None,
                    predicate=f"be {verb}ing for {value}".replace("saveing", "saving").replace(
                        "prepareing", "preparing"
                    ),
                )
            ]
    if verb == "look" and clause.is_progressive and (m := re.match(r"^for (?P<v>.+)", rest, re.I)):
        value = thing(m["v"])
        if value and value.casefold().split()[-1] in words(
            "job flat apartment house work role flatmate roommate internship"
        ):
            return [
                fact(
                    clause, "goal", f"find {value}", mode=None, predicate=f"be looking for {value}"
                )
            ]
    return []


def promises(clause: Plain) -> list[Fact]:
    """Read decisions and commitments."""
    rest, verb = clause.rest, clause.verb
    if not clause.is_asserted or clause.is_imperative:
        return []
    match = re.match(
        r"^(?:\w+ )?(?:(?P<not>not to)|to|against|that (?:i|we)(?: will)?|(?:i|we) (?:will"
        r"|are)) (?P<v>.+)",
        rest,
        re.I,
    )
    if verb in ("decide", "resolve") and (clause.is_past or clause.is_perfect) and match:
        value = action(match["v"])
        value = f"not {value}" if match["not"] or rest.startswith("against") else value
        return [
            fact(
                clause, "decision", value, mode=Mode.STANDING, predicate=f"have decided to {value}"
            )
        ]
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


def counts(clause: Plain) -> list[Fact]:
    """Read counts and measures: "weigh 82 kilos", "have 14 apps", "had 12 hens"."""
    rest, verb = clause.rest, clause.verb
    if not clause.is_asserted or clause.is_future or clause.is_imperative:
        return []
    if verb in ("earn", "make") and not clause.is_past and not clause.is_progressive:
        match = re.match(
            r"^(?:about |around |roughly |just under |just over )?(?P<v>[£$€]?\d[\d.,]*k?(?: ?"
            r"(?:pounds|euros|dollars|quid|a year))*)(?=$| (?:before|after|per|as|a |gross|net|in)"
            r"|,)",
            rest,
            re.I,
        )
        money = match and (verb == "earn" or "k" in match["v"] or match["v"][0] in "£$€")
        return [fact(clause, "measure:salary", match["v"], mode=None)] if match and money else []
    if verb in ("weigh", "measure") and not clause.is_past:
        match = re.match(
            r"^(?:in at )?(?:about |around |roughly )?(?P<v>\d[\d.,']*(?: ?[a-z]+)?)", rest, re.I
        )
        topic = "weight" if verb == "weigh" else "height"
        return [fact(clause, f"measure:{topic}", match["v"].strip(), mode=None)] if match else []
    if verb in ("have", "own", "be") and not clause.is_past:
        match = re.match(
            rf"^(?:up to |down to |about |around |over |at )?(?P<n>{_NUMBER}) (?P<v>(?:[\w'-]+"
            rf" ?){{1,3}})",
            rest,
            re.I,
        )
        if verb == "be" and not re.match(r"^(?:up|down) to ", rest):
            return []
        value = thing(match["v"], limit=3) if match else ""
        last = value.casefold().split()[-1] if value else ""
        if (
            match
            and last not in _SOFTWARE
            and last.endswith("s")
            and last not in _UNCOUNTED | PETS
            and not last.endswith("ss")
        ):
            return [
                fact(
                    clause,
                    f"count:{value.casefold()}",
                    match["n"],
                    mode=None,
                    predicate=f"have {match['n']} {value}",
                )
            ]
    return []


_UNCOUNTED = words(
    "years months weeks days hours minutes kids children brothers sisters sons daughters siblings"
    " questions things ideas problems meetings exams people guests friends times options reasons"
    " points percent degrees seconds pounds euros dollars cats dogs girls boys grandchildren"
    " cousins nieces nephews twins kilos tests errors choices minds hands eyes lives"
)


_SHIFTED = re.compile(
    r"^(?:(?:been |got )?(?:moved|shifted|rescheduled|pushed|postponed|brought forward|changed)"
    r"|forward|back)?(?: back| forward)?(?: to)?$"
)
_MOVING = words("move get shift be reschedule postpone")
_DATED = APPOINTMENTS | words(
    "exam wedding flight surgery course class term semester ceremony funeral hearing trial"
)


def appointments(clause: Plain) -> list[Fact]:
    """Read dated things: "my exam is next Thursday", "have a dentist appointment on Monday"."""
    dated = any(s.until and s.role == "at" for s in clause.segment.times)
    noun, mine = clause.noun.casefold(), clause.subject == USER
    if not dated or clause.is_negated or noun in ("birth date", "date of birth", "birthday"):
        return []
    if noun and mine and noun.split()[-1] in _DATED:
        moved = clause.verb in _MOVING and _SHIFTED.match(clause.rest)
        stands = clause.verb in ("be", "start", "end", "leave") and not clause.rest
        if (moved or stands) and (not clause.is_past or clause.verb in ("move", "get")):
            return [_appointment(clause, clause.noun)]
    value = thing(clause.rest) if clause.verb == "have" and not noun else ""
    ordered = clause.is_imperative or clause.is_past
    if value and value.casefold().split()[-1] in APPOINTMENTS and not ordered:
        return [_appointment(clause, value)]
    return []


def _appointment(clause: Plain, value: str) -> Fact:
    return fact(clause, "plan", value, mode=None, predicate=f"have the appointment: {value}")


_RECORD = re.compile(
    r"(?:^|, (?:and )?|\b(?:my|our) )(?P<t>[\w ]{2,25}?) (?:pb|pr|personal best|best time|best"
    r"|record)(?: is| was| of| now)?(?: now| at)? (?P<v>\d[\d:.,]*)",
    re.I,
)
_ILL = re.compile(
    r"^(?:an? |my |another |minor |major |mild )*(?P<v>(?:stroke|heart attack|miscarriage"
    r"|c-section|concussion|hip replacement|knee replacement|transplant|bypass|operation"
    r"|surgery|seizure|mini-stroke)\b(?: on .+)?|[a-z]+ (?:surgery|operation|transplant"
    r"|replacement)\b)",
    re.I,
)


def records(clause: Plain) -> list[Fact]:
    """Read "half marathon PB is 1:52", whoever the grammar says it of."""
    match = _RECORD.search(clause.segment.text)
    if match is None:
        return []
    topic = re.sub(r"^(?:my|our|the|and|new) ", "", match["t"].strip().casefold())
    return [
        Fact(
            attribute=f"measure:{topic}",
            value=match["v"].rstrip(".,"),
            predicate=f"have the best time {match['v']} for {topic}",
        )
    ]


def turns(clause: Plain) -> list[Fact]:
    """Read turns of a life: "we're expecting", "got engaged", "just had a baby"."""
    rest, verb = clause.rest, clause.verb
    if not clause.is_asserted or clause.is_future or clause.is_imperative:
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
                f"expecting {thing(rest) or 'a baby'}",
                mode=None,
                predicate=f"be expecting {thing(rest) or 'a baby'}",
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
    if (
        verb == "get"
        and (clause.is_past or clause.is_perfect)
        and (m := re.match(r"^(?P<v>married|engaged|divorced|separated)\b", rest, re.I))
    ):
        return [fact(clause, "marital_status", m["v"].casefold(), mode=None)]
    return []
