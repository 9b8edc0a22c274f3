"""Surface rules whose subject is not the person: "spinach isn't for me", "it's my fortieth"."""

import re
from collections.abc import Iterator

from memory.backends.local.english.evidence import LIMITED, POSSESSIONS
from memory.backends.local.english.lexicon import FAMILY, PETS, ROLES, is_trade
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.rewrite import called
from memory.backends.local.english.surface.illness import medicine
from memory.backends.local.english.surface.owned import CONTENT
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import action, thing, things
from memory.backends.local.frame import words
from memory.domain.types import Mode

_BIRTHDAY = re.compile(
    r"^(?:it is|today is|tomorrow is) my(?: (?P<n>\d+(?:st|nd|rd|th)|[a-z]+(?:-[a-z]+)?(?:th|st|nd"
    r"|rd|ieth|ond|ird)))?(?P<w> birthday| bday)?$",
    re.I,
)
_REFUSED = re.compile(
    r"^no (?:more )?(?P<v>(?!idea|problem|worries|clue|wonder|rush|need|way|thanks|more|one"
    r"|longer|time|chance|point|luck|hurry|doubt|matter|pressure)[\w', -]+?)(?: for me|"
    r" please)?$",
    re.I,
)


_DIED = re.compile(
    rf"^(?:my|our) (?:[\w-]+ )?(?P<a>{'|'.join(sorted(PETS, key=len, reverse=True))})\b,?(?: "
    rf"(?-i:(?P<n>[A-Z]\w+)),?)?"
    r" (?:has |have )?(?:died|passed(?: away)?|was put down|was put to sleep)\b",
    re.I,
)


def idioms(segment: Segment) -> Iterator[Fact]:
    """Yield what a clause says of the user although somebody or something else is its subject."""
    for rule in (
        _birthday,
        _ahead,
        _advised,
        _lost,
        _had,
        _at_home,
        _kept_at_home,
        _stolen,
        _made,
        _meal,
        _served,
        _raised,
        _left_over,
        _week,
        _spared,
        _refused,
    ):
        yield from rule(segment)


_PUT_DOWN = re.compile(
    rf"^(?:i|we) (?:had to |have had to )?(?:put|lost) (?:my|our) (?:[\w-]+ ){{0,2}}?"
    rf"(?P<a>{'|'.join(sorted(PETS, key=len, reverse=True))})\b(?: (?-i:(?P<n>[A-Z]\w+)))?"
    r" (?:down|to sleep)$",
    re.I,
)


_STOLEN = re.compile(
    r"^(?:my|our) (?P<v>[\w' -]+?) (?:was|got|has been|is|were|have been) (?:just )?(?:stolen"
    r"|nicked"
    r"|pinched|written off|totall?ed|scrapped|repossessed)$"
    r"|^(?:someone|somebody|they|thieves) (?:has |have )?(?:stole|stolen|nicked|pinched) (?:my|our)"
    r" (?P<w>[\w' -]+)$",
    re.I,
)


def _stolen(segment: Segment) -> Iterator[Fact]:
    """Read "my bike got stolen last night"."""
    match = _STOLEN.match(segment.text)
    value = (match["v"] or match["w"]) if match else ""
    if value and value.casefold().split()[-1] in POSSESSIONS:
        yield Fact(attribute="owns", value=value, mode=Mode.DENIAL)


_MADE = re.compile(
    r"^(?:they|my boss|the company|my company|work|the board) (?:have |has |just )*(?:made"
    r"|appointed"
    r"|promoted) me (?:to )?(?:an? |the )?(?P<v>[\w' -]{4,40})$",
    re.I,
)


def _made(segment: Segment) -> Iterator[Fact]:
    """Read "they've made me head of department"."""
    match = _MADE.match(segment.text)
    title = match["v"].split(" of ")[0] if match else ""
    if match and is_trade(title.split()[-1]):
        yield Fact(attribute="occupation", value=match["v"])


_GONE = re.compile(
    r"^(?:the|my|our) (?P<v>[\w' -]{2,30}?) (?:is|are|has been|have been|got|was|were) (?:now "
    r"|finally |"
    r"officially )*(?:sold|scrapped|written off|gone for good)(?: off| on)?(?: for .+)?$",
    re.I,
)
_MINE = re.compile(r"^mine is an? (?P<v>.+)", re.I)


_STORED = re.compile(
    r"^there (?:is|are) (?:still )?(?P<v>(?:an?|two|three|four|some) [\w' -]{3,30}?) (?:in|on|under"
    r"|at the back of) (?:my|our) (?:\w+ )?(?:attic|loft|garage|shed|cellar|basement|garden|drive"
    r"|driveway|kitchen|living room|flat|house|bedroom|study|barn|yard|hallway|boot|wall)\b",
    re.I,
)


def _kept_at_home(segment: Segment) -> Iterator[Fact]:
    """Read "there's a sewing machine in my attic"."""
    match = _STORED.match(segment.text)
    value = thing(match["v"]) if match else ""
    if value and value.casefold().split()[-1] in POSSESSIONS:
        yield Fact(attribute="owns", value=value)


