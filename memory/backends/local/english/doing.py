"""Rules for what somebody does: habits, hobbies, skills, plans, goals, promises, decisions."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.content import contents, is_content, place
from memory.backends.local.english.evidence import is_technical, is_turn_of_life
from memory.backends.local.english.having import is_regular
from memory.backends.local.english.lexicon import HOBBY_VERBS
from memory.backends.local.english.phrases import members
from memory.backends.local.english.planning import (
    MENTAL,
    decide,
    goal,
    never,
    participle,
    plan,
    plan_noun,
    promise,
)
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

Token = Any  # spacy.tokens.Token


_WORKING = words("build write develop design renovate restore create compose make record film")


def habit(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    ongoing = clause.head.tag_ == "VBG" and "been" in clause.modals()
    if clause.head.tag_ not in ("VBP", "VBZ", "VB") and not clause.used_to and not ongoing:
        return None
    if clause.is_negated or clause.lemma in MENTAL - {"have", "get", "look"}:
        return None
    if clause.modals() - {"do", "does"} and not clause.used_to and not ongoing:
        return None
    matrix = clause.head.head if clause.head.dep_ == "xcomp" else None
    tends = matrix is not None and matrix.lemma_ == "tend"
    regular = is_regular(reading, clause) or tends or _whenever(clause)
    if clause.used_to and clause.lemma not in ("have", "be", "own"):
        return [Fact(attribute="habit", value=reading.vp(clause.head), subject=subject)]
    if not regular or is_technical(clause) or _has_object_clause(clause):
        return None
    got = clause.lemma == "get" and not clause.children("prt", "prep")
    if clause.head.dep_ == "acl" or clause.lemma in _NO_HABITS or got:
        return None
    value = reading.vp(clause.head, keep_times=True)
    if " " not in value and clause.lemma in ("go", "do", "have", "get", "make", "take", "come"):
        return None
    return [Fact(attribute="habit", value=value, subject=subject, predicate=value)]


_NO_HABITS = words("end wind struggle fail lose happen")


def _has_object_clause(clause: ClauseView) -> bool:
    return any(t.i > clause.head.i for t in clause.children("ccomp"))


def _whenever(clause: ClauseView) -> bool:
    when = [t.lower_ for c in clause.children("advcl") for t in c.children if t.dep_ == "advmod"]
    if re.search(
        r"\b(?:before|after) (?:bed|work|breakfast|dinner|lunch|dawn|school)\b"
        r"|\bat (?:night|dawn)\b",
        clause.text,
    ):
        return True
    before = any(
        p.lower_ in ("before", "after")
        and any(
            g.lower_ in ("bed", "work", "breakfast", "dinner", "lunch", "night", "dawn")
            for g in p.children
        )
        for p in clause.children("prep")
    )
    return "whenever" in when or before


def hobby(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read a bare present of a pastime: "I play the violin", "she paints"."""
    taken_up = clause.lemma == "take" and any(c.lower_ == "up" for c in clause.children("prt"))
    if taken_up and not clause.is_negated:
        return [
            Fact(attribute="hobby", value=v, subject=subject, mode=Mode.STANDING)
            for t in clause.children("dobj")
            for v in contents(reading, t)
        ] or None
    sentence = clause.head.sent.text.casefold()
    leisure = re.search(
        r"\b(?:in|during) (?:my|our|his|her|their) (?:spare|free) time\b|\bfor fun\b"
        r"|\bas a hobby\b",
        sentence,
    )
    if leisure and clause.head.tag_ in ("VBP", "VBZ") and not clause.is_negated:
        value = reading.vp(clause.head)
        value = re.sub(re.escape(leisure[0]), "", value, flags=re.I).strip()
        return [Fact(attribute="hobby", value=value, subject=subject, predicate=value)]
    lasting = clause.head.tag_ in ("VBN", "VBG") and _has_lasted(reading, clause)
    present = clause.head.tag_ in ("VBP", "VBZ", "VB")
    if clause.lemma not in HOBBY_VERBS or not (present or lasting):
        return None
    if (
        clause.modals() - {"do"}
        and not lasting
        or clause.lemma in ("read", "write", "cook", "run", "dive", "box")
    ):
        return None
    seeking = clause.lemma == "fish" and clause.prepositions("for")
    if seeking or clause.prepositions("to", "into", "against", "through", "over", "around"):
        return None  # "I cycle to work", "I fish for compliments" are no pastimes
    topic = clause.child("dobj")
    if topic is not None and not (
        is_content(topic)
        and topic.lower_ not in ("role", "part", "game", "it", "trick", "line", "blank")
    ):
        return None
    value = reading.vp(clause.head)
    mode = Mode.DENIAL if clause.is_negated else None
    return [Fact(attribute="hobby", value=value, subject=subject, predicate=value, mode=mode)]


