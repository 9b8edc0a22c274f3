"""Rules for who somebody is by their past: schooling, languages, birth, marriage, names."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.complements import state_mode
from memory.backends.local.english.content import diet_of, is_content, language_of, place
from memory.backends.local.english.lexicon import FAMILY, ROLES
from memory.backends.local.english.phrases import members
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.english.times import TimeSpan
from memory.backends.local.frame import words
from memory.domain.types import Mode

Token = Any  # spacy.tokens.Token

_STUDY = words("study major minor graduate")


_SCHOOLS = words("school college university uni academy seminary conservatoire polytechnic")


def study(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma not in _STUDY or clause.is_negated or clause.is_future:
        return None
    if clause.lemma == "graduate" and clause.head.tag_ in ("VBP", "VBZ"):
        return None  # "I graduate in June"
    topic = clause.child("dobj") or next(iter(clause.prepositions("in")), None)
    schools = [
        t for t in clause.prepositions("at", "from") if t.pos_ == "PROPN" or t.lower_ in _SCHOOLS
    ]
    if topic is None and not schools:
        return []
    if topic is not None and any(c.lower_ in ("your", "this", "the") for c in topic.children):
        return None  # "I study your replies"
    value = reading.np(topic) if topic is not None and topic.i not in reading.time_tokens else ""
    school = reading.np(schools[0]) if schools else ""
    if value and school:
        value = value if school in value else f"{value} at {school}"
    value = value or school
    if not value:
        return []
    said = ""
    if clause.lemma == "graduate":
        said = f"have graduated {'in' if topic is not None else 'from'} {value}"
    elif clause.is_past and not clause.used_to:
        said = f"have studied {'' if topic is not None else 'at '}{value}"
    return [Fact(attribute="education", value=value, subject=subject, predicate=said)]


def schooling(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "went to school in Dublin", "did my PhD at ETH", "have a degree in economics"."""
    degrees = words(
        "degree phd doctorate master masters master's bachelor bachelor's mba diploma"
        " ba bsc msc ma certificate a-levels undergrad thesis apprenticeship postdoc"
    )
    schools = words("school college university uni academy kindergarten")
    topic = clause.child("dobj", "attr")
    if clause.lemma in ("do", "have", "get", "hold", "earn", "finish", "complete", "pursue") and (
        topic is not None
        and not clause.is_negated
        and (topic.lower_ in degrees or any(c.lower_ in degrees for c in topic.children))
    ):
        places = [f" at {reading.np(t)}" for t in clause.prepositions("at", "from")]
        value = reading.np(topic)
        extra = "".join(place for place in places if place.strip() not in value)
        return [Fact(attribute="education", value=value + extra, subject=subject)]
    begun = clause.lemma in ("start", "begin", "attend") and clause.child("dobj") is not None
    if begun or clause.lemma == "go" and not clause.is_negated and clause.is_past:
        objects = [*clause.prepositions("to"), *clause.children("dobj")]
        for token in objects:
            if any(t.lower_ in schools for t in token.subtree):
                where = [reading.np(t) for t in clause.prepositions("in", "at")]
                value = reading.np(token)
                tail = f" in {where[0]}" if where and where[0] not in value else ""
                went = "" if begun else f"have gone to {value}{tail}"
                return [
                    Fact(attribute="education", value=value + tail, subject=subject, predicate=went)
                ]
    return None


