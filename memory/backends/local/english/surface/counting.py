"""Surface rules for numbers that change: counts, measures, records."""

import re

from memory.backends.local.english.evidence import SOFTWARE
from memory.backends.local.english.lexicon import PETS
from memory.backends.local.english.possessions import record_topic
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import action, thing
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_NUMBER = (
    r"(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen|twenty|thirty|forty|fifty|a hundred|zero)"
)


_BOOKABLE = re.compile(
    r"^(?:an?|our|two|three|four|the|some|my|us)\b"
    r"|^(?:[\w-]+ )?(?:flights?|tickets?|trains?|lessons|accommodation|seats|rooms?|time off"
    r"|leave)\b",
    re.I,
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
    if verb in ("book", "reserve") and done and _BOOKABLE.match(rest):
        value = thing(rest, at_prepositions=False)
        return (
            [fact(clause, "plan", value, mode=None, predicate=f"have booked {rest}")]
            if value
            else []
        )
    enrolled = re.match(
        r"^(?:(?:up |myself )?(?:for|to|on|in)|my name down for|the ballot for|into) "
        r"(?P<v>(?:an?|the|my|some|this|next) .+)",
        rest,
    )
    if verb in ("sign", "enrol", "enroll", "register", "put", "enter") and done and enrolled:
        value = thing(enrolled["v"])
        said = f"have signed up for {value}"
        return [fact(clause, "plan", value, mode=None, predicate=said)] if value else []
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


_SIZE = re.compile(
    r"^(?:an? )?(?:size|UK|EU|US) (?P<v>\d{1,2}(?:\.5|½)?)(?P<w> shoes?| feet| boots?)?\b", re.I
)


def _measured(clause: Plain) -> list[Fact] | None:
    """Read rent, pay, lifts and sizes; None if the verb is none of these."""
    rest, verb = clause.rest, clause.verb
    size = re.match(
        r"^(?:an? )?(?:size|UK|EU|US) (?P<v>\d{1,2}(?:\.5|½)?)(?P<w> shoes?| feet)?\b", rest
    )
    if verb in ("wear", "take", "be", "have") and size and not clause.is_past:
        topic = "shoe size" if size["w"] or 34 < float(size["v"].rstrip("½")) < 51 else "size"
        return [fact(clause, f"measure:{topic}", size["v"], mode=None)]
    paid = re.match(
        r"^(?P<v>[£$€]?\d[\d.,]*k?)(?: \w+)?(?: a month| pcm)?(?: in| for)?(?: my)? rent\b", rest
    )
    if verb == "pay" and paid and not clause.is_past:
        return [fact(clause, "measure:rent", paid["v"], mode=None)]
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
    lifted = re.match(r"^(?P<v>\d[\d.]*(?: ?(?:kg|kilos?|lbs?|pounds))?)(?=$|[ ,])", rest, re.I)
    if verb in ("bench", "squat", "deadlift") and lifted:
        topic = f"measure:{verb}"
        return [fact(clause, topic, lifted["v"], mode=None, predicate=f"{verb} {lifted['v']}")]
    if verb in ("weigh", "measure") and not clause.is_past:
        match = re.match(
            r"^(?:in at )?(?:about |around |roughly )?(?P<v>\d[\d.,']*(?: ?[a-z]+)?)", rest, re.I
        )
        topic = "weight" if verb == "weigh" else "height"
        return [fact(clause, f"measure:{topic}", match["v"].strip(), mode=None)] if match else []
    return None


def counts(clause: Plain) -> list[Fact]:
    """Read counts and measures: "weigh 82 kilos", "have 14 apps", "had 12 hens"."""
    rest, verb = clause.rest, clause.verb
    if not clause.is_asserted or clause.is_future or clause.is_imperative:
        return []
    measured = _measured(clause)
    if measured is not None:
        return measured
    loaded = re.match(
        rf"^(?:up|down) to {_ABOUT}(?P<v>\d[\d.,]*(?: ?(?:kg|kilos|lbs?|pounds))?) on (?:the|my) "
        r"(?P<t>[a-z]+(?: press| row| curl)?)\b",
        rest,
        re.I,
    )
    if verb == "be" and loaded and not clause.is_past:
        topic = f"measure:{loaded['t'].casefold()}"
        return [fact(clause, topic, loaded["v"], mode=None)]
    if verb in ("have", "own", "be") and not clause.is_past:
        match = re.match(
            rf"^(?:up to |down to |about |around |over |at )?(?P<n>{_NUMBER}) (?P<v>(?:[\w'-]+"
            rf" ?){{1,3}})",
            rest,
            re.I,
        )
        if verb == "be" and not re.match(r"^(?:up|down) to ", rest):
            return []
        last_one = re.match(r"^(?:up|down) to (?P<n>one) (?P<v>[a-z]+)$", rest)
        if last_one and last_one["v"] not in _UNCOUNTED:
            topic = f"count:{last_one['v']}s"
            return [fact(clause, topic, "one", mode=None, predicate=f"have one {last_one['v']}")]
        value = thing(match["v"], limit=3) if match else ""
        last = value.casefold().split()[-1] if value else ""
        if (
            match
            and last not in SOFTWARE
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
    " cousins nieces nephews twins kilos kg lbs km tests errors choices minds hands eyes lives"
)


_UNIT = (
    r"(?: ?(?:kg|kilos?|lbs?|pounds|stone|km|miles?|m|cm|mm|g|mg|percent|hours?|minutes?|mins?"
    r"|seconds?|secs?|days?|weeks?|months?|euros?|quid|dollars?|bpm|points?|steps|calories|litres?"
    r"|mmol|words|reps|watts))?(?: (?:a|per) (?:day|week|month|year|night|hour|minute))?"
)
AMOUNT = rf"[£$€]?\d[\d.,:]*(?:\d|k|m)?(?: ?(?:over|/) ?\d+)?{_UNIT}(?![\w%])"
_ABOUT = r"(?:about |around |roughly |nearly |almost |just (?:under|over|shy of) |exactly |only )?"
# Verbs of change or standing -> "(from 720) (up) to 815", "at 412".
_CHANGING = words(
    "go rise drop increase fall jump climb creep shoot soar edge inch dip slip sink grow shrink"
    " reach hit stand sit come be get move decrease double plateau"
)
_CHANGED = re.compile(
    rf"^(?:back )?(?:up |down )?(?:from {_ABOUT}{AMOUNT} )?(?:back )?(?:up |down )?"
    rf"(?:to|at) {_ABOUT}(?P<v>{AMOUNT})",
    re.I,
)
_REACHED = re.compile(rf"^{_ABOUT}(?P<v>{AMOUNT})", re.I)
_SET = re.compile(
    rf"\b(?:has|have|had|put|puts|shows?|showed|brings?|takes|got|brought|lowered|improved|cut"
    rf"|pushed|raised"
    rf"|upped|dropped|clocked|measured) my (?P<t>[a-z0-9][\w .-]{{2,28}}?) (?:back )?(?:up |down )?"
    rf"(?:from {AMOUNT} )?(?:to|at) {_ABOUT}(?P<v>{AMOUNT})",
    re.I,
)
_OF_THE_HOUR = words(
    "phone battery laptop train bus flight plane order package parcel code function test build"
    " server script timeout query table file list question point order uber taxi lift meeting essay"
    " email guess bet suite turn answer estimate volume screen app download alarm appointment"
    " interview class lesson shift wedding party exam plan idea reservation booking table seat"
)


def changes(clause: Plain) -> list[Fact]:
    """Read what something of somebody's has come to: "my rent jumped from 720 to 815"."""
    noun, verb = clause.noun, clause.verb
    if not noun or not clause.subject or clause.is_negated or clause.modals or clause.is_future:
        return []
    topic = noun.casefold()
    if topic.split()[-1] in _OF_THE_HOUR or any(w.endswith("'s") for w in topic.split()):
        return []
    match = _CHANGED.match(clause.rest) if verb in _CHANGING else None
    if match is None and verb in ("reach", "hit", "pass"):
        match = _REACHED.match(clause.rest)
    if match is None:
        return _having(clause, topic)
    if re.match(r"^(?:at|to) \d{1,2}(?::\d\d)?(?: ?[ap]m)?$", clause.rest) and verb in (
        "be", "come", "go", "get", "move",
    ):  # fmt: skip
        number = match["v"]
        if ":" in number or topic.split()[-1] not in _MEASURED:
            return []  # "my class is at 6"
    collected = re.match(r"^(?P<n>\d[\d,.]*) (?P<w>[a-z]+s)\b", clause.rest[match.start("v") :])
    if topic.split()[-1] == "collection" and collected:
        return [fact(clause, f"count:{collected['w']}", collected["n"], mode=None)]
    return [fact(clause, f"measure:{record_topic(topic)}", match["v"].strip(" .,"), mode=None)]


_MEASURED = words(
    "rating weight bodyweight rent salary elo ftp mileage cholesterol ferritin a1c hba1c rate"
    " pressure fat streak count commute bench squat deadlift bpm max average pace score level"
    " savings debt mortgage height waist bmi sugar time best pb pr total balance followers hours"
)


def _having(clause: Plain, topic: str) -> list[Fact]:
    """Read "my newsletter has 2,300 subscribers now"."""
    match = re.match(rf"^{_ABOUT}(?P<n>\d[\d,.]*k?) (?P<v>[a-z]+s)$", clause.rest)
    if (
        clause.verb != "have"
        or clause.is_past
        or not match
        or match["v"] in _UNCOUNTED - {"people"}
    ):
        return []
    if match["v"] in SOFTWARE or clause.subject != USER or topic.split()[-1] in SOFTWARE:
        return []
    return [fact(clause, f"count:{match['v']}", match["n"], mode=None)]


def set_measures(segment: Segment) -> list[Fact]:
    """Read "the last test had my ferritin at 12", "got my marathon time down to 3:28"."""
    match = _SET.search(segment.text)
    if not match or match["t"].casefold().split()[-1] in _OF_THE_HOUR | SOFTWARE:
        return []
    topic = record_topic(match["t"].casefold())
    return [Fact(attribute=f"measure:{topic}", value=match["v"].strip(" .,"), mode=Mode.STANDING)]


def sizes(clause: Plain) -> list[Fact]:
    """Read "I take a size 9 shoe", "I'm a size 12", "I can do 40 push-ups"."""
    match = re.match(
        r"^(?:an? )?(?:uk |eu |us )?size (?P<v>\d[\d.]*|[smlx]{1,3}\b)(?: in)?(?: (?P<t>shoe|dress"
        r"|jean|trouser|boot|shirt|bra|ring)s?)?",
        clause.rest,
        re.I,
    )
    if clause.verb in ("take", "wear", "be") and match and clause.is_asserted:
        what = (match["t"] or ("shoe" if "shoe" in clause.segment.text else "clothes")).casefold()
        return [fact(clause, f"measure:{what} size", match["v"], mode=None)]
    able = re.match(
        r"^(?P<v>\d+) (?P<t>(?:unbroken )?(?:push|pull|sit|chin|press|burpee|squat|dip)[\w-]*)"
        r"(?: in a row)?(?=$|\s?,)",
        clause.rest,
        re.I,
    )
    managed = clause.verb in ("manage", "hit") and able and clause.is_asserted
    if managed and (clause.is_past or clause.is_perfect) and able:
        return [fact(clause, f"measure:{able['t'].casefold()}", able["v"], mode=None)]
    if (
        clause.verb in ("do", "manage")
        and able
        and clause.modals <= {"can"}
        and not (clause.is_negated or clause.noun or clause.is_past)
    ):
        return [fact(clause, f"measure:{able['t'].casefold()}", able["v"], mode=None)]
    return []


_RECORD = re.compile(
    r"(?:^|, (?:and )?|\b(?:my|our) )(?P<t>[\w ]{2,25}?) (?:pb|pr|personal best|best time|best"
    r"|record)(?: is| was| of| now)?(?: now| at)? (?P<v>\d[\d:.,]*)",
    re.I,
)


def records(clause: Plain) -> list[Fact]:
    """Read "half marathon PB is 1:52", whoever the grammar says it of."""
    match = _RECORD.search(clause.segment.text)
    if match is None:
        return []
    topic = re.sub(r"^(?:(?:my|our|the|and|new|a)(?: |$))+", "", match["t"].strip().casefold())
    if not topic:
        return []
    return [Fact(attribute=f"measure:{record_topic(topic)}", value=match["v"].rstrip(".,"))]
