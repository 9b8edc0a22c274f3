"""Rules for verbs of identity: living, working, studying, speaking, being born, being called."""

import re
from typing import Any

from memory.backends.local.english.being import named_company
from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.complements import state_mode
from memory.backends.local.english.content import contents, place
from memory.backends.local.english.identity import (
    born,
    called,
    follow_diet,
    learn,
    marry,
    schooling,
    speak,
    study,
)
from memory.backends.local.english.lexicon import BUSINESSES, is_trade
from memory.backends.local.english.phrases import members
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

Token = Any  # spacy.tokens.Token


_RESIDE = words("live reside dwell stay settle base locate")


_MOVE = words("move relocate emigrate immigrate resettle")


_WORK = words("work freelance intern employ temp volunteer consult")


_QUIT = words("quit leave resign")
_DISMISSED = words("fire sack dismiss lay axe")


_JOBS = words("job position role internship career gig work post placement")


_SHIFTS = words("nights days shifts shift weekends evenings hours mornings part-time full-time")


_HIRED = words("join start")


_PLATFORMS = words(
    "twitter facebook instagram tiktok reddit linkedin netflix spotify youtube whatsapp snapchat x"
    " tinder hinge bumble discord threads pinterest amazon-prime fortnite"
)


_GROUNDS = words(
    "farm island boat houseboat narrowboat barge street road campus ranch estate coast"
)