def speak(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma not in ("speak", "know", "understand", "talk"):
        return None
    topic = clause.child("dobj") or clause.child("npadvmod")
    if topic is None:
        return None
    mode = state_mode(clause)
    pool = [t for t in topic.subtree if language_of(t)]
    if not pool and clause.lemma == "know" and topic.pos_ == "PROPN" and not clause.is_negated:
        if topic.ent_type_ in ("PERSON", "GPE", "NORP", "LOC", "DATE") or clause.is_past:
            return None
        known = [t for t in members(topic) if t.text[0].isupper()]
        return [
            Fact(
                attribute="skill",
                value=_thing_known(reading, t),
                subject=subject,
                predicate=f"know {_thing_known(reading, t)}",
                confidence=0.7,
            )
            for t in known
        ]
    if not pool:
        return None
    return [Fact(attribute="language", value=t.text, subject=subject, mode=mode) for t in pool]


def _thing_known(reading: Reading, token: Token) -> str:
    return reading.np(token).removeprefix("little ").removeprefix("bit of ")


def learn(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    himself = any(t.lower_.endswith("self") for t in clause.children("dobj"))
    if clause.lemma == "teach" and clause.head.tag_ == "VBG" and himself:
        topics = [
            t for t in clause.head.children if t.dep_ in ("npadvmod", "oprd", "xcomp", "appos")
        ]
        return [
            Fact(
                attribute="hobby",
                value=reading.np(t),
                subject=subject,
                predicate=f"be learning {reading.np(t)}",
            )
            for t in topics
        ]
    if clause.lemma not in ("learn", "practise", "practice") or clause.head.tag_ != "VBG":
        return None
    if clause.is_negated or clause.is_past:
        return []
    topic, verb = clause.child("dobj"), clause.child("xcomp")
    if topic is not None and not is_content(topic):
        return []
    value = reading.np(topic) if topic is not None else ""
    value = reading.vp(verb) if verb is not None else value
    if not value:
        return []
    return [
        Fact(
            attribute="hobby" if verb is None else "goal",
            value=value if verb is None else f"learn to {value}",
            subject=subject,
            predicate=f"be learning {'to ' if verb is not None else ''}{value}",
        )
    ]


def born(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma == "bear" or clause.head.lower_ == "born":
        spans = [s for s in reading.times_of(clause) if s.role == "at"]
        text = clause.head.doc.text

        def said(span: TimeSpan) -> str:
            return str(text[span.start : span.end])

        facts = [
            Fact(
                attribute="birthday",
                subject=subject,
                mode=Mode.STANDING,
                value=_bare_date(said(s)),
            )
            for s in spans[:1]
            if re.search(r"\d|[a-z]+ber\b|ary\b|april|may|june|july|august|march", said(s), re.I)
        ]
        facts += [
            Fact(attribute="hometown", value=value, subject=subject, mode=Mode.STANDING)
            for token in clause.far_prepositions("in", "at")
            if token.i not in reading.time_tokens and (value := place(reading, token))
        ]
        return facts
    if clause.lemma in ("grow", "raise", "bring") and clause.prepositions("in", "on", "near"):
        return [
            Fact(attribute="hometown", value=value, subject=subject, mode=Mode.STANDING)
            for token in clause.prepositions("in", "on", "near")
            if token.i not in reading.time_tokens and (value := place(reading, token))
        ]
    if clause.lemma in ("come", "hail") and clause.prepositions("from") and not clause.is_past:
        return [
            Fact(attribute="hometown", value=value, subject=subject, mode=state_mode(clause))
            for token in clause.prepositions("from")
            if (value := place(reading, token))
        ]
    return None


def _bare_date(text: str) -> str:
    leading = ("on ", "in ", "the ", "back in ", "by ")
    stripped = next((text[len(p) :] for p in leading if text.casefold().startswith(p)), text)
    return stripped.strip(" ,.")


def marry(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma not in ("marry", "divorce", "separate", "engage", "widow"):
        return None
    status = {
        "marry": "married",
        "divorce": "divorced",
        "separate": "separated",
        "engage": "engaged",
        "widow": "widowed",
    }[clause.lemma]
    got = clause.child("auxpass")
    upcoming = (got is None or got.lower_ != "got") and (
        clause.is_future
        or (clause.lemma == "marry" and clause.head.tag_ in ("VBP", "VBZ"))  # "we marry in May"
        or (clause.head.tag_ != "VBG" and any(c.tag_ == "VBG" for c in clause.children("auxpass")))
        or any(span.since and span.since > reading.now for span in reading.times_of(clause))
    )
    if upcoming:
        return [
            Fact(
                attribute="plan",
                value=f"get {status}",
                subject=subject,
                predicate=f"plan to get {status}",
            )
        ]
    if clause.lemma == "engage" and clause.prepositions("in"):
        return []
    mode = Mode.DENIAL if clause.is_negated else None
    return [Fact(attribute="marital_status", value=status, subject=subject, mode=mode)]


def called(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "everyone calls me Jojo", "my landlord is called Hughes", "I go by Max"."""
    if clause.lemma in ("go",) and clause.prepositions("by"):
        return [
            Fact(attribute="form_of_address", value=reading.np(t), subject=subject)
            for t in clause.prepositions("by")
            if t.pos_ == "PROPN"
        ]
    passive = clause.child("auxpass")
    if clause.lemma in ("call", "name") and passive is not None and passive.lower_ != "being":
        name = clause.child("oprd", "dobj", "attr", "advmod")
        if name is not None and not clause.is_negated:
            if any(child.dep_ == "det" for child in name.children):
                return []  # "I was called a liar"
            given = _span_of_name(name)
            if subject in _PLURAL:
                return []  # each by name: `surface.mentions`
            facts = [Fact(attribute="name", value=given, subject=subject)]
            if subject in ROLES:
                kind = "family" if subject in FAMILY else "relationship"
                facts.append(
                    Fact(
                        attribute=kind,
                        value=f"{subject} {given}",
                        predicate=f"have a {subject} called {given}",
                    )
                )
            return facts
        return []
    return None


_PLURAL = words(
    "kids children twins sons daughters sisters brothers parents grandparents cousins siblings"
    " friends"
    " flatmates roommates triplets stepkids grandchildren in-laws nieces nephews"
)


def nickname(clause: ClauseView) -> str:
    """Return what others call the user ("people call me Jojo"), or ""."""
    of_me = any(t.lower_ == "me" for t in clause.children("dobj"))
    known_as = clause.prepositions("as") if clause.lemma in ("know", "call") and of_me else []
    if known_as and not clause.is_negated:
        return _span_of_name(known_as[0]) if known_as[0].pos_ == "PROPN" else ""
    if clause.lemma != "call" or clause.is_negated:
        return ""
    mine = [t for t in clause.head.subtree if t.lower_ == "me" and t.i == clause.head.i + 1]
    if not mine or mine[0].i + 1 >= len(mine[0].doc):
        return ""
    following = mine[0].doc[mine[0].i + 1]
    is_name = following.pos_ in ("PROPN", "NOUN", "X")
    return _span_of_name(following) if is_name or following.text[0].isupper() else ""


def _span_of_name(token: Token) -> str:
    start, doc = token, token.doc
    while start.i > 0 and doc[start.i - 1].dep_ == "compound" and doc[start.i - 1].pos_ == "PROPN":
        start = doc[start.i - 1]
    words_: list[str] = []
    for part in doc[start.i : start.sent.end]:
        if part.is_punct or (words_ and not part.text[0].isupper()):
            break
        words_.append(part.text)
    return " ".join(words_)


def follow_diet(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.lemma not in ("follow", "eat", "keep", "do", "go", "have", "stick", "adhere"):
        return None
    tokens = [
        *clause.children("dobj", "acomp", "oprd", "advmod", "attr"),
        *clause.prepositions("on", "to"),
    ]
    for token in tokens:
        named = [d for t in token.subtree if (d := diet_of(t))]
        negative = [t for t in token.subtree if t.dep_ == "prep"]
        if named and not negative:
            gone = clause.lemma == "go" and not clause.is_negated
            return [
                Fact(
                    attribute="diet",
                    value=named[0],
                    subject=subject,
                    mode=None if gone else state_mode(clause),
                )
            ]
    return None
