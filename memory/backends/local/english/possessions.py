"""Rules for things of somebody's: their names, sizes, dates, and what else is said of them."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.content import pets_in
from memory.backends.local.english.lexicon import FAMILY, PETS, ROLES
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.english.rewrite import called
from memory.backends.local.frame import words
from memory.domain.types import USER

Token = Any  # spacy.tokens.Token

# Head noun -> attribute, where the noun alone decides.
NOUNS = {
    "name": "name", "surname": "name", "nickname": "form_of_address", "birthday": "birthday",
    "birthdate": "birthday", "job": "occupation", "profession": "occupation",
    "occupation": "occupation", "trade": "occupation", "career": "occupation",
    "employer": "employer", "hometown": "hometown", "home": "home", "address": "home",
    "residence": "home", "nationality": "nationality", "citizenship": "nationality",
    "religion": "religion", "faith": "religion", "email": "email", "e-mail": "email",
    "mail": "email", "phone": "phone", "mobile": "phone", "cell": "phone", "age": "age",
    "gender": "gender", "pronouns": "gender", "hobby": "hobby", "hobbies": "hobby",
    "pastime": "hobby", "passion": "hobby", "goal": "goal", "goals": "goal", "dream": "goal",
    "ambition": "goal", "aim": "goal", "resolution": "goal", "allergy": "allergy",
    "allergies": "allergy", "diet": "diet", "workplace": "workplace", "office": "workplace",
    "medication": "medication", "language": "language", "tongue": "language",
    "employers": "employer", "university": "education", "school": "education",
    "degree": "education", "major": "education", "skill": "skill", "talent": "skill",
}  # fmt: skip


_RECORDS = words("best pb pr record time score high")


def named_thing(reading: Reading, clause: ClauseView, noun: Token) -> list[Fact] | None:
    """Read "my cat is called Miso", "my network is called Bananaphone"."""
    owner = reading.people.owner_of(noun)
    if not owner or is_person(noun):
        return None
    value = re.split(r",\s*(?:not|but|and)\b", after_verb(clause))[0].strip()
    if not value or clause.is_negated:
        return []
    topic = reading.np(noun)
    if noun.lower_ in PETS:
        return [Fact(attribute="pet", value=f"{topic} {value}", subject=owner)]
    return [
        Fact(
            attribute="fact",
            value=f"{topic}: {value}",
            subject=owner,
            confidence=0.7,
            predicate=f"have a {topic} called {value}",
        )
    ]


def is_person(subject: Token) -> bool:
    head = subject.lower_
    return (
        head in ROLES
        or subject.lemma_ in ROLES
        or (subject.pos_ == "PROPN" and subject.lower_ not in _RECORDS)
    ) and not any(c.lower_ in NOUNS for c in (subject,))


def name_facts(clause: ClauseView, owner: str, complements: list[Token]) -> list[Fact]:
    names = [n for c in complements[:1] if (n := _name(c))]
    marks = {c.lower_ for c in clause.subject.children} if clause.subject is not None else set()
    if clause.is_negated or marks & {"maiden", "middle", "pen", "stage", "brand"}:
        return []
    facts = [Fact(attribute="name", value=n, subject=owner, confidence=0.92) for n in names]
    if owner in ROLES:
        kind = "family" if owner in FAMILY else "relationship"
        facts += [
            Fact(attribute=kind, value=f"{owner} {n}", predicate=f"have a {owner} called {n}")
            for n in names
        ]
    return facts


def _name(token: Token) -> str:
    if token.pos_ not in ("PROPN", "NOUN", "X", "ADJ") or token.tag_ == "VBG":
        return ""
    run = [t for t in token.subtree if t.dep_ in ("compound", "flat") or t == token]
    return " ".join(t.text for t in run)


def after_verb(clause: ClauseView) -> str:
    doc, head = clause.head.doc, clause.head
    end = head.sent.end
    for token in doc[head.i + 1 : head.sent.end]:
        if token.dep_ in ("cc", "mark") and token.head in (head,) or token.text in (";",):
            end = token.i
            break
    text = doc[head.i + 1 : end].text.strip(" .!,?")
    return re.sub(r"^(?:now|currently|actually|about|around|exactly|up to)\s+", "", text)


def owner_pet(noun: Token) -> Token | None:
    """Return the animal in "our cat's name"."""
    return next((c for c in noun.children if c.dep_ == "poss" and c.lower_ in PETS), None)


def pet_facts(
    reading: Reading, clause: ClauseView, owner: str, animal: Token, noun: Token
) -> list[Fact]:
    complements = clause.children("attr", "acomp", "oprd")
    name = next((c for c in animal.children if c.dep_ == "appos" or c.pos_ == "PROPN"), None)
    value = animal.lemma_
    if noun != animal and noun.lower_ == "name" and complements:
        value = f"{value} {_name(complements[0])}"
    elif name is not None:
        value = f"{value} {name.text}"
    breed = [c for c in complements if pets_in(c)]
    if breed:
        value = f"{value} ({reading.np(breed[0])})"
    if value == animal.lemma_ and not complements:
        return []
    return [Fact(attribute="pet", value=value, subject=owner if owner else USER)]


def is_record(noun: Token) -> bool:
    said = {t.lower_ for t in noun.subtree}
    return noun.lower_ in _RECORDS and bool(said & (_RECORDS - {"time", "high"}))


_QUANTIFIED = re.compile(
    r"^(?:(?:to|at|about|around|just|roughly|exactly|over|under|below|above|now|only|nearly|almost"
    r"|currently|still|already|up to|down to|up at|down at) )+",
    re.I,
)
_AMOUNT = re.compile(
    r"[£$€]?\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty"
    r"|forty"
    r"|fifty|sixty|a hundred|size|number)\b",
    re.I,
)
_THINGS = words(
    "phone battery laptop train bus flight plane order package parcel code function test build"
    " server"
    " script timeout query table file list question point order uber taxi lift meeting essay email"
    " guess bet suite turn answer estimate"
)


def _is_of_a_thing(noun: Token) -> bool:
    return noun.lower_ in _THINGS and not any(c.dep_ == "prep" for c in noun.children)


_BEST = re.compile(r"\b(?:best|fastest|quickest|personal|pb|pr|record|time|new|current)\b")


def record_topic(topic: str) -> str:
    """Return what a record is in, however it is put: "10k" for "best 10k time" and "10k pb"."""
    bare = " ".join(_BEST.sub(" ", topic).split())
    return bare or topic


def measure_facts(reading: Reading, clause: ClauseView, owner: str, noun: Token) -> list[Fact]:
    value = _QUANTIFIED.sub("", after_verb(clause))
    if not _AMOUNT.match(value) or _is_of_a_thing(noun):
        return []
    if re.match(r"\S+ ?%|\S+ percent|.*\byears? old\b", value):
        return []  # a share of something passes, and is no size
    value = re.split(r",(?!\d)| and (?:I|my)\b| but |\s+now\b|\s+(?:last|this) \w+$", value)[
        0
    ].strip()
    topic = re.sub(r"^(?:his|her|their|[\w' ]+?'s?) ", "", reading.np(noun).casefold())
    topic = record_topic(topic)
    if is_record(noun):
        events = [g for c in noun.children if c.dep_ == "prep" for g in c.children]
        events = events or [t for t in clause.prepositions("for", "in") if t.i < clause.head.i]
        before = noun.doc[noun.i : clause.head.i].text
        said = re.search(r"\b(?:for|in|over|at) (?:the |a |my )?([\w ]{2,20})$", before)
        kinds = [said[1]] if said else []
        kinds += [
            c.text
            for c in noun.children
            if c.dep_ in ("compound", "nummod") and c.lower_ not in _RECORDS | {"personal"}
        ]
        topic = reading.np(events[0]).casefold() if events else " ".join(kinds).casefold() or topic
        topic = record_topic(topic)
    return [
        Fact(
            attribute=f"measure:{topic}",
            value=value,
            subject=owner,
        )
    ]


def dated_fact(reading: Reading, clause: ClauseView, owner: str, noun: Token) -> list[Fact]:
    spans = [s for s in reading.times_of(clause) if s.until and s.until >= reading.now]
    if not spans or clause.is_negated:
        return []
    when = " ".join(clause.head.doc.text[s.start : s.end].strip() for s in spans)
    topic = reading.np(noun)
    return [
        Fact(
            attribute="plan",
            value=f"{topic} {when}",
            subject=owner,
            predicate=f"have {called(topic)} {when}",
        )
    ]


def other_fact(reading: Reading, clause: ClauseView, owner: str, noun: Token) -> list[Fact]:
    """Keep a statement about something of the user's that no attribute fits."""
    value = after_verb(clause)
    topic = re.sub(r"^(?:his|her|their|[\w' ]+?'s?) ", "", reading.np(noun))
    if re.match(r"(?:go-to|comfort|all-time|number one)\b", topic):
        return []  # a favourite, read by the surface
    if owner != USER and noun.lower_ not in _KINDS or "," in value:
        return []  # "Mum's side is Basque, so ..."
    if not value or len(value.split()) > 12 or clause.is_past or clause.is_negated:
        return []
    if noun.lower_ in _PASSING or not (
        clause.children("attr", "oprd") or noun.lower_ in _KINDS and clause.children("acomp")
    ):
        return []
    return [
        Fact(
            attribute="fact",
            value=f"{topic}: {value}",
            subject=owner,
            confidence=0.65,
            predicate=f"'s {topic} be {value}",
        )
    ]


_KINDS = words("colour color type sign size status shade group hair team skin zodiac")
_PASSING = words(
    "question problem issue point guess answer understanding bad mistake fault idea"
    " turn concern worry favorite thing concern suggestion opinion thought impression"
    " brain life heart soul mood inbox existence job week morning bank wallet house kitchen kid cat"
    " half accent plan head mind day character protagonist avatar villain heroine hero"
)
