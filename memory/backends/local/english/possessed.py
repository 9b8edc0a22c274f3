"""Rules for "my X is Y": name, birthday, favourites, sizes, appointments, things."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.complements import state_mode
from memory.backends.local.english.content import number_in, place
from memory.backends.local.english.having import APPOINTMENTS
from memory.backends.local.english.lexicon import FAMILY, LANGUAGES, PETS, ROLES
from memory.backends.local.english.phrases import members
from memory.backends.local.english.possessions import (
    NOUNS,
    after_verb,
    dated_fact,
    is_person,
    is_record,
    measure_facts,
    name_facts,
    named_thing,
    other_fact,
    owner_pet,
    pet_facts,
)
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.english.surface.verbs import form_of
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

Token = Any  # spacy.tokens.Token


_OWNED = words(
    "car bike bicycle motorbike phone laptop computer camera guitar piano van boat truck"
    " tablet watch console printer keyboard violin telescope ride vehicle scooter"
)


_FORMER = words("first old previous last former ex childhood")


_AFFIRMED = words("thing jam cup obsession weakness passion hobby")


_FAVORITE = words("favorite favourite")


def possessed(reading: Reading, clause: ClauseView) -> list[Fact] | None:
    """Read a copular clause whose subject is a noun of somebody's; None if it is another."""
    subject = clause.subject
    acting = _activity(reading, clause)
    if acting:
        return acting
    if subject is not None and clause.lemma in ("call", "name") and clause.child("auxpass"):
        return named_thing(reading, clause, subject)
    if subject is not None and clause.lemma in _FIXED and clause.child("auxpass"):
        owner = reading.people.owner_of(subject)
        return (dated_fact(reading, clause, owner, subject) or None) if owner else None
    if subject is None or clause.lemma not in _COPULAS | _AMOUNTING:
        return None
    if subject.lower_ == "home" and not any(c.dep_ in ("det", "poss") for c in subject.children):
        return _valued(reading, clause, USER, "home", clause.children("attr"))
    inverse = _inverse_favorite(reading, clause)
    if inverse is not None:
        return inverse
    owner = reading.people.owner_of(subject)
    if subject.lower_ == "name" and subject.i == 1 and subject.doc[0].lower_ == "the":
        owner = USER  # "The name's Declan."
    animal = owner_pet(subject)
    if animal is not None:
        owner = reading.people.owner_of(animal)
    if owner and subject.lower_ in LANGUAGES and not clause.is_negated:
        skilled = clause.child("acomp", "attr")
        return [Fact(attribute="language", value=subject.text, subject=owner)] if skilled else []
    if not owner or is_person(subject):
        return None
    if clause.lemma in ("have", "turn") or clause.is_hypothetical:
        return []
    complements = [
        *(
            c
            for c in clause.children("attr", "acomp", "oprd", "dobj", "xcomp", "ccomp")
            if c.i > clause.head.i
        ),
        *_digits(clause),
    ]
    found = _by_noun(reading, clause, owner, subject, complements)
    return [] if found is None else found


_FIXED = words("schedule book plan set reschedule postpone fix confirm move")


_COPULAS = words("be remain become turn have stay")


_AMOUNTING = words("take cost last weigh grow rise reach drop fall total measure run")


def _activity(reading: Reading, clause: ClauseView) -> list[Fact]:
    """Read "my job is teaching swimming", which parses like a progressive."""
    subject, head = clause.subject, clause.head
    if subject is None or head.tag_ != "VBG" or head.dep_ == "xcomp" or clause.is_negated:
        return []
    attribute = NOUNS.get(subject.lower_, "")
    if attribute not in ("occupation", "hobby", "goal") or not reading.people.owner_of(subject):
        return []
    verbs = [head, *(t for t in head.conjuncts if t.i > head.i)]
    return [
        Fact(
            attribute=attribute,
            value=_action(reading, verb),
            predicate=f"'s {subject.lemma_} be {_action(reading, verb)}",
            subject=reading.people.owner_of(subject),
        )
        for verb in verbs
    ]


def _aim(value: str) -> str:
    form = form_of(value.split()[0].casefold())
    return f"to {value}" if form is not None and form.tense == "base" else value


def _digits(clause: ClauseView) -> list[Token]:
    return [
        c
        for c in clause.head.children
        if c.dep_ in ("npadvmod", "advmod", "prep", "nummod")
        and c.i > clause.head.i
        and (c.like_num or c.dep_ == "npadvmod")
    ]


