"""Rules for health: allergies, conditions, medicines, reactions to food."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.complements import state_mode
from memory.backends.local.english.content import condition_of, contents, medication_of
from memory.backends.local.english.phrases import members
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.frame import words
from memory.domain.types import Mode

Token = Any  # spacy.tokens.Token


def health(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    lemma = clause.lemma
    if lemma in ("have", "get", "carry", "develop"):
        return _having_condition(reading, clause, subject)
    if lemma == "react" and clause.prepositions("to"):
        return [
            Fact(attribute="allergy", value=v, subject=subject, mode=state_mode(clause))
            for t in clause.prepositions("to")
            for v in contents(reading, t)
        ]
    if lemma in ("suffer", "struggle", "live", "diagnose", "cope"):
        tokens = clause.prepositions("from", "with")
        kept = None if lemma == "diagnose" else state_mode(clause)
        found = [
            Fact(
                attribute="medical_condition",
                value=value,
                subject=subject,
                mode=Mode.STANDING if lemma == "diagnose" else kept,
            )
            for t in tokens
            for m in members(t)
            if (value := _condition(reading, m, sure=lemma in ("suffer", "diagnose")))
        ]
        return found or None
    if lemma == "take" or lemma == "be" and clause.prepositions("on"):
        if {"should", "could", "would", "might"} & clause.modals():
            return None
        found = [
            Fact(attribute="medication", value=value, subject=subject, mode=state_mode(clause))
            for t in clause.children("dobj")
            for m in _nouns(t)
            if (value := medication_of(reading, m))
        ]
        return found or None
    if lemma == "prescribe" and not clause.is_negated:
        nouns = [t for t in clause.head.subtree if t.i > clause.head.i and t.pos_ == "NOUN"]
        return [
            Fact(attribute="medication", value=reading.np(t), subject=subject) for t in nouns[:1]
        ] or None
    return None


def _nouns(token: Token) -> list[Token]:
    """Return the nouns of a phrase with measures ("20 mg of omeprazole")."""
    return [t for t in token.subtree if t.pos_ in ("NOUN", "PROPN") and t.dep_ != "npadvmod"]


def _condition(reading: Reading, token: Token, *, sure: bool = False) -> str:
    return condition_of(reading, token) or (
        reading.np(token) if sure and token.pos_ in ("NOUN", "PROPN") else ""
    )


_AILING = re.compile(
    r"\b(?:bad|weak|dodgy|sore|chronic|torn|slipped|broken|injured|bum)\s+(?:back|knees?|hip"
    r"|heart|neck"
    r"|shoulder|ankle|wrist|disc|back pain|pain|foot|leg|arm|stomach|lungs?|acl|tendon)\b"
)


def _having_condition(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    facts: list[Fact] = []
    mode = state_mode(clause)
    ailing = _AILING.search(clause.text)
    if ailing and not clause.is_negated:
        return [Fact(attribute="medical_condition", value=ailing[0], subject=subject, mode=mode)]
    for token in clause.children("dobj"):
        for member in members(token):
            if member.lemma_.casefold() == "allergy":
                facts += [
                    Fact(attribute="allergy", value=v, subject=subject, mode=mode)
                    for v in (
                        _allergens(reading, member)
                        or [v for t in clause.prepositions("to") for v in contents(reading, t)]
                    )
                ]
            elif value := condition_of(reading, member):
                facts.append(
                    Fact(attribute="medical_condition", value=value, subject=subject, mode=mode)
                )
    return facts or None


def _allergens(reading: Reading, word: Token) -> list[str]:
    after = [
        v
        for c in word.children
        if c.dep_ == "prep" and c.lower_ in ("to", "of", "against")
        for g in c.children
        for v in contents(reading, g)
    ]
    # "an allergy to shellfish", misread as an infinitive
    after = after or [
        c.text for c in word.children if c.dep_ in ("relcl", "acl") and c.tag_ == "VB"
    ]
    return after or [
        c.text
        for c in word.children
        if c.dep_ in ("compound", "nmod") or c.dep_ == "amod" and c.pos_ == "NOUN"
    ]


def prescribed(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read what others do to the user: "my doctor put me on lisinopril", "dairy makes me ill"."""
    if not any(t.lower_ == "me" for t in clause.head.subtree):
        return None
    if clause.lemma in ("put", "prescribe") and not clause.is_negated:
        tokens = [*clause.prepositions("on"), *clause.children("dobj")]
        return [
            Fact(attribute="medication", value=v)
            for t in tokens
            if (v := medication_of(reading, t))
        ] or None
    source = clause.subject
    harmful = words("ill sick bloated itch sneeze nauseous swell wheeze unwell vomit puke")
    if (
        clause.lemma in ("make", "give", "kill")
        and source is not None
        and (source.pos_ in ("NOUN", "PROPN"))
    ):
        said = {t.lower_ for t in clause.head.subtree}
        reactions = words("hives rash rashes migraines headaches heartburn asthma eczema cramps")
        if clause.lemma == "give" and said & reactions and not clause.is_negated:
            return [
                Fact(attribute="allergy", value=v, confidence=0.75, predicate=f"react badly to {v}")
                for v in contents(reading, source)
            ]
        if clause.lemma == "make" and said & harmful and not clause.is_negated:
            return [
                Fact(attribute="avoids", value=v, predicate=f"cannot take {v}")
                for v in contents(reading, source)
            ]
    return None


def hives(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read a reaction to a food: "I break out in hives when I eat strawberries"."""
    reaction = words(
        "hives rash swell swollen itch itchy sneeze wheeze anaphylaxis anaphylactic shock throat"
    )
    said = {t.lower_ for t in clause.head.subtree}
    eaten = [c for c in clause.children("advcl") if c.lemma_ in ("eat", "have", "touch", "drink")]
    if not (said & reaction and eaten) or clause.is_negated:
        return None
    return [
        Fact(attribute="allergy", value=v, subject=subject, confidence=0.8)
        for verb in eaten
        for t in verb.children
        if t.dep_ == "dobj"
        for v in contents(reading, t)
    ]
