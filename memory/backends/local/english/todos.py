"""Rules for to-dos: what the user asks to be reminded of, must do, or has done."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.content import medication_of
from memory.backends.local.english.lexicon import ROLES
from memory.backends.local.english.reading import Reading
from memory.backends.local.frame import words
from memory.domain.types import WorkingChange, WorkingOp

Token = Any  # spacy.tokens.Token

_REMIND = words("remind")


_OBLIGED = words("need have must")


_NOT_TODOS = words(
    "know say admit ask tell understand see find think be have work wait look use"
    " figure learn confess agree hear believe talk live stay go vent help sleep eat lose gain"
    " improve stop quit exercise rest breathe"
    " pee cook feel relax choose decide write make get come lie sit stand calm nap shower vent"
    " scream"
    " cry focus concentrate move hurry run poo pack"
)


_STUDIES = words("phd degree master masters bachelor mba doctorate apprenticeship diploma studies")


_FINISHING = words(
    "finish complete do buy pay call send submit clean book fix renew order return"
    " email wash water pick post mail file cancel"
)


def todo(reading: Reading, clause: ClauseView) -> bool:
    """Take a to-do, or the end of one, into `reading.working`; say whether there was one."""
    lemma, head = clause.lemma, clause.head
    if lemma in _REMIND and any(c.lower_ == "me" for c in head.children):
        verb = next(
            (
                t
                for t in head.subtree
                if t.dep_ in ("xcomp", "advcl", "ccomp")
                and any(c.lower_ == "to" and c.dep_ == "aux" for c in t.children)
            ),
            None,
        )
        return verb is not None and _append(reading, _task(reading, verb))
    if lemma == "forget" and clause.is_negated and (verb := clause.child("xcomp")) is not None:
        return _append(reading, _task(reading, verb))
    if lemma == "let" and clause.is_negated:
        inner = clause.child("ccomp")
        if inner is not None and inner.lemma_ == "forget":
            verb = next((c for c in inner.children if c.dep_ == "xcomp"), None)
            return verb is not None and _append(reading, _task(reading, verb))
    return _listed(reading, clause) or _obliged(reading, clause) or _done(reading, clause)


def _task(reading: Reading, verb: Token) -> str:
    """Return what is to be done; a time stays when a preposition would be left hanging."""
    tokens = list(verb.subtree)
    hanging = any(
        t.pos_ == "ADP"
        and t.i not in reading.time_tokens
        and t.i + 1 in reading.time_tokens
        and t.lower_ not in ("on", "at", "in")
        for t in tokens
    )
    return reading.vp(verb, keep_times=hanging)


def _append(reading: Reading, value: str) -> bool:
    value = re.sub(r"\b(?:my|our)\s+", "", value).strip()
    if not value or value in ("do it", "do that", "do this"):
        return False
    change = WorkingChange(op=WorkingOp.APPEND, field="todos", value=value)
    if change not in reading.working:
        reading.working.append(change)
    return True


def _listed(reading: Reading, clause: ClauseView) -> bool:
    """Read "add water the plants to my to-do list", "put eggs on my shopping list"."""
    text = clause.head.sent.text
    match = re.search(
        r"\b(?:add|put|write|note|stick)\s+(.+?)\s+(?:to|on|onto|in|down on)\s+(?:my|the|our)\s+"
        r"(?:to-?\s?do|todo|shopping|task|grocery|packing)?[- ]?(?:list|todos|to-dos|tasks)\b",
        text,
        re.I,
    )
    return bool(match) and _append(reading, match[1].strip("\"'“” ")) if match else False


def _obliged(reading: Reading, clause: ClauseView) -> bool:
    elided = clause.subject is None and clause.head.i == clause.head.sent.start  # "need to ..."
    if not (clause.is_first_person or elided and clause.lemma in ("need", "have", "get")):
        return False
    if clause.is_negated or clause.is_past or clause.is_question:
        return False
    if clause.is_hypothetical and "must" not in clause.modals():
        return False
    obliged = (
        clause.lemma in ("need", "have")
        or clause.lemma == "get"
        and bool({"have", "'ve"} & clause.modals())
    )
    verb = clause.child("xcomp") if obliged else None
    if "must" in clause.modals():
        verb = clause.head
    if verb is not None and verb.lemma_ == "remember":
        verb = next((c for c in verb.children if c.dep_ == "xcomp"), None)
    if verb is None or verb.lemma_ in _NOT_TODOS or _mentions_you(verb):
        return False
    if clause.lemma in ("need", "have") and any(c.dep_ == "dobj" for c in clause.head.children):
        return False
    if any(medication_of(reading, t) for t in verb.children if t.dep_ == "dobj"):
        return False  # "I have to take warfarin" is a state, not an errand
    if not any(c.dep_ in ("dobj", "prep", "prt", "npadvmod") for c in verb.children):
        return False
    if any(span.role == "every" for span in reading.times_of(clause)):
        return False
    return _append(reading, _task(reading, verb))


def _mentions_you(verb: Token) -> bool:
    return any(t.lower_ in ("you", "your") for t in verb.subtree)


def _is_own_task(topic: Token) -> bool:
    """Say whether "done with ..." ends a task: "the dishes", not "this project" or "Facebook"."""
    owned = any(c.lower_ in ("the", "my", "our", "all") for c in topic.children)
    return owned and topic.pos_ == "NOUN" and topic.lower_ not in ROLES


def _done(reading: Reading, clause: ClauseView) -> bool:
    value = ""
    over = clause.head.lower_ in ("done", "finished")
    if over and clause.prepositions("with") and not clause.is_negated:
        topic = clause.prepositions("with")[0]
        value = reading.np(topic) if _is_own_task(topic) else ""
    elif clause.lemma in ("tick", "cross", "check") and clause.child("prt") is not None:
        topic = clause.child("dobj")
        value = reading.np(topic) if topic is not None and topic.pos_ != "PRON" else ""
    elif clause.is_first_person and clause.lemma in _FINISHING and not clause.is_negated:
        topic = clause.child("dobj")
        told = clause.is_past or {"have", "'ve"} & clause.modals()
        definite = topic is not None and any(
            c.lower_ in ("the", "my", "all") for c in topic.children
        )
        studied = topic is not None and topic.lower_ in _STUDIES
        famous = topic is not None and clause.lemma == "do" and topic.pos_ == "PROPN"
        if told and definite and not (clause.used_to or studied or famous):
            value = reading.vp(clause.head)
    if value:
        reading.working.append(WorkingChange(op=WorkingOp.DONE, field="todos", value=value))
    return bool(value)
