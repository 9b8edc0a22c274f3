"""Who does what in a clause, read from left to right: subject, auxiliaries, verb, and the rest."""

import re
from dataclasses import dataclass, field
from typing import Any

from memory.backends.local.english.lexicon import PETS, ROLES
from memory.backends.local.english.surface.closed import FIRST_NAMES
from memory.backends.local.english.surface.groups import VerbGroup
from memory.backends.local.english.surface.segments import PARENTS, Segment
from memory.backends.local.english.surface.verbs import AUXILIARIES, form_of
from memory.backends.local.frame import words
from memory.domain.types import USER

_ROLE = "|".join(sorted((re.escape(role) for role in ROLES), key=len, reverse=True))


_ADJECTIVES = (
    r"(?:(?:little|big|older|younger|elder|eldest|oldest|youngest|middle|baby|twin|best|old|new"
    r"|current|dear|late|poor|lovely|other|closest|close|second|first|ex|adopted|foster"
    r"|own|good|half"
    r"|former|upstairs|downstairs|next-door|work|uni|school|\d+|\d+[- ]?(?:year|month)[- ]?old"
    r"|\w+-year-old"
    r"|two|three|four) )*"
)


_NAME = r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?"


_SELF = re.compile(
    r"^(?:(?:(?:my|the) [\w-]+(?: \w+)?|mum|mom|dad|(?-i:[A-Z])\w+) and (?:i|me)|(?:me"
    r"|i) and (?:my|the) [\w-]+|both of us"
    r"|neither of us|(?:the )?two of us|i|we|me|us)\b(?!')",
    re.I,
)


_RELATIVE = re.compile(
    rf"^(?:my|our|the(?= (?:youngest|eldest|oldest)\b)) {_ADJECTIVES}"
    rf"(?P<role>{_ROLE})\b(?! (?:of|status)\b)(?:[, ]+(?-i:"
    rf"(?P<name>{_NAME}))(?! (?:and|&)),?)?"
    rf"(?: and (?P<also>(?:her|his|my|our) {_ADJECTIVES}(?:{_ROLE})\b|(?-i:{_NAME}))(?:[ ]"
    rf"(?-i:{_NAME}))?)?(?!['’])",
    re.I,
)


_ANIMAL = re.compile(
    rf"^(?:my|our|the) (?:[\w-]+ )?"
    rf"(?P<kind>{'|'.join(sorted(PETS - {'fish', 'guinea'}, key=len, reverse=True))})\b"
    rf"(?:,? (?-i:(?P<name>{_NAME})),?)?(?!['’])(?= (?:is|are|has|have|was|can|does|only|eats"
    rf"|loves|hates|had|likes|will|takes|turned|needs)\b)",
    re.I,
)


_THEIRS = re.compile(rf"^(?:her|his|their) {_ADJECTIVES}(?P<role>{_ROLE})\b(?!['’])", re.I)


_OF_RELATIVE = re.compile(
    rf"^(?:my|our) {_ADJECTIVES}(?P<role>{_ROLE})['’]s? {_ADJECTIVES}(?P<other>{_ROLE})\b(?!['’])",
    re.I,
)


_DATED = (
    "interview|exam|wedding|flight|appointment|meeting|course|class|term|semester|ceremony"
    "|funeral|christening|hearing|trial|party|surgery|operation|deadline"
    "|viewing|trip|race|concert"
)


_OWN_NOUN = re.compile(
    rf"^(?P<owner>my|our|his|her|their|the(?= (?:\w+ )?(?:{_DATED}) (?:is|starts|was|got|moved"
    rf"|has)\b)|(?:(?:my|our) {_ADJECTIVES}(?:{_ROLE})|(?-i:{_NAME}))['’]s?)"
    r" (?P<noun>[\w'-]+(?: (?!is\b|are\b|was\b|were\b|has\b|have\b|had\b|can\b|will\b|does\b"
    r"|do\b)[\w'-]+){0,4}?) (?=(?:is|are|was|were|has|have|had|does|do|did|can|will|would|must"
    r"|turned|turns|gets|got|moved|went|rose|dropped|jumped|increased|fell|lives|takes|costs"
    r"|starts|ends|died|makes|keeps|hurts?|plays"
    r" up|flares?"
    r"|expires?|arrives?|closes|opens|leaves|lands|departs"
    r"|crept|risen|stands|sits|stood|shot|jumps|climbs|climbed|rises|drops|falls|grew|shrank|hit"
    r"|reached|hits|dipped|slipped|soared|increased|decreased|runs|lapses|finishes|comes|got"
    r"|goes|begins|weighs|needs|remains|became|broke|passed|called|named|loves|likes|hates|eats"
    r"|sleeps)\b)",
    re.I,
)