_MEAL = re.compile(
    r"^(?:my )?(?P<m>breakfast|lunch|dinner|supper|brunch) (?:is|are) (?:usually|always|mostly"
    r"|normally|typically|generally|often) (?P<v>.+)",
    re.I,
)


def _meal(segment: Segment) -> Iterator[Fact]:
    """Read "lunch is usually a sandwich at my desk"."""
    match = _MEAL.match(segment.text)
    if match:
        value = f"{match['m']} is {action(match['v'])}"
        yield Fact(attribute="habit", value=value, predicate=f"have a custom: {value}")


_YEARS_AS = re.compile(
    r"^(?P<n>[\w-]+(?: [\w-]+)?) (?:years"
    r"|months)(?: now)? (?:as )?an? (?P<v>[\w-]+(?: (?!and\b)[\w-]+)?)"
    r"(?=$|,| and\b)"
    r"|^(?:been )?an? (?P<w>[\w-]+(?: [\w-]+)?) (?:for|going on) [\w-]+ years(?: now)?$",
    re.I,
)


def _served(segment: Segment) -> Iterator[Fact]:
    """Read "thirty-one years a firefighter"."""
    match = _YEARS_AS.match(segment.text)
    value = (match["v"] or match["w"]) if match else ""
    if value and is_trade(value.split()[-1]):
        yield Fact(attribute="occupation", value=value)


_RAISED = re.compile(
    r"\b(?:am|are) (?:raising|bringing up|looking after|caring for) (?:my|our|a|an) "
    r"(?P<v>(?:(?:two|three|four|five|little|younger|older|late|elderly|young) )*(?P<r>[a-z-]+))\b",
    re.I,
)


def _raised(segment: Segment) -> Iterator[Fact]:
    """Read "I'm raising my two granddaughters"."""
    match = _RAISED.search(segment.text)
    if match and match["r"].casefold() in FAMILY and re.match(r"^(?:i|we)\b", segment.text, re.I):
        yield Fact(attribute="family", value=match["v"], predicate=f"have {match['v']}")


_LEFT = re.compile(
    r"\b(?P<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten) (?:out )?of my (?:[\w]+ )"
    r"(?P<v>[a-z]+(?: [a-z]+)?s) (?:have |are )?(?:survived|left|made it|remain(?:ed|ing)?|died)\b",
    re.I,
)


def _left_over(segment: Segment) -> Iterator[Fact]:
    """Read "only 4 of my 9 tomato plants survived"."""
    match = _LEFT.search(segment.text)
    if match and not match[0].endswith("died"):
        topic = match["v"].casefold()
        yield Fact(attribute=f"count:{topic}", value=match["n"], mode=Mode.STANDING)


_HOME = re.compile(
    r"^(?P<v>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?) (?:is|has been|is been|became|has become)"
    r" (?:now )?(?:my |our )?home(?: base)?(?: (?:now|for|since|these)\b.*)?$",
    re.I,
)


def _at_home(segment: Segment) -> Iterator[Fact]:
    """Read "Adelaide has been home for twenty years"."""
    match = _HOME.match(segment.text)
    if match:
        yield Fact(attribute="home", value=match["v"], mode=Mode.STANDING)


def _had(segment: Segment) -> Iterator[Fact]:
    """Read "the caravan is sold", "mine is a 1987 Volvo"."""
    gone = _GONE.match(segment.text)
    if gone and gone["v"].casefold().split()[-1] in POSSESSIONS:
        yield Fact(attribute="owns", value=gone["v"], mode=Mode.DENIAL)
    mine = _MINE.match(segment.text)
    value = thing(mine["v"]) if mine else ""
    dated = re.match(r"(?:19|20)\d\d ", value)
    if value and (dated or value.casefold().split()[-1] in POSSESSIONS):
        yield Fact(attribute="owns", value=value)


def _lost(segment: Segment) -> Iterator[Fact]:
    match = _DIED.match(segment.text) or _PUT_DOWN.match(segment.text)
    if match:
        value = f"{match['a']} {match['n'] or ''}".strip()
        yield Fact(attribute="pet", value=value, mode=Mode.DENIAL)


_WEEKDAY = re.compile(
    r"^(?P<d>(?:mon|tues|wednes|thurs|fri|satur|sun)days?)(?: nights?| mornings?| evenings?)?"
    r" (?:is|are|means?) (?:(?P<for>for )|my |our )?(?P<v>[\w' -]{3,30}?)(?P<n> nights?| days?)?$",
    re.I,
)


def _week(segment: Segment) -> Iterator[Fact]:
    """Read "Thursdays are pottery night", "Sundays are for church"."""
    match = _WEEKDAY.match(segment.text)
    if match and (match["for"] or match["n"]):
        value = f"{match['v']}{match['n'] or ''} on {match['d']}"
        yield Fact(attribute="habit", value=value, predicate=f"have {value}")


_SPARED = re.compile(
    r"\bno (?P<v>[\w' -]+?) (?:because of|due to|as|for|cos of) my (?P<r>[\w-]+)'s allerg(?:y|ies)",
    re.I,
)


