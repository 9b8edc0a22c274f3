"""Surface rules for what two phrases tell together: a home moved into, a day and its use.

"I can't do Wednesdays, I look after my grandson then": one names the day, the other what is done.
They read the whole text, as `sentences` does.
"""

import re
from collections.abc import Iterator

from memory.backends.local.english.lexicon import PETS, ROLES
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.values import place
from memory.domain.types import Mode

Found = Iterator[tuple[int, int, Fact]]

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_DAYS = rf"{_DAY}(?:(?:, | and |, and ){_DAY})*"
_WHO = r"(?:^|(?<=[.!?;,] )|(?<=\bactually )|(?<=\bbut )|(?<=\band )|(?<=\bbecause ))"
_MOVED_IN = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:just |finally |recently )?(?:bought|rented|found|got|built) "
    r"(?:an?|our|my) (?:[\w-]+ ){0,3}?(?:flat|house|apartment|home|place|studio|cottage|bungalow"
    r"|condo|maisonette) in (?P<v>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)*)[^.!?;]{0,40}?,? and "
    r"(?P<moved>(?:(?:we|i)(?:'ve| have)? )?(?:have )?(?:just |finally )?moved in\b[^.!?;,]*)",
    re.I,
)
_BUSY = re.compile(
    rf"\b(?:i|we) (?:can't|cannot|can not|don't|do not)(?: ever)? (?:do|make|manage|work)"
    rf"(?: on)? (?P<day>{_DAYS})(?:,| as| because| since|;| -)+ (?:i|we) "
    r"(?P<done>(?!am\b|was\b|have\b|had\b|can\b|will\b|would\b|did\b)[a-z]+ [\w' -]+?)"
    r"(?: then| that day| those days| on that day)(?=[.,;!]|$)",
    re.I,
)
_IT_IS = re.compile(
    rf"{_WHO}(?:it's|it is) (?:only )?(?:on )?(?P<day>{_DAYS}) (?:that |when )?(?:i|we) "
    r"(?P<done>(?!am\b|was\b|have\b|had\b|can\b|will\b|would\b|did\b|need\b|want\b|think\b|mean\b)"
    r"[a-z]+(?: [\w'-]+){0,5}?)(?:, (?:and )?not [\w ,]+?)?(?=\s*(?:[.;!]|$))",
    re.I,
)
_DUE = re.compile(
    r"\b(?:my|our) (?P<n>(?:[a-z-]+ )?[a-z-]+) (?:is (?:an? )?[^.!?;,]{2,30},? (?:and|but) it(?:'s"
    r"| is)|is) due (?:for )?(?P<its>its|her|his|an?) (?P<v>(?:[\w-]+ ){0,2}?(?:mot|service"
    r"|check-?up|jabs?|booster|vaccinations?|inspection|renewal|clean|repair|sharpening|tuning))"
    r"(?P<when> [^.!?;,]+)",
    re.I,
)
_NEEDS = re.compile(
    r"\b(?:my|our) (?P<n>(?:[a-z-]+ )?[a-z-]+) needs (?P<v>(?:an?|its|new) (?:[\w-]+ )?(?:mot"
    r"|service|check-?up|repair|inspection|tyres|battery|brakes)) (?P<when>(?:in|on|by|before) "
    r"[^.!?;,]+)",
    re.I,
)
_ROLE = "|".join(
    sorted((re.escape(r) for r in ROLES if not r.endswith("s")), key=len, reverse=True)
)
_PET = "|".join(sorted((re.escape(p) for p in PETS if not p.endswith("s")), key=len, reverse=True))
_AGED = re.compile(
    rf"\b(?:my|our) (?:[a-z-]+ ){{0,2}}?(?P<r>{_ROLE}|{_PET})(?:,? (?-i:[A-Z][\w'-]+))?"
    r"(?: \((?P<a>\d{1,2})\)|, (?:aged? )?(?P<b>\d{1,3}),(?= [a-z]))",
    re.I,
)
_INTOLERANT = re.compile(
    r"\bi(?:'m| am) (?:[a-z]+ )?(?:(?P<how>intolerant|allergic) to (?P<v>[a-z]+(?: [a-z]+)?) and "
    r"(?:also )?to (?P<w>[a-z]+(?: [a-z]+)?)|(?P<x>[a-z]+) and (?P<y>[a-z]+)[ -]intolerant)"
    r"(?=[.,;!]|$)",
    re.I,
)
_SUBJECT = (
    r"(?:nursing|law|medical|dental|veterinary|art|drama|music|history|maths?|physics|chemistry"
    r"|biology|psychology|philosophy|economics|engineering|architecture|design|business|marketing"
    r"|accounting|geography|journalism|linguistics|pharmacy|physiotherapy|midwifery|theology"
    r"|politics|sociology|fashion|film|computer science|literature|education)"
)
_STUDENT = re.compile(
    rf"\bi(?:'m| am) (?:currently )?an? (?:[\w-]+ ){{0,3}}?(?:(?P<v>{_SUBJECT}) )?(?:student"
    rf"|undergraduate)(?:(?: in| of) (?P<w>{_SUBJECT}))?\b",
    re.I,
)
_NAMED_SO = {"medical": "medicine", "dental": "dentistry", "veterinary": "veterinary medicine"}
_SKIPPED = re.compile(
    r"\b(?:i'm|i am|we're|we are) (?:skipping|suspending|ignoring|pausing|breaking) "
    r"(?P<v>(?:my|our) (?:[\w-]+ ){0,4}?(?:rule|rules|diet|training|routine|run|walk|class"
    r"|fast|workout))\b",
    re.I,
)
_NO_TODAY = re.compile(
    r"(?:^|(?<=[.!;] ))no (?P<v>running|swimming|cycling|training|gym|yoga|climbing|jogging"
    r"|practice|piano|football|tennis|dancing|rowing|alcohol|sugar|caffeine|wine|beer"
    r"|meat)(?: for me)? "
    r"(?P<when>today|tonight|this week|this evening)\b",
    re.I,
)
_QUOTED = re.compile(r"^\W*(?:if|imagine|suppose|write|translate|summari[sz]e|explain)\b", re.I)
_JUST_NOW = re.compile(r"\b(?:today|tonight|this (?:week|time|morning|evening|once))\b", re.I)