# A measure that is told without "my": "chess rating's crept up to 1388".
_BARE_MEASURE = re.compile(
    r"^(?P<noun>(?!(?:the|an?|his|her|their|your|this|that|average|minimum|my|our)\b)"
    r"(?:[\w.]+ )?(?:rating|weight|bodyweight|rent|salary|elo|ftp|mileage|cholesterol|ferritin|a1c"
    r"|hba1c|heart rate|body fat|streak|blood pressure|bench|squat|deadlift|step count|word count"
    r"|vo2 max|bmi|screen time)) (?=(?:is|has|went|jumped|dropped|rose|fell|crept|hit|reached"
    r"|climbed|shot|stands|sits|came|got)\b)",
    re.I,
)


_PARENT = re.compile(
    rf"^(?P<role>{'|'.join(PARENTS)})(?: and (?:{'|'.join(PARENTS)}))?\b(?!['’])", re.I
)


_BARE_ROLE = re.compile(
    r"^(?P<role>sister|brother|wife|husband|boyfriend|girlfriend|partner|son|daughter|boss"
    r"|flatmate|roommate|gf|bf|hubby)"
    r"(?= (?:is|was|has|had|does|can|will|loves|hates|likes|works|lives|just|got|wants)\b)",
    re.I,
)


_THING = re.compile(
    r"^(?:it|this|that|there|the [\w'-]+(?: [\w'-]+)?(?= (?:is|was|are)\b))\b", re.I
)


_BARE_VERBS = words(
    "love like hate live work prefer need want have play own enjoy adore dislike detest wish hope"
    " study miss eat drink drive collect plan suffer weigh"
)


NOBODY = "-"  # the subject of the clause before was somebody whom nothing is kept of


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """A clause as the rules see it: what `verb` (base form) says of `subject`, with its `rest`.

    `noun` is set when the clause is about a thing of the subject's ("my commute"). `verb` is "be"
    for a complement, "" for a fragment without a verb.
    """

    subject: str
    verb: str
    rest: str
    segment: Segment
    noun: str = ""
    others: tuple[str, ...] = ()  # further subjects ("my sister and her husband")
    is_negated: bool = False
    is_ended: bool = False  # "no longer", "not ... any more"
    is_past: bool = False
    is_perfect: bool = False
    is_progressive: bool = False
    is_future: bool = False
    used_to: bool = False
    is_frequent: bool = False
    is_imperative: bool = False
    never: bool = False
    modals: frozenset[str] = field(default_factory=frozenset)
    hedge: float = 0.0

    @property
    def is_asserted(self) -> bool:
        """Whether it is said of the subject itself, and as it is: no "my ...", "not" or "would"."""
        return not (self.noun or self.is_negated or self.modals)


@dataclass
class Discourse:
    """Whom and what the clauses before were about."""

    person: str = ""
    subject: str = ""
    animal: str = ""
    thing: str = ""  # what "it" and "them" stand for after a verb of liking
    unborn: str = ""  # "the baby", "the dog": what "we called her ..." names
    verb: str = ""
    attribute: str = ""
    is_announced: bool = False  # "Decision made:" stood before
    last: list[Any] = field(default_factory=list)  # the facts that were found last
    names: dict[str, str] = field(default_factory=dict)