def _spared(segment: Segment) -> Iterator[Fact]:
    match = _SPARED.search(segment.text)
    if match and match["r"].casefold() in ROLES:
        for value in things(match["v"]):
            yield Fact(attribute="allergy", value=value, subject=ROLES[match["r"].casefold()])


def _refused(segment: Segment) -> Iterator[Fact]:
    match = _REFUSED.match(segment.text) if segment.joint == "so" else None
    for value in things(match["v"]) if match else ():
        said = value.casefold().split()
        if said[0] not in CONTENT and said[-1] not in _ASKED:
            yield Fact(attribute="avoids", value=value)


_ASKED = words(
    "recipes suggestions jokes recommendations ideas questions examples options tips surprises"
)


_DUE = re.compile(
    r"^(?:the|our|my) (?:new |first |second |third )?(?P<v>baby|twins) (?:is|are) due$", re.I
)
_VISITOR = re.compile(
    r"^(?:the|my|our|an?|some) (?P<v>[\w' -]{2,30}?) (?:is|are) (?P<w>coming|visiting|staying"
    r"|popping (?:round"
    r"|in|over|by)|dropping (?:by|in)|arriving|flying (?:in|over))(?: (?:round|over|by|in|to|for"
    r"|with|up|down)\b"
    r".*)?$",
    re.I,
)


def _is_trade(text: str) -> bool:
    last = text.casefold().split()[-1]
    return is_trade(last) or is_trade(last.removesuffix("s"))


_OCCASION = re.compile(
    r"^it is (?:my|our) (?P<v>(?:[\w'-]+ ){0,3}(?:anniversary|graduation|wedding|hen do|stag do"
    r"|housewarming|leaving do|reunion|baby shower|retirement party))$",
    re.I,
)


def _ahead(segment: Segment) -> Iterator[Fact]:
    """Read what is to come and is nobody's deed: "the baby's due in March"."""
    due = _DUE.match(segment.text)
    if due and any(s.role == "at" for s in segment.times):
        said = f"be expecting {'a baby' if due['v'] == 'baby' else 'twins'}"
        yield Fact(attribute="event", value=f"{due['v']} due", predicate=said)
    visitor = _VISITOR.match(segment.text)
    if visitor and segment.ahead and _is_trade(visitor["v"]):
        value = f"{visitor['v']} {visitor['w']}"
        yield Fact(attribute="plan", value=value, predicate=f"have {called(value)}")
    occasion = _OCCASION.match(segment.text)
    if occasion and segment.ahead:
        yield Fact(attribute="plan", value=occasion["v"], predicate=f"have {called(occasion['v'])}")


_DOCTOR = re.compile(
    r"^(?:my |the )?(?:doctor|gp|dietitian|dietician|cardiologist|consultant|specialist|dentist"
    r"|nurse"
    r"|nutritionist|doc) (?:has )?(?:told|advised|asked|wants|ordered|warned) me to "
    r"(?P<how>cut (?:down on|out|back on)|avoid|stay (?:off|away from)|give up|stop (?:eating"
    r"|drinking|having)|lay off|go easy on|reduce|limit|take) (?P<v>.+)",
    re.I,
)


BARRED = re.compile(
    r"^(?:my |the )?(?:doctor|gp|dietitian|dietician|cardiologist|consultant|specialist|dentist"
    r"|nurse|nutritionist|doc|physio|midwife) (?:says|reckons"
    r"|orders)(?: that)? (?:no (?:more )?"
    r"|i (?:must not|can not|should not|have to avoid|need to avoid|must avoid|should avoid)"
    r" (?:have |eat |drink )?)(?P<v>[\w' -]{3,40}?)(?: because .*| due to .*)?$",
    re.I,
)


def _advised(segment: Segment) -> Iterator[Fact]:
    """Read what a doctor ordered: "my doctor told me to cut down on salt"."""
    barred = BARRED.match(segment.text)
    if barred:
        value = action(barred["v"])
        limit = LIMITED.search(value)
        yield from (
            Fact(attribute="avoids", value=v) for v in ([value] if limit else things(value))
        )
    match = _DOCTOR.match(segment.text)
    if not match:
        return
    if match["how"].casefold() == "take":
        yield from (
            Fact(attribute="medication", value=v, mode=Mode.STANDING)
            for v in things(match["v"])
            if medicine(v)
        )
        return
    yield from (Fact(attribute="avoids", value=v) for v in things(re.sub(r"^my ", "", match["v"])))


def _birthday(segment: Segment) -> Iterator[Fact]:
    match = _BIRTHDAY.match(segment.text)
    if not match or not (match["n"] or match["w"]):
        return
    day = next((s.since for s in segment.times if s.role == "at" and s.since), None)
    if match["n"] and match["n"] != "first":
        value = action(f"{match['n']} birthday")
        yield Fact(
            attribute="event", value=value, predicate=f"celebrate the {value}", mode=Mode.STANDING
        )
    if day is not None:
        yield Fact(attribute="birthday", value=f"{day.day} {day:%B}", mode=Mode.STANDING)