def joined(text: str, written: str) -> Found:
    """Yield what two phrases of a text tell together; nothing of a task or a supposition.

    `written` is the text with the ages in brackets, which the parsed one leaves out.
    """
    if _QUOTED.match(text) or '"' in text or "“" in text or text.rstrip().endswith("?"):
        return
    for read in (_homes, _days, _due, _bodies, _studies, _exceptions):
        yield from read(text)
    yield from _ages(text, written)


def _homes(text: str) -> Found:
    for match in _MOVED_IN.finditer(text):
        where = place(match["v"])
        if where:
            home = Fact(attribute="home", value=where, mode=Mode.STANDING)
            yield match.start("moved"), match.end("moved"), home


def _days(text: str) -> Found:
    for match in _BUSY.finditer(text):
        done = f"{match['done']} on {match['day']}"
        yield match.start(), match.end(), Fact(attribute="habit", value=done, predicate=done)
    for match in _IT_IS.finditer(text):
        done = f"{match['done']} on {match['day']}"
        yield match.start(), match.end(), Fact(attribute="habit", value=done, predicate=done)


def _due(text: str) -> Found:
    for match in _DUE.finditer(text):
        said = f"'s {match['n']} be due for {match['its']} {match['v']}"
        value = f"{match['n']} due for {match['its']} {match['v']}"
        yield match.start(), match.end(), Fact(attribute="plan", value=value, predicate=said)
    for match in _NEEDS.finditer(text):
        said = f"'s {match['n']} be due for {match['v']}"
        value = f"{match['n']} needs {match['v']}"
        yield match.start(), match.end(), Fact(attribute="plan", value=value, predicate=said)


def _ages(text: str, written: str) -> Found:
    for match in _AGED.finditer(written):
        who, named = match["r"].casefold(), re.split(r" \(|, (?:aged? )?\d", match[0])[0]
        start = text.find(named)
        behind = re.match(r"\W*\w+", text[start + len(named) :])
        age = match["a"] or match["b"]
        if start >= 0 and int(age) < 115:
            end = start + len(named) + (len(behind[0]) if behind else 0)
            yield start, end, Fact(attribute="age", value=age, subject=ROLES.get(who, who))


def _bodies(text: str) -> Found:
    for match in _INTOLERANT.finditer(text):
        allergic = (match["how"] or "").casefold() == "allergic"
        for value in filter(None, (match["v"], match["w"], match["x"], match["y"])):
            said = f"be allergic to {value}" if allergic else f"be {value} intolerant"
            found = Fact(attribute="allergy", value=value, predicate=said)
            yield match.start(), match.end(), found


def _studies(text: str) -> Found:
    for match in _STUDENT.finditer(text):
        subject = (match["v"] or match["w"] or "").casefold()
        subject = _NAMED_SO.get(subject, subject)
        if subject:
            said = f"study {subject}"
            found = Fact(attribute="education", value=subject, predicate=said)
            yield match.start(), match.end(), found


def _exceptions(text: str) -> Found:
    """Yield what is left out this once: the custom itself stays."""
    for match in _SKIPPED.finditer(text):
        if _JUST_NOW.search(text):
            said = f"be skipping {match['v']}"
            skipped = Fact(attribute="fact", value=said[3:], predicate=said, mode=Mode.TEMPORARY)
            yield match.start(), match.end(), skipped
    for match in _NO_TODAY.finditer(text):
        left_out = Fact(attribute="avoids", value=match["v"], mode=Mode.TEMPORARY)
        yield match.start(), match.end(), left_out
