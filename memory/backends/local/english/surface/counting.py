"""Surface rules for numbers that change: counts, measures, records."""

import re

from memory.backends.local.english.evidence import SOFTWARE
from memory.backends.local.english.lexicon import PETS
from memory.backends.local.english.possessions import record_topic
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, thing
from memory.backends.local.frame import words
from memory.domain.types import USER

_NUMBER = (
    r"(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen|twenty|thirty|forty|fifty|a hundred|zero)"
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
            [fact(clause, "plan", value, mode=None, predicate=f"have booked {rest}")]
            if value
            else []
        )
    enrolled = re.match(r"^(?:up for|up to|on|in|for) (?P<v>(?:an?|the|my|some) .+)", rest)
    if verb in ("sign", "enrol", "enroll", "register") and done and enrolled:
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
    " cousins nieces nephews twins kilos tests errors choices minds hands eyes lives"
)


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