def _by_noun(
    reading: Reading, clause: ClauseView, owner: str, noun: Token, complements: list[Token]
) -> list[Fact] | None:
    mode = state_mode(clause)
    favorite = _favorite_topic(reading, noun)
    if favorite.startswith("least"):
        values = _values(reading, complements)[:1]
        return [Fact(attribute="dislikes", value=v, subject=owner, mode=mode) for v in values]
    if favorite:
        return [
            Fact(attribute=f"favorite:{favorite}", value=value, subject=owner, mode=mode)
            for value in _values(reading, complements)[:1]
        ]
    lower = noun.lower_
    if lower in LANGUAGES and not clause.is_negated and clause.child("acomp", "attr"):
        return [Fact(attribute="language", value=noun.text, subject=owner)]
    pets = noun if lower in PETS else None
    if pets is not None or (owned := owner_pet(noun)) is not None:
        return pet_facts(reading, clause, owner, pets or owned, noun)
    if is_record(noun):
        return measure_facts(reading, clause, owner, noun)
    attribute = "phone" if lower == "number" and "phone" in _text_of(noun) else NOUNS.get(lower)
    if lower in ("phone", "mobile", "cell") and not re.search(r"\d{5}", after_verb(clause)):
        attribute = None
    if lower == "date" and "birth" in _text_of(noun):
        attribute = "birthday"
    if lower == "pressure" and number_in(after_verb(clause)):
        return measure_facts(reading, clause, owner, noun)
    if lower in ("one", "type", "pressure", "number") and attribute is None:
        return other_fact(reading, clause, owner, noun)
    if attribute is not None:
        return _valued(reading, clause, owner, attribute, complements)
    if lower in ("apartment", "flat", "house", "place", "condo") and clause.prepositions("in"):
        return _valued(reading, clause, owner, "home", [])
    if lower in APPOINTMENTS or noun.lemma_ in APPOINTMENTS:
        return dated_fact(reading, clause, owner, noun)
    former = clause.is_past and any(c.lower_ in _FORMER for c in noun.children)
    mode = Mode.PAST if former else mode
    if lower in ("day", "night", "session", "payday", "anniversary"):
        return dated_fact(reading, clause, owner, noun)
    if lower in _OWNED and complements and (former or not clause.is_past):
        return [
            Fact(attribute="owns", value=value, subject=owner, mode=mode)
            for value in [re.sub(r"^(?:an?|the)\s+", "", after_verb(clause))]
            if not re.match(r"(?:in|at|on|off|out|away|with|for|back|being|due)\b", value, re.I)
            if any(c.pos_ in ("NOUN", "PROPN") for c in complements) and len(value.split()) < 8
        ]
    if number_in(after_verb(clause)):
        return measure_facts(reading, clause, owner, noun)
    return other_fact(reading, clause, owner, noun)


def _text_of(noun: Token) -> str:
    return str(noun.doc[noun.left_edge.i : noun.right_edge.i + 1].text).casefold()


def _values(reading: Reading, complements: list[Token]) -> list[str]:
    values: list[str] = []
    for complement in complements:
        if complement.dep_ in ("xcomp", "ccomp") or complement.tag_ == "VBG":
            values.append(_action(reading, complement))
        else:
            values += [
                reading.np(m, keep_times=True)
                for m in members(complement)
                if m.pos_ not in ("PRON", "ADV", "SCONJ")
            ]
    return [value for value in values if value]


def _action(reading: Reading, verb: Token) -> str:
    value = reading.vp(verb)
    return f"{verb.text}{value[len(verb.lemma_) :]}" if verb.tag_ == "VBG" else value


_NOMINAL = (
    "allergy",
    "medication",
    "hobby",
    "goal",
    "occupation",
    "employer",
    "education",
    "skill",
)


