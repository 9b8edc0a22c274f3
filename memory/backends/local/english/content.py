"""Judges whether a phrase is worth keeping as a value, and reads special ones (places, numbers)."""

import re
from collections.abc import Iterator
from typing import Any

from memory.backends.local.english.lexicon import (
    CONDITION_HEADS,
    CONDITIONS,
    DIETS,
    FREE_DIET,
    LANGUAGES,
    MEDICATION_HEADS,
    MEDICATION_SUFFIX,
    PETS,
)
from memory.backends.local.english.phrases import members
from memory.backends.local.english.reading import Reading
from memory.backends.local.frame import words

Token = Any  # spacy.tokens.Token


_VAGUE = words(
    "idea answer joke question thing things way lot bit time feeling sound look one ones stuff"
    " something anything nothing everything someone anyone everyone problem issue example point"
    " part kind sort type fact reason case matter chance trouble clue doubt message help hand"
    " suggestion suggestions response reply explanation thought thoughts plan plans minute second"
    " moment favor favour error headache cold fun luck day morning evening night week weekend right"
    " access need feedback work homework style attitude face truth sense info information details"
    " list option options choice recommendation tip tips advice"
)


_PLACE_NOUNS = words(
    "town city village countryside suburbs country island farm capital north south east west"
    " coast mountains outskirts suburb area neighbourhood neighborhood desert valley lakes"
)


_NOT_PLACES = words(
    "fear hope flat house apartment studio room home world moment past dorm place denial peace"
    " debt pain trouble love charge general fact way touch hurry need terms middle building floor"
    " accounting marketing sales hr finance support engineering legal scratch behind above memory"
    " bungalow condo tent van caravan loft basement bedsit mansion cottage houseboat family parents"
)


_TIMES = words(
    "month week year day weekend morning evening afternoon night spring summer autumn fall winter"
    " time january february march april may june july august september october november december"
    " monday tuesday wednesday thursday friday saturday sunday now today tomorrow days weeks months"
    " years hours minutes term semester season"
)


# Beside a place it tells with whom, not where: "in Leeds with my wife".
_COMPANY = re.compile(r",?\s+(?:(?:together )?with|alongside|and my|and our)\b", re.I)


_NUMBER = re.compile(
    r"\d[\d.,:'\"]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|twenty|thirty|forty|fifty|hundred|thousand)\b",
    re.I,
)


def is_content(token: Token) -> bool:
    """Say whether a token heads a phrase that says something by itself."""
    if token.pos_ in ("PRON", "DET", "PUNCT", "SYM", "X", "INTJ", "ADP", "CCONJ", "PART"):
        return False
    if token.lower_ in _VAGUE:
        return any(
            c.dep_ in ("amod", "compound") and c.pos_ in ("NOUN", "PROPN") for c in token.children
        ) and token.lower_ not in ("question", "one", "time")
    determiners = [c.lower_ for c in token.children if c.dep_ in ("poss", "det")]
    return not any(word in ("your", "that", "this", "these", "those") for word in determiners)


def is_vague(token: Token) -> bool:
    return token.lower_ in _VAGUE or token.lemma_.casefold() in _VAGUE


def contents(reading: Reading, token: Token | None) -> Iterator[str]:
    """Yield the values of a coordinated phrase."""
    if token is None:
        return
    if token.lower_ in ("anything", "everything", "all") and token.dep_ != "nsubj":
        inner = [
            g
            for c in token.children
            if c.dep_ == "prep" and c.lower_ not in ("but", "except")
            for g in c.children
        ]
        yield from (reading.np(t) for t in inner[:1] if is_content(t))
        return
    for member in members(token):
        if is_content(member):
            value = reading.np(member)
            if value:
                yield value


def number_in(text: str) -> bool:
    return bool(_NUMBER.search(text))


def named(token: Token) -> str:
    """Return the name in "a town called Elgin", "a dog named Rex", "a cat, Miso", or ""."""
    for child in token.children:
        if child.dep_ in ("acl", "relcl") and child.lower_ in ("called", "named", "nicknamed"):
            names = [t for t in child.subtree if t.i > child.i and not t.is_punct]
            name = [t.text for t in names if t.dep_ != "cc"]
            first = names[0] if names else None
            if first is not None and first.text[0].isupper():
                name = _capitalised_run(first)
            return " ".join(name)
        if child.dep_ == "appos" and child.pos_ == "PROPN":
            return " ".join(_capitalised_run(child))
    following = token.doc[token.i + 1 : token.i + 3]
    if len(following) == 2 and following[0].lower_ in ("called", "named"):
        return " ".join(_capitalised_run(following[1]))
    return ""