def read(segment: Segment, discourse: Discourse) -> Plain | None:
    """Return the clause, None if it is about nobody whom the rules know."""
    found, noun, others, rest = _subject(segment, discourse)
    if found is None:
        return None
    who = _elided(segment, discourse, rest) if found == "" and not noun else (found, False)
    if who is None:
        return None
    subject, imperative = who
    rest = _THE_ONE.sub("", rest)
    clause = _predicate(segment, subject, noun, others, rest, imperative=imperative)
    own = re.match(r"^(?:me )?(?:that )?(?:he|she|they|i|we) (?P<v>.+)", clause.rest, re.I)
    if clause.verb in _SAYING and own and not clause.is_negated and not noun:
        rest = own["v"]  # "my cousin says he's allergic": somebody about themself
        return _predicate(segment, subject, noun, others, rest, imperative=False)
    tells = clause.verb in _SAYING | _READING and not clause.is_progressive
    if tells and re.match(r"^(?:that|about|somewhere|on|in|an?|the)\b", clause.rest):
        return None
    return clause


_THE_ONE = re.compile(r"(?<=\bis )the one (?=from\b|in\b|living\b|working\b)", re.I)
_ORDERS = re.compile(r"^(?:do|does) (?:not|n't)|^please\b|^never [a-z]+ me\b", re.I)
_LIVED = re.compile(
    r"^(?:never|not|always) (?:been|had|liked|loved|owned|lived|eaten|drunk)\b", re.I
)


def _elided(segment: Segment, discourse: Discourse, rest: str) -> tuple[str, bool] | None:
    """Return the subject that a clause leaves out, and whether it is an order; None: of nobody."""
    first = rest.split(" ", 1)[0].casefold().strip(",") if rest else ""
    form = form_of(first)
    if not segment.joint and _LIVED.match(rest):
        return USER, False
    if not segment.joint and _ORDERS.match(rest):
        return "", True
    stated = form is not None and (form.tense != "base" or first in _BARE_VERBS)
    if first in AUXILIARIES or stated:
        inherited = discourse.subject if segment.joint and discourse.subject else USER
        if inherited == NOBODY:
            return None
        plural = form is not None and form.tense == "s" and inherited == USER
        return "" if plural else inherited, False  # "so trains only" is no verb of mine
    joined = segment.joint in ("and", "but", ",", "then", "plus", "or")
    if form is not None and joined and discourse.subject not in ("", NOBODY):
        return discourse.subject, segment.joint != "and"
    return "", form is not None or first in ("do", "please", "never", "don't", "just")


_SAYING = words("say tell reckon claim admit mention insist swear")


_READING = words("read hear see notice learn")


Found = tuple[str | None, str, tuple[str, ...], str]  # subject, noun, other subjects, the rest


def _subject(segment: Segment, discourse: Discourse) -> Found:
    """Return whom a clause is about, "" when it does not say; None is nobody to remember."""
    text = segment.text
    if segment.joint == "who":
        return discourse.person or None, "", (), text.partition(" ")[2]
    if match := _SELF.match(text):
        beside = re.search(rf"\bmy (?:{_ADJECTIVES})?(?P<role>{_ROLE})\b", match[0], re.I)
        return USER, "", (_role(beside["role"]),) if beside else (), _after(text, match)
    if match := _PRONOUN.match(text):
        return discourse.person or None, "", (), _after(text, match)
    found = _related(text, discourse) or _animal(text, discourse)
    if found:
        return found
    if match := _OWN_NOUN.match(text):
        owner = _owner(match["owner"], discourse)
        return owner or None, match["noun"], (), _after(text, match)
    if segment.joint == "" and (match := _BARE_MEASURE.match(text)):
        return USER, match["noun"], (), _after(text, match)
    bare = _PARENT.match(text) or (_BARE_ROLE.match(text) if segment.joint == "" else None)
    if bare and _after(text, bare):
        return _role(bare["role"]), "", (), _after(text, bare)
    known = re.match(r"^[\w-]+\b(?!['’])", text)
    if known and known[0].casefold() in discourse.names:
        return discourse.names[known[0].casefold()], "", (), _after(text, known)
    match = re.match(rf"^({_NAME})\b(?!['’])", text)
    if match and match[1].casefold() in discourse.names:
        return discourse.names[match[1].casefold()], "", (), _after(text, match)
    if match and match[1].casefold() in FIRST_NAMES and _after(text, match):
        return match[1], "", (), _after(text, match)
    return (None, "", (), "") if _THING.match(text) else ("", "", (), text)