def reside(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma == "call":  # "I've called Lisbon home since 2015"
        home = next((t for t in clause.children("oprd", "dobj") if t.lower_ == "home"), None)
        towns = [] if home is None else [*home.children, *clause.children("dobj")]
        return [
            Fact(attribute="home", value=reading.np(t), subject=subject)
            for t in towns
            if t.pos_ == "PROPN"
        ][:1] or None
    if clause.lemma not in _RESIDE:
        return None
    if clause.lemma == "stay" and not reading.times_of(clause):
        return []
    mode = state_mode(clause)
    if clause.lemma in ("base", "locate") and mode is Mode.PAST and clause.child("auxpass"):
        mode = Mode.PAST if _auxiliary_past(clause) else None
    if clause.lemma == "settle" and mode is Mode.PAST and not clause.used_to:
        mode = None if clause.prepositions("in") else mode
    found: list[Fact] = []
    for preposition in ("in", "at", "near", "outside", "on"):
        for token in clause.prepositions(preposition):
            if preposition == "on" and token.pos_ != "PROPN" and token.lower_ not in _GROUNDS:
                continue  # "living on takeaways"
            places = [v for m in members(token) if (v := place(reading, m))]
            several = len(places) > 1 and mode is None
            found += [
                Fact(
                    attribute="home",
                    value=v,
                    subject=subject,
                    mode=Mode.PAST if several else mode,
                    confidence=0.9,
                )
                for v in places
            ]
        if found:
            break
    if not found:
        nested = ("in", "near", "outside", *(("of",) if "out of" in clause.text else ()))
        found = [
            Fact(attribute="home", value=v, subject=subject, mode=mode)
            for t in clause.far_prepositions(*nested)
            if t.pos_ == "PROPN" and (v := place(reading, t))
        ][:1]
    for adverb in clause.children("advmod", "npadvmod"):
        if not found and adverb.pos_ == "PROPN":
            found.append(Fact(attribute="home", value=adverb.text, subject=subject, mode=mode))
    return found[:1] if mode is None else found


def _auxiliary_past(clause: ClauseView) -> bool:
    return any(c.tag_ == "VBD" for c in clause.children("auxpass", "aux"))


def move(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma not in _MOVE or clause.child("dobj"):
        return None
    out = any(c.lower_ in ("out", "away") for c in clause.head.children)
    left = clause.far_prepositions("of", "from")
    if out and left and not clause.is_negated and not clause.is_future:
        return [
            Fact(attribute="home", value=value, subject=subject, mode=Mode.DENIAL)
            for t in left[:1]
            if t.pos_ == "PROPN" and (value := place(reading, t))
        ]
    targets = clause.prepositions("to", "into", "in")
    origins = clause.prepositions("from")
    if clause.is_negated or clause.used_to:
        return []
    facts: list[Fact] = []
    progressive = clause.head.tag_ == "VBG" and not _perfect(clause)
    present = clause.head.tag_ in ("VBP", "VBZ")  # "I move to Rome in March": a timetable
    going = clause.is_future or present or (progressive and not _is_told_of(clause))
    for token in targets[:1]:
        value = place(reading, token)
        if not value:
            continue
        if going:
            facts.append(
                Fact(
                    attribute="plan",
                    value=f"move to {value}",
                    subject=subject,
                    predicate=f"plan to {reading.vp(clause.head, keep_times=True)}",
                )
            )
        else:
            facts.append(Fact(attribute="home", value=value, subject=subject, confidence=0.9))
    for token in clause.children("advmod", "npadvmod"):
        if not facts and token.pos_ == "PROPN" and not going:
            facts.append(Fact(attribute="home", value=token.text, subject=subject))
    if facts and not going:
        facts += _new_employer(reading, clause, subject)
        facts += [
            Fact(attribute="home", value=value, subject=subject, mode=Mode.PAST)
            for token in origins
            if (value := place(reading, token))
        ]
    return facts


def _is_told_of(clause: ClauseView) -> bool:
    """Say whether "moving" is part of what happened ("lived in Madrid before moving to Cork")."""
    if clause.head.dep_ != "pcomp":
        return False
    governor = clause.head.head.head
    chain = (governor, governor.head)
    return any(t.tag_ in ("VBD", "VBN") for t in chain) or clause.head.head.lower_ == "since"


def _new_employer(reading: Reading, clause: ClauseView, subject: str) -> list[Fact]:
    """Read the employer of "moved to Porto for a job at Farfetch"."""
    return [
        Fact(attribute="employer", value=reading.np(company), subject=subject)
        for token in clause.far_prepositions("for")
        if token.lower_ in _JOBS
        for company in _companies_of(token)
        if company.pos_ == "PROPN"
    ]


def _perfect(clause: ClauseView) -> bool:
    return any(word in clause.modals() for word in ("have", "has", "'ve"))


def _of_shifts(clause: ClauseView) -> list[Token]:
    """Return where somebody works "nights at Tesco": the place hangs on the shift."""
    return [
        g
        for t in clause.children("dobj", "npadvmod")
        if t.lower_ in _SHIFTS
        for p in t.children
        if p.dep_ == "prep" and p.lower_ in ("at", "for")
        for g in p.children
    ]


def work(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma not in _WORK:
        return None
    if clause.lemma == "volunteer":
        return _volunteering(reading, clause, subject)
    if clause.prepositions("on") and not clause.prepositions("for", "at", "as"):
        return _project(reading, clause, subject)
    mode = state_mode(clause)
    if mode is Mode.PAST and clause.child("auxpass") and not _auxiliary_past(clause):
        mode = None
    facts: list[Fact] = []
    for token in clause.prepositions("as"):
        facts += [
            Fact(
                attribute="occupation",
                value=_role(reading, m),
                subject=subject,
                mode=mode,
                confidence=0.9,
            )
            for m in members(token)
            if m.pos_ in ("NOUN", "PROPN")
        ]
    facts += _employed_by(reading, clause, subject, mode)
    nested = [t for t in clause.far_prepositions("in") if t.pos_ == "PROPN"]
    for token in clause.prepositions("in", "from", "near") or nested[:1]:
        if token.i in reading.time_tokens or token.lower_ in ("home", "bed"):
            continue
        if token.lemma_ in _PARTS_OF_A_DAY:
            continue
        if token.lower_ in _FIELDS or (token.pos_ == "NOUN" and not _determined(token)):
            facts.append(
                Fact(
                    attribute="occupation",
                    value=reading.np(token),
                    subject=subject,
                    mode=mode,
                    predicate=f"work in {reading.np(token)}",
                )
            )
        elif place(reading, token) or _determined(token):
            facts.append(
                Fact(attribute="workplace", value=reading.np(token), subject=subject, mode=mode)
            )
    if not facts and clause.lemma == "freelance":
        facts.append(Fact(attribute="occupation", value="freelance", subject=subject, mode=mode))
    return facts


def _employed_by(
    reading: Reading, clause: ClauseView, subject: str, mode: Mode | None
) -> list[Fact]:
    found = []
    for token in (*clause.prepositions("for", "at", "with", "by"), *_of_shifts(clause)):
        if token.ent_type_ in ("DATE", "TIME") or token.like_num or token.i in reading.time_tokens:
            continue
        if token.pos_ not in ("NOUN", "PROPN") or token.lower_ in _NOT_EMPLOYERS:
            continue
        if not _is_loose(clause, token):
            found.append(named_company(token) or reading.np(token))
    return [
        Fact(attribute="employer", value=value, subject=subject, mode=mode, confidence=0.9)
        for value in found
    ]


_PARTS_OF_A_DAY = words("morning afternoon evening night daytime weekend week")


def _is_loose(clause: ClauseView, token: Token) -> bool:
    """Say whether it is with or for whom one works, no employer: "work with children"."""
    loose = token.head.lower_ in ("with", "by") or clause.lemma in ("freelance", "consult")
    return loose and (token.pos_ != "PROPN" or token.ent_type_ == "PERSON")


def _volunteering(reading: Reading, clause: ClauseView, subject: str) -> list[Fact]:
    """Read unpaid work: it is something one does, not an employer."""
    if clause.is_negated or clause.is_future or clause.modals() - {"do", "have", "'ve", "been"}:
        return []
    past = clause.is_past or clause.used_to
    value = reading.vp(clause.head, keep_times=True)
    return [
        Fact(
            attribute="habit",
            value=value,
            subject=subject,
            mode=Mode.PAST if past else None,
            predicate=value,
        )
    ]


_NOT_EMPLOYERS = words(
    "home night nights hour hours pace living money moment weekend fun free while weekends day"
    " guy man woman people someone clients children kids books brands friends reasons sure"
    " myself me long job least heart length school once now exam exams"
)


_FIELDS = words(
    "hr it finance marketing sales education tech healthcare construction advertising"
    " insurance logistics retail hospitality publishing accounting pr law banking"
)


def _determined(token: Token) -> bool:
    return any(c.dep_ in ("det", "poss") for c in token.children)


def _project(reading: Reading, clause: ClauseView, subject: str) -> list[Fact]:
    if clause.is_negated or clause.is_past:
        return []
    return [
        Fact(attribute="project", value=value, subject=subject, predicate=f"be working on {value}")
        for token in clause.prepositions("on")
        if token.i not in reading.time_tokens and token.lower_ not in ("weekends", "that", "it")
        for value in contents(reading, token)
    ]


def living_from(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I do accounting for a living", "I earn my living as a photographer"."""
    if "for a living" in clause.text and not clause.is_negated:
        topic = clause.child("dobj")
        value = clause.head.text if clause.head.tag_ == "VBG" else reading.vp(clause.head)
        if topic is not None and clause.lemma == "do":
            value = reading.np(topic)
        value = value.replace(" for a living", "")
        return [
            Fact(
                attribute="occupation",
                value=value,
                subject=subject,
                predicate=f"make a living from {value}",
            )
        ]
    earned = clause.child("dobj")
    if clause.lemma in ("earn", "make") and earned is not None and earned.lower_ == "living":
        return [
            Fact(attribute="occupation", value=reading.np(t), subject=subject)
            for t in clause.far_prepositions("as")
        ]
    return None


def teach(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read verbs that are a job by themselves: "I teach maths", "I run a bookshop"."""
    topic = clause.child("dobj")
    if clause.lemma == "teach" and not clause.is_negated and clause.head.tag_ in ("VBP", "VBZ"):
        value = reading.vp(clause.head)
        said = value if subject == USER else f"teaches{value.removeprefix('teach')}"
        return [Fact(attribute="occupation", value=said, subject=subject, predicate=value)]
    if (
        clause.lemma in ("run", "own", "manage", "head", "lead")
        and topic is not None
        and (topic.lower_ in BUSINESSES or topic.lower_.endswith("shop"))
    ):
        value = reading.vp(clause.head)
        return [
            Fact(
                attribute="occupation",
                value=value,
                subject=subject,
                predicate=value,
                mode=state_mode(clause),
            )
        ]
    return None


def retire(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I retired in 2019 after thirty years as a railway engineer"."""
    perfect = _perfect(clause)
    if clause.lemma != "retire" or clause.is_negated or not (clause.is_past or perfect):
        return None
    if clause.child("dobj") is not None:
        return None
    facts = [Fact(attribute="occupation", value="retired", subject=subject, mode=Mode.STANDING)]
    return facts + [
        Fact(attribute="occupation", value=_role(reading, t), subject=subject, mode=Mode.PAST)
        for t in clause.far_prepositions("as")
        if is_trade(t.lower_)
    ]


def give_up_platform(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I quit Twitter", which is no employer."""
    topic = clause.child("dobj")
    if clause.lemma not in _QUIT or topic is None or topic.lower_ not in _PLATFORMS:
        return None
    said = f"use {topic.text}"
    return [
        Fact(
            attribute="habit",
            value=topic.text,
            subject=subject,
            mode=Mode.DENIAL,
            predicate=said,
        )
    ]


def _is_own_job(clause: ClauseView, topic: Token) -> bool:
    mine = any(c.lower_ in ("my", "the", "that", "his", "her", "their") for c in topic.children)
    return mine and topic.lower_ == "job" and clause.is_past and not clause.is_negated


def _jobless(subject: str) -> list[Fact]:
    return [
        Fact(
            attribute=attribute,
            value="",
            subject=subject,
            mode=Mode.DENIAL,
            predicate="have that job",
        )
        for attribute in ("employer", "occupation")
    ]


def join_or_leave(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "started a new job at Deloitte", "I'm starting at Oracle", "quit my job at Amazon"."""
    topic = clause.child("dobj")
    is_job = topic is not None and topic.lower_ in _JOBS
    companies = [
        t
        for t in (*clause.prepositions("at", "with", "for"), *_companies_of(topic))
        if t.pos_ == "PROPN"
    ]
    named_job = topic is not None and topic.pos_ == "PROPN" and topic.text[0].isupper()
    if clause.lemma in _DISMISSED and clause.child("auxpass") and not clause.is_negated:
        return [
            Fact(attribute="employer", value=reading.np(t), subject=subject, mode=Mode.DENIAL)
            for t in clause.prepositions("from", "by", "at")
            if t.pos_ == "PROPN"
        ] or None
    if clause.lemma in _QUIT and (is_job or named_job):
        names = companies or ([topic] if topic is not None and not is_job else [])
        if not names and _is_own_job(clause, topic):
            return _jobless(subject)
        return [
            Fact(attribute="employer", value=reading.np(t), subject=subject, mode=Mode.DENIAL)
            for t in names
        ]
    if clause.lemma in _HIRED and not clause.is_negated:
        named = companies or (
            [topic]
            if topic is not None and topic.pos_ == "PROPN" and topic.ent_type_ != "PERSON"
            else []
        )
        if named and (is_job or clause.lemma == "join" or topic is None):
            facts = [
                Fact(attribute="employer", value=reading.np(t), subject=subject) for t in named[:1]
            ]
            return facts + [
                Fact(attribute="occupation", value=reading.np(t), subject=subject)
                for t in clause.prepositions("as")
                if is_trade(t.text)
            ]
    if clause.lemma in ("get", "land", "find", "accept") and is_job and not clause.is_negated:
        won = _won(reading, clause, subject)
        if won is not None:
            return won
    if clause.lemma == "get" and is_job and companies and not clause.is_negated:
        return [Fact(attribute="employer", value=reading.np(companies[0]), subject=subject)]
    return None


def _won(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "landed a job as a chef at Noma"; None if it is not got yet."""
    if clause.is_future or clause.head.dep_ == "xcomp":
        return None
    roles = [
        Fact(attribute="occupation", value=_role(reading, t), subject=subject)
        for t in clause.far_prepositions("as")
        if is_trade(t.text)
    ]
    return (
        roles
        + [
            Fact(attribute="employer", value=reading.np(t), subject=subject)
            for t in clause.far_prepositions("at", "with")
            if t.pos_ == "PROPN"
        ]
        or None
    )


def _role(reading: Reading, token: Token) -> str:
    return re.split(r" (?:at|for|with|in) ", reading.np(token))[0]


def _companies_of(topic: Token | None) -> list[Token]:
    if topic is None:
        return []
    return [
        g
        for c in topic.children
        if c.dep_ == "prep" and c.lower_ in ("at", "with", "for")
        for g in c.children
    ]


LIVING = (
    living_from, reside, move, retire, give_up_platform,
    join_or_leave, work, teach, study, schooling, speak, learn,
    born, marry, called, follow_diet,
)  # fmt: skip
