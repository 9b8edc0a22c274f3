"""Rules for counts and measures: collections, weights, records, results."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.content import contents, is_vague, number_in
from memory.backends.local.english.evidence import is_software
from memory.backends.local.english.lexicon import PETS
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.frame import words
from memory.domain.types import Mode

Token = Any  # spacy.tokens.Token

_UNITS = words(
    "kg kilos kilograms kilo pounds lbs stone cm centimetres centimeters m metres meters"
    " feet ft inches"
)


def counted(
    reading: Reading, subject: str, thing: Token, count: Token, mode: Mode | None
) -> list[Fact]:
    if is_vague(thing) or is_software(thing):
        return []
    kept = [t for t in thing.subtree if t.dep_ in ("compound", "amod") or t == thing]
    topic = " ".join(t.text for t in sorted(kept, key=lambda t: t.i) if t.i <= thing.i)
    return [
        Fact(
            attribute=f"count:{topic.casefold()}",
            value=count.text,
            subject=subject,
            mode=mode,
            predicate=f"have {count.text} {topic}",
        )
    ]


def collect(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read counts of other verbs: "I've collected 140 cards", "I'm up to 37 books"."""
    if clause.lemma not in (
        "collect",
        "read",
        "visit",
        "complete",
        "finish",
        "be",
        "reach",
        "hit",
        "save",
        "gather",
        "own",
        "write",
        "climb",
        "watch",
    ):
        return None
    if clause.is_negated:
        return None
    pool = [*clause.children("dobj"), *clause.prepositions("to", "at")]
    if clause.lemma == "be" and any(c.lower_ == "up" for c in clause.head.subtree):
        pool += clause.children("attr")
    for thing in pool:
        count = next((c for c in thing.children if c.dep_ == "nummod"), None)
        if (
            count is not None
            and thing.tag_ in ("NNS", "NNPS")
            and thing.lower_ not in PETS
            and thing.i not in (reading.time_tokens)
            and thing.lower_ not in _UNITS | words("years days weeks months hours minutes")
        ):
            return counted(reading, subject, thing, count, None)
    if clause.lemma == "collect" and not clause.is_past:
        return [
            Fact(attribute="hobby", value=value, subject=subject, predicate=f"collect {value}")
            for t in clause.children("dobj")
            for value in contents(reading, t)
        ]
    return None


def weigh(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma in ("weigh", "measure") and not clause.is_past:
        tokens = clause.children("dobj", "npadvmod", "attr", "oprd", "acomp", "advmod")
        for token in tokens:
            value = reading.np(token)
            if number_in(value):
                topic = "weight" if clause.lemma == "weigh" else "height"
                return [
                    Fact(
                        attribute=f"measure:{topic}",
                        value=value.removeprefix("about "),
                        subject=subject,
                    )
                ]
        return []
    return None


def achieve(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read results: "I managed a new PB of 1:48:20 in the half marathon", "ran 5k in 25:50"."""
    records = words("pb pr best record time score personal")
    for thing in clause.children("dobj"):
        said = [t for t in thing.subtree if t.lower_ in records]
        number = next((t for t in thing.subtree if t.like_num or number_in(t.text)), None)
        if said and number is not None and clause.lemma not in ("have",):
            events = [
                *clause.prepositions("in", "for", "over", "at"),
                *(
                    g
                    for c in thing.children
                    if c.dep_ == "prep" and c.lower_ in ("in", "for")
                    for g in c.children
                ),
            ]
            event = reading.np(events[0]) if events else "personal best"
            value = number.text
            return [Fact(attribute=f"measure:{event.casefold()}", value=value, subject=subject)]
    return None


def scored(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I scored 1480 on the SAT", "ran the marathon in 3:58", "I'm down to 78 kg"."""
    text = clause.text
    weight = re.search(r"\b(?:down|up) to (\d[\d.,]* ?(?:kg|kilos?|pounds|lbs|stone))\b", text)
    if weight and not clause.is_negated and not re.search(r"\bon (?:the|my)\b|\bfor reps\b", text):
        return [Fact(attribute="measure:weight", value=weight[1], subject=subject)]
    number = re.search(r"\b\d+:\d\d(?::\d\d)?\b|\b\d[\d.,]*\b", text)
    if number is None or clause.is_negated:
        return None
    if clause.lemma == "score":
        return [
            Fact(attribute=f"measure:{reading.np(t)}", value=number[0], subject=subject)
            for t in clause.far_prepositions("on", "in", "at")
        ][:1] or None
    races = words("run swim cycle row finish complete ride walk do climb")
    event = clause.child("dobj")
    if (
        clause.lemma in races
        and event is not None
        and ":" in number[0]
        and (re.search(rf"\bin (?:just |under |about )?{re.escape(number[0])}", text))
    ):
        return [
            Fact(
                attribute=f"measure:{reading.np(event).casefold()}",
                value=number[0],
                subject=subject,
            )
        ]
    return None