_PRONOUN = re.compile(r"^(?:he|she|they)\b", re.I)


def _after(text: str, match: re.Match[str]) -> str:
    return text[match.end() :].strip()


def _related(text: str, discourse: Discourse) -> Found | None:
    """Return a clause about a relative or friend: "my sister Priya and her husband ..."."""
    if match := _OF_RELATIVE.match(text):
        who = f"{_role(match['role'])}'s {_role(match['other'])}"
        return who, "", (), _after(text, match)
    match = _RELATIVE.match(text)
    if match and not re.match(r"^['’]", text[match.end() :]):
        role = _role(match["role"])
        _name(discourse, match["name"], role)
        return role, "", _also(match["also"], role), _aside(text[match.end() :])
    if match := _THEIRS.match(text):
        theirs = f"{discourse.person}'s {_role(match['role'])}" if discourse.person else None
        return theirs, "", (), _after(text, match)
    return None


def _animal(text: str, discourse: Discourse) -> Found | None:
    match = _ANIMAL.match(text)
    if not match or text.casefold().startswith("the ") and not discourse.animal:
        return None
    if match["name"]:
        discourse.names[match["name"].casefold()] = match["name"]
    return match["kind"].casefold(), "", (), _after(text, match)


def _aside(text: str) -> str:
    """Return what follows a subject without an apposition between commas (", 34, ")."""
    return re.sub(r"^,[^,]{1,40},\s*", "", text).strip(" ,")


def _role(word: str) -> str:
    return ROLES.get(word.casefold(), word.casefold())


def _name(discourse: Discourse, name: str | None, role: str) -> None:
    if name:
        discourse.names[name.casefold()] = role


def _also(text: str | None, role: str) -> tuple[str, ...]:
    if not text:
        return ()
    found = re.search(rf"\b({_ROLE})\b", text, re.I)
    if text.casefold().startswith(("her ", "his ")) and found:
        return (f"{role}'s {_role(found[1])}",)
    return (_role(found[1]) if found else text,)


def _owner(text: str, discourse: Discourse) -> str:
    lower = text.casefold()
    if lower in ("my", "our", "the"):
        return USER
    if lower in ("his", "her", "their"):
        return discourse.person
    bare = re.sub(r"['’]s?$", "", text)
    found = re.search(rf"\b({_ROLE})$", bare, re.I)
    return _role(found[1]) if found else discourse.names.get(bare.casefold(), "")


_BY_PRONOUN = re.compile(r"^(?:i|we|he|she|they|who)\b", re.I)


def _predicate(
    segment: Segment,
    subject: str,
    noun: str,
    others: tuple[str, ...],
    rest: str,
    *,
    imperative: bool,
) -> Plain:
    by_pronoun = _BY_PRONOUN.match(segment.text) is not None
    group = VerbGroup(rest.split(), by_pronoun=by_pronoun and not noun)
    group.read()
    text = " ".join(group.tokens[group.at :])
    ended = bool(re.search(r"\b(?:any ?more|any longer)\b", text, re.I)) and group.negated
    text = re.sub(r",?\s*\b(?:any ?more|any longer)\b", "", text, flags=re.I)
    return Plain(
        subject=subject,
        verb=group.verb,
        rest=text.strip(" ,"),
        segment=segment,
        noun=noun,
        others=others,
        is_negated=group.negated,
        is_ended=ended or group.ended,
        is_past=group.past,
        is_perfect=group.perfect,
        is_progressive=group.progressive,
        is_future=group.future,
        used_to=group.used_to,
        is_frequent=group.frequent,
        is_imperative=imperative,
        never=group.never,
        modals=frozenset(group.modals),
        hedge=segment.hedge,
    )


def animal_in(text: str) -> str:
    """Return the animal that a text names, "" if none."""
    return next((w for w in re.findall(r"[a-z-]+", text.casefold()) if w in PETS), "")