def _capitalised_run(first: Token) -> list[str]:
    run = [first.text]
    for token in first.doc[first.i + 1 : first.sent.end]:
        if not token.text[0].isupper():
            break
        run.append(token.text)
    return run


def place(reading: Reading, token: Token) -> str:
    """Return the name of a place that a noun phrase stands for, "" if it is none."""
    name = named(token)
    if name and token.lower_ in _PLACE_NOUNS:
        return name
    if token.i in reading.time_tokens or token.lower_ in _TIMES:
        return ""  # "in April", "from next month"
    if token.lower_ in _NOT_PLACES or token.pos_ in ("PRON", "NUM", "VERB"):
        of = [g for c in token.children if c.dep_ == "prep" for g in c.children]
        inner = [g for g in of if g.pos_ == "PROPN" or _is_part_of_place(g)]
        return place(reading, inner[0]) if inner and token.lower_ not in ("need",) else ""
    if token.pos_ == "PROPN" or token.ent_type_ in ("GPE", "LOC", "FAC"):
        return _COMPANY.split(reading.np(token))[0]
    articles = [c for c in token.children if c.dep_ in ("det", "poss", "nummod")]
    if any(c.dep_ == "nummod" for c in articles):
        return ""  # "in four countries"
    if token.lower_ in _PLACE_NOUNS or not articles and token.tag_ in ("NN", "JJ", "NNS"):
        return reading.np(token)
    return ""


def _is_part_of_place(token: Token) -> bool:
    """Say whether it is the north of Leeds, the outskirts of Bath."""
    of = [g for c in token.children if c.lower_ == "of" for g in c.children]
    return token.lower_ in _PLACE_NOUNS and any(g.pos_ == "PROPN" for g in of)


def pets_in(token: Token) -> list[Token]:
    return [m for m in members(token) if m.lower_ in PETS or m.lemma_.casefold() in PETS]


def diet_of(token: Token) -> str:
    """Return the diet that a word or "gluten-free" names, in its canonical form, or ""."""
    found = DIETS.get(token.lower_) or DIETS.get(token.lemma_.casefold())
    if found:
        return found
    if token.lower_ == "based" and "plant" in [t.lower_ for t in token.children]:
        return "vegan"
    start, end = token.left_edge.i, token.i + 1
    window = token.doc[max(start, token.i - 3) : end].text
    match = FREE_DIET.search(window)
    return match[0].casefold().replace(" ", "-") if match else ""


def condition_of(reading: Reading, token: Token) -> str:
    """Return the medical condition that a word or phrase names, or ""."""
    if f"{token.lower_}'s" in CONDITIONS:
        return f"{token.text}'s"
    about = [c.lower_ for c in token.children if c.dep_ == "prep"]
    if token.lower_ in ("blind", "deaf", "depressed", "anxious") and set(about) - {"in", "since"}:
        return ""  # "blind to colours", "depressed about the weather"
    if token.lower_ in CONDITIONS and token.lower_ != "add":
        return reading.np(token)
    if token.text in ("ADD", "IBS", "MS", "HIV", "COPD", "GERD", "PCOS", "POTS"):
        return str(token.text)
    if token.lower_ in CONDITION_HEADS and any(
        c.dep_ in ("amod", "compound", "nmod", "poss") for c in token.children
    ):
        return reading.np(token)
    if re.search(r"(?:itis|osis|emia|algia|pathy|phobia|plegia|noma|rrhea)$", token.lower_):
        return reading.np(token)
    return ""


def medication_of(reading: Reading, token: Token) -> str:
    """Return the medicine that a noun phrase names, or ""."""
    lower = token.lower_
    if lower in MEDICATION_HEADS or (len(lower) > 6 and MEDICATION_SUFFIX.search(lower)):
        return reading.np(token)
    return ""


def language_of(token: Token) -> str:
    return token.text if token.lower_ in LANGUAGES else ""