def _has_lasted(reading: Reading, clause: ClauseView) -> bool:
    """Say whether "I've played the violin" goes on: "since ...", "for ten years"."""
    if not {"have", "has", "'ve"} & clause.modals():
        return False
    since = any(t.lower_ == "since" for t in clause.head.subtree)
    return since or any(s.role in ("since", "duration") for s in reading.times_of(clause))


def skill(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    how = (
        clause.matrix is not None
        and clause.matrix.lemma_ == "know"
        and any(c.lower_ == "how" for c in clause.head.children)
    )
    if not how and not ("can" in clause.modals() and clause.head.tag_ == "VB"):
        return None
    if clause.is_negated or subject == USER and clause.lemma in MENTAL | _NOT_SKILLS and not how:
        return []
    if clause.prepositions("on") or not (
        clause.child("dobj") or clause.prepositions() or clause.lemma in HOBBY_VERBS
    ):
        return []
    verbs = [clause.head, *(t for t in clause.head.conjuncts if t.i > clause.head.i)]
    values = [
        reading.vp(t) for t in verbs if t.tag_ in ("VB", "VBP") and t.lemma_ not in _NOT_SKILLS
    ]
    return [Fact(attribute="skill", value=v, subject=subject, predicate=f"can {v}") for v in values]


_NOT_SKILLS = words(
    "do eat drink vote gamble smoke help go make find use try afford wait come give take tell"
    " imagine"
    " relate only hear stand pay start send show meet put bring join stay live"
)


def visit(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read past travel: "I've been to Iceland", "I visited Petra", "we went to Croatia"."""
    lemma = clause.lemma
    perfect = bool({"have", "has", "'ve"} & clause.modals())
    targets: list[Token] = []
    if lemma == "be" and perfect:
        targets = clause.prepositions("to")
    elif lemma in ("visit", "tour") and (clause.is_past or perfect):
        targets = clause.children("dobj")
    elif lemma in ("go", "travel", "fly") and (clause.is_past or perfect):
        targets = clause.prepositions("to")
    elif lemma == "spend" and (clause.is_past or perfect):
        targets = clause.far_prepositions("in")
    if clause.is_negated or clause.used_to:
        return None
    found = [
        Fact(
            attribute="visited",
            value=reading.np(m),
            subject=subject,
            mode=Mode.STANDING,
            predicate=f"have been to {reading.np(m)}",
        )
        for t in targets
        for m in members(t)
        if m.pos_ == "PROPN" and place(reading, m) and m.ent_type_ != "PERSON"
    ]
    return found or None


def project(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma not in _WORKING or clause.head.tag_ != "VBG" or clause.is_negated:
        return None
    if (
        clause.is_past
        or clause.is_future
        or not {"am", "'m", "are", "'re", "is", "'s", "been"} & (clause.modals())
    ):
        return None
    return [
        Fact(
            attribute="project",
            value=value,
            subject=subject,
            predicate=f"be {clause.head.text} {value}",
        )
        for t in clause.children("dobj")
        if t.lower_ not in ("lunch", "dinner", "breakfast")
        for value in contents(reading, t)
    ] or None


def event(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read a turn in somebody's life, told in the past: "I broke my arm in March"."""
    perfect = bool({"have", "has", "'ve"} & clause.modals())
    if (
        not is_turn_of_life(clause)
        or (clause.lemma == "promote" and any(t.lower_ == "to" for t in clause.head.subtree))
        or clause.is_negated
        or not (clause.is_past or perfect or clause.child("auxpass"))
    ):
        return None
    passive = clause.child("auxpass") is not None
    if clause.lemma == "lose" and clause.child("dobj") is None:
        return None
    phrase = reading.vp(clause.head)
    rest = phrase.removeprefix(clause.head.lemma_)
    value = f"{clause.head.text}{rest}" if passive else phrase
    return [
        Fact(
            attribute="event",
            value=value,
            subject=subject,
            mode=Mode.STANDING,
            predicate=f"have {_done(clause)}{rest}",
            confidence=0.75,
        )
    ]


def _done(clause: ClauseView) -> str:
    irregular = {
        "break": "broken",
        "lose": "lost",
        "win": "won",
        "steal": "stolen",
        "tear": "torn",
        "lay": "laid",
        "undergo": "undergone",
    }
    if clause.child("auxpass") is not None:
        return f"been {clause.head.text}"
    return irregular.get(clause.lemma, participle(clause.lemma))


DOING = (
    decide, promise, never, plan, plan_noun, goal, skill, visit, hobby, project, event,
)  # fmt: skip