def _valued(
    reading: Reading, clause: ClauseView, owner: str, attribute: str, complements: list[Token]
) -> list[Fact]:
    mode = state_mode(clause)
    if attribute in ("email", "phone", "birthday"):
        text = after_verb(clause)
        found = {"email": r"\S+@\S+\.\w+", "phone": r"\+?\d[\d ()/.-]{5,}\d"}.get(attribute)
        match = re.search(found, text) if found else None
        value = match[0] if match else "" if found else _date(text)
        return [Fact(attribute=attribute, value=value, subject=owner, mode=mode)] if value else []
    if attribute in ("home", "hometown", "workplace"):
        tokens = [
            *clause.prepositions("in", "at", "near", "on"),
            *(c for c in complements if c.pos_ in ("PROPN", "NOUN")),
        ]
        values = [v for t in tokens if (v := place(reading, t))]
        if attribute == "home" and not values and number_in(after_verb(clause)):
            values = [after_verb(clause)]
        return [Fact(attribute=attribute, value=v, subject=owner, mode=mode) for v in values[:1]]
    if attribute == "name":
        return name_facts(clause, owner, complements)
    if attribute in _NOMINAL:
        complements = [c for c in complements if c.pos_ != "ADJ"]
    values = _values(reading, complements)
    if attribute == "language":
        values = [v for v in values if v.casefold() in LANGUAGES]
    if attribute == "gender":
        values = [after_verb(clause)] if "/" in after_verb(clause) else values
    if attribute in ("goal",) and values:
        return [
            Fact(attribute="goal", value=v, subject=owner, predicate=f"'s goal be {_aim(v)}")
            for v in values
        ]
    return [Fact(attribute=attribute, value=v, subject=owner, mode=mode) for v in values]


_ORDINAL = re.compile(
    r"(?:the )?(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh"
    r"|eighth|ninth"
    r"|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth"
    r"|nineteenth|twentieth|thirtieth) (?:of )?[A-Z][a-z]+",
    re.I,
)


def _date(text: str) -> str:
    text = re.sub(r"^(?:on|in|the)\s+", "", text.strip(), flags=re.I)
    worded = _ORDINAL.match(text)
    if worded:
        return worded[0]
    weekday = re.match(
        r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|next", text, re.I
    )
    return text if not weekday and (number_in(text) or re.match(r"[A-Z][a-z]+", text)) else ""


def _favorite_topic(reading: Reading, noun: Token) -> str:
    marks = [c for c in noun.children if c.lower_ in _FAVORITE]
    if marks:
        topic = reading.np(noun).casefold().removeprefix("favorite ").strip()
        topic = re.sub(r"\b(?:all-time|all time|absolute|favorite)\b", "", topic).strip()
        return topic.replace("color", "colour")
    return ""


def _inverse_favorite(reading: Reading, clause: ClauseView) -> list[Fact] | None:
    """Read "Pizza is my favourite food", "Sci-fi is my thing"."""
    complement = clause.child("attr")
    if complement is None or clause.subject is None or clause.lemma != "be":
        return None
    mine = any(c.dep_ == "poss" and c.lower_ in ("my", "our") for c in complement.children)
    if not mine or clause.subject.pos_ == "PRON":
        return None
    value = reading.np(clause.subject)
    if clause.subject.pos_ == "PROPN" and not clause.is_negated:
        if complement.lower_ in PETS:
            return [Fact(attribute="pet", value=f"{complement.lower_} {value}")]
        if complement.lower_ in ROLES:
            role = ROLES[complement.lower_]
            reading.people.names[value.casefold()] = role
            reading.people.last = role
            kind = "family" if complement.lower_ in FAMILY else "relationship"
            return [
                Fact(
                    attribute=kind,
                    value=f"{role} {value}",
                    predicate=f"have a {role} called {value}",
                )
            ]
    known = NOUNS.get(complement.lower_, "")
    before = clause.is_past or any(
        c.lower_ in ("old", "former", "previous", "last", "first") for c in complement.children
    )
    if complement.lower_ == "job" and before and clause.subject.pos_ == "PROPN":
        return [Fact(attribute="employer", value=value, mode=Mode.PAST)]
    if known in ("home", "hometown", "occupation", "employer", "language", "religion", "name") and (
        not clause.is_negated
    ):
        return [Fact(attribute=known, value=value)]
    topic = _favorite_topic(reading, complement)
    among = [t for t in clause.prepositions("of") if t.i < clause.head.i]
    if not topic and complement.lower_ == "favorite" and among:
        topic = among[0].lemma_
    if not topic and complement.lower_ == "favorite":
        return [Fact(attribute="likes", value=value)]
    if topic and not clause.is_negated:
        return [Fact(attribute=f"favorite:{topic}", value=value)]
    if complement.lower_ in _AFFIRMED:
        attribute = "dislikes" if clause.is_negated else "likes"
        return [Fact(attribute=attribute, value=value)]
    return None
