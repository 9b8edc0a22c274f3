"""Walks through the sentences of a piece: requests, to-dos, take-backs, and then statements."""

import re
from dataclasses import replace
from typing import Any

from memory.backends.local.english import context
from memory.backends.local.english.assemble import Saying, candidate, manner
from memory.backends.local.english.being import being, predicate
from memory.backends.local.english.clauses import ClauseView, clauses
from memory.backends.local.english.closing import (
    contrasted,
    correction_opening,
    forgotten,
    is_forget_request,
    meant,
    topic_attribute,
)
from memory.backends.local.english.complements import intolerant
from memory.backends.local.english.doing import DOING, habit
from memory.backends.local.english.having import HAVING, mentioned_family
from memory.backends.local.english.health import prescribed
from memory.backends.local.english.identity import nickname
from memory.backends.local.english.lexicon import PETS, REPLY_NOUNS, ROLES
from memory.backends.local.english.liking import LIKE, LIKING, craving, prefer_over
from memory.backends.local.english.living import LIVING
from memory.backends.local.english.planning import aspire
from memory.backends.local.english.possessed import possessed
from memory.backends.local.english.reading import Fact, Reading, Rule
from memory.backends.local.english.requests import bare_wish, is_request, replying
from memory.backends.local.english.rewrite import statement
from memory.backends.local.english.todos import todo
from memory.backends.local.frame import Piece, Skip, make_candidate, words
from memory.domain.ontology import attribute_spec
from memory.domain.types import USER, Candidate, Mode

_RULES: tuple[Rule, ...] = (intolerant, being, *LIVING, *LIKING, habit, *HAVING, *DOING)


# Verbs whose "to ..." or "-ing" is part of what they say, not a statement of its own.
_GOVERNING = words(
    "decide want plan promise agree need hope try like love hate prefer choose stop quit enjoy aim"
    " intend refuse expect offer wish help ask tell remind let forget remember dislike avoid mind"
    " fancy dream consider train save adore learn can't offer manage fail promise swear vow see"
    " have"
    " must look finish give keep miss detest loathe opt resolve attempt struggle mean afford start"
    " begin"
)


_WANTING = LIKE | {"want", "need", "appreciate"}


Skipped = list[tuple[str, str]]


def read_sentences(
    reading: Reading, piece: Piece, *, is_restated: bool
) -> tuple[list[Candidate], Skipped]:
    """Return the candidates of a piece and what gave none, with the reason."""
    found: list[Candidate] = []
    skipped: Skipped = []
    correcting = False
    for sentence in reading.parsed.doc.sents:
        text = sentence.text.strip()
        before = len(found), len(reading.working)
        if is_forget_request(text):
            found += _forget(reading, piece, sentence)
            continue
        opening, is_strong = correction_opening(text)
        correcting = (correcting or opening > 0 and is_strong) and not is_restated
        found += _meant(reading, piece, sentence, found) if not is_restated else []
        if (len(found), len(reading.working)) == before:
            reasons: list[str] = []
            weak = opening > 0 and not is_strong and not is_restated
            for clause in clauses(_one(sentence)):
                facts, reason = _read(reading, clause, is_restated=is_restated)
                facts = [] if _names_animal(clause, found) else facts
                how = Saying(
                    reading=reading,
                    piece=piece,
                    clause=manner(clause),
                    is_correction=correcting,
                )
                found += [_made(fact, how, clause, weak=weak) for fact in facts]
                reasons += [reason] if reason else []
            if (len(found), len(reading.working)) == before and text:
                skipped.append((_source(reading, piece, sentence), _telling(reasons)))
        correcting = correcting and (len(found), len(reading.working)) == before
    return _without_denied(found), skipped


def _without_denied(found: list[Candidate]) -> list[Candidate]:
    """Leave out "not a doctor" where "a dentist" corrects it: one change, said in two halves."""
    corrected = {(c.subject, c.attribute) for c in found if c.mode is Mode.CORRECTION}
    return [
        c for c in found if c.mode is not Mode.DENIAL or (c.subject, c.attribute) not in corrected
    ]


def _names_animal(clause: ClauseView, found: list[Candidate]) -> bool:
    """Add the name of "she's called Noodle" to the animal that was told of just before."""
    naming = clause.lemma in ("call", "name") and clause.child("auxpass") is not None
    by_pronoun = clause.subject is not None and clause.subject.lower_ in ("she", "he", "it")
    name = clause.child("oprd", "attr", "dobj")
    animal = found[-1] if found else None
    if not (naming and by_pronoun and name is not None and animal is not None):
        return False
    if animal.attribute != "pet" or any(c.isupper() for c in animal.value):
        return False
    value = f"{animal.value} {name.text}"
    text = animal.text.replace(animal.value, value)
    found[-1] = replace(animal, value=value, text=text)
    return True


def _telling(reasons: list[str]) -> str:
    """Return the reason that says most."""
    plain = (Skip.SMALL_TALK, Skip.NO_RULE)
    return next((reason for reason in reasons if reason not in plain), (reasons or plain[1:])[0])


class _Sentence:
    """A sentence seen as a text of its own, for `clauses`."""

    def __init__(self, span: Any) -> None:
        self.sents = (span,)


def _one(sentence: Any) -> Any:
    return _Sentence(sentence)


def _has_context(reading: Reading) -> bool:
    return bool(reading.request.previous_reply or reading.request.previous_text)


def _source(reading: Reading, piece: Piece, sentence: Any) -> str:
    start, end = reading.parsed.source_span(sentence.start_char, sentence.end_char)
    return piece.quote(start, end)


def _made(fact: Fact, saying: Saying, clause: ClauseView, *, weak: bool) -> Candidate:
    """Make a candidate; "actually" corrects only what can have one value."""
    single = attribute_spec(fact.attribute).single
    renamed = fact.attribute in ("family", "pet")
    contrast = contrasted(clause) and (single or renamed)
    is_correction = saying.is_correction or bool(weak and single) or bool(contrast)
    if fact.attribute.partition(":")[0] in _UNCORRECTED and not contrast:
        is_correction = False
    return candidate(
        fact,
        Saying(
            reading=saying.reading,
            piece=saying.piece,
            clause=saying.clause,
            is_correction=is_correction,
        ),
    )


_UNCORRECTED = frozenset(["family", "relationship", "reply_style"])


def _read(reading: Reading, clause: ClauseView, *, is_restated: bool) -> tuple[list[Fact], str]:
    """Return the facts of one clause, or none and the reason."""
    if not is_restated:
        if clause.head.i in reading.tasks or todo(reading, clause):
            return [], ""
        wished = _wished(reading, clause)
        if wished:
            return wished, ""
        if is_request(clause):
            return [], Skip.REQUEST
    early = aspire(reading, clause, USER) if clause.is_first_person else None
    early = early or (prefer_over(reading, clause, USER) if clause.is_first_person else None)
    early = early or craving(reading, clause, USER if clause.is_first_person else "")
    if early:
        return early, ""
    if clause.is_hypothetical:
        return [], Skip.HYPOTHETICAL
    if clause.is_question and not is_restated:
        return [], Skip.QUESTION
    if clause.is_hearsay:
        return [], Skip.QUOTATION
    if clause.subject is not None and clause.subject.lower_ in ("you", "your"):
        return [], Skip.ABOUT_ASSISTANT
    return _stated(reading, clause)


def _wished(reading: Reading, clause: ClauseView) -> list[Fact]:
    wants = (
        clause.is_first_person
        and clause.lemma in _WANTING
        and not clause.is_past
        and any(t.lower_ in REPLY_NOUNS for t in clause.head.subtree)
    )
    if is_request(clause) or wants:
        return replying(reading, clause)
    if clause.head.dep_ == "ROOT" and clause.subject is None and clause.head.pos_ != "AUX":
        return bare_wish(reading, clause)
    return []


def _stated(reading: Reading, clause: ClauseView) -> tuple[list[Fact], str]:
    if clause.head.dep_ == "xcomp" and clause.head.head.lemma_ == "be":
        return [], ""  # "my goal is to run ...": part of the other clause
    governor = _governor(clause) if clause.head.dep_ in ("xcomp", "pcomp") else ""
    if governor in _GOVERNING and clause.head.head.lower_ != "given":
        return [], ""
    if clause.head.dep_ == "ccomp" and _governor(clause) in _COMMITTING:
        return [], ""
    name = nickname(clause)
    if name:
        return [Fact(attribute="form_of_address", value=name)], ""
    relatives = mentioned_family(reading, clause.subject)
    owned = possessed(reading, clause)
    if owned is not None:
        return owned + relatives, "" if owned else Skip.NO_RULE
    done_to_me = prescribed(reading, clause, USER)
    if done_to_me:
        return done_to_me, ""
    subject = reading.people.subject_of(clause.subject)
    if not subject and clause.subject is None:
        subject, facts = _implied(reading, clause)
        if facts:
            return facts, ""
    if not subject:
        return relatives, "" if relatives else Skip.NO_RULE
    for rule in _RULES:
        facts_of_rule = rule(reading, clause, subject)
        if facts_of_rule and _is_stranger(reading, subject):
            facts_of_rule = [f for f in facts_of_rule if _is_said_of_acquaintance(clause, f)]
        if facts_of_rule:
            return facts_of_rule + relatives + _companions(reading, clause, subject), ""
    beside = relatives + _companions(reading, clause, subject)
    return beside, Skip.SMALL_TALK if subject == USER else Skip.NO_RULE


_COMMITTING = words("decide promise swear vow agree pledge guarantee")
# What one says of people one knows; the rest of what is said of a bare name is general knowledge.
_PERSONAL = words(
    "diet allergy home likes dislikes avoids spice_level employer occupation age medical_condition"
    " medication religion marital_status relationship plan pet"
)


def _is_stranger(reading: Reading, subject: str) -> bool:
    """Say whether a subject is a bare name that the user did not tie to themself."""
    if subject == USER or subject in ROLES or "-" in subject or "'s " in subject:
        return False
    known = {name.casefold() for name, *_ in reading.request.known}
    return subject.casefold() not in known | set(reading.people.names)


def _is_said_of_acquaintance(clause: ClauseView, fact: Fact) -> bool:
    return (
        fact.attribute in _PERSONAL
        and not clause.is_past
        and " " not in fact.subject
        and clause.subject is not None
    )


def _governor(clause: ClauseView) -> str:
    governor = clause.head.head
    while governor.pos_ == "ADP" and governor.head != governor:
        governor = governor.head
    return str(governor.lemma_)


def _companions(reading: Reading, clause: ClauseView, subject: str) -> list[Fact]:
    """Return the animals that are mentioned beside ("I live here with my two cats")."""
    if subject != USER:
        return []
    found = []
    for token in clause.head.subtree:
        if token.lower_ not in PETS or not any(c.lower_ in ("my", "our") for c in token.children):
            continue
        name = token.head if token.dep_ == "compound" and token.head.pos_ == "PROPN" else None
        name = name or next((c for c in token.children if c.dep_ == "appos"), None)
        if name is not None:
            found.append(Fact(attribute="pet", value=f"{token.lower_} {name.text}"))
        elif token.dep_ == "pobj" and token.head.lower_ == "with" and clause.lemma == "live":
            found.append(Fact(attribute="pet", value=reading.np(token)))
    return found


def _implied(reading: Reading, clause: ClauseView) -> tuple[str, list[Fact]]:
    """Read a fragment that leaves "I" out ("Moved to Berlin", "Not a fan of olives")."""
    head = clause.head
    fragment = head.head.dep_ == "ROOT" and head.head.pos_ in ("ADJ", "NOUN")
    if head.dep_ == "conj" and head.tag_ == "VBG" and fragment:
        return USER, []  # "unemployed and living with my parents"
    if head.dep_ != "ROOT":
        return "", []
    if head.pos_ in ("ADJ", "NOUN", "PROPN", "ADV"):
        facts = predicate(reading, clause, USER, head)
        kept = {"allergy", "likes", "dislikes", "diet"}
        if head.pos_ == "ADJ":  # "currently unemployed", "divorced with two kids"
            kept |= {"occupation", "marital_status"}
        return "", [fact for fact in facts if fact.attribute in kept]
    if head.tag_ in ("VBD", "VBN", "VBG") or clause.lemma in ("love", "hate", "prefer", "enjoy"):
        return USER, []
    return "", []


def _forget(reading: Reading, piece: Piece, sentence: Any) -> list[Candidate]:
    """Return what the user asks to forget, by attribute and value where they can be told."""
    quote = _source(reading, piece, sentence)
    found = []
    for clause in clauses(_one(sentence)):
        asks = clause.lemma in ("forget", "delete", "erase", "remove", "remember", "tell", "know")
        if asks or clause.head.i == sentence.start:
            continue
        facts, _ = _stated(reading, clause)
        saying = Saying(
            reading=reading, piece=piece, clause=manner(clause), forced_mode=Mode.FORGET
        )
        found += [candidate(fact, saying) for fact in facts]
    if found:
        return [context.requoted(c, quote) for c in found]
    what = forgotten(sentence.text)
    if not what:
        return []
    attribute, value = topic_attribute(what)
    if what == "everything":
        attribute, value = "", "everything"
    subject = USER
    theirs = _THEIRS.match(what)
    if theirs and theirs["role"].casefold() in ROLES and theirs["role"].casefold() not in PETS:
        subject = ROLES[theirs["role"].casefold()]
        attribute, value = topic_attribute(f"my {theirs['what']}")
    named = make_candidate(
        attribute,
        value,
        subject=subject,
        text=f"Forget what the user said about {_about(what)}.",
        quote=quote,
        mode=Mode.FORGET,
        importance=0.7,
        language="en",
    )
    return [named]


_THEIRS = re.compile(r"(?:about )?(?:my|our) (?P<role>[\w-]+)['’]s (?P<what>.+)", re.I)


def _about(what: str) -> str:
    """Return what is to be forgotten as it is told of the user ("where the user lives")."""
    told = re.sub(r"\b(?:my|our)\b", "the user's", what, flags=re.I)
    return re.sub(r"\b(?:i|we)\b", "the user", told, flags=re.I)


def _meant(
    reading: Reading, piece: Piece, sentence: Any, earlier: list[Candidate]
) -> list[Candidate]:
    """Read "I meant Lisbon, not Berlin" and "no, it's Portishead"."""
    text = sentence.text.strip()
    opening, is_strong = correction_opening(text)
    said_meant = re.search(r"\bmeant\b", text)
    swapped = _NOT_BUT.match(text)
    if swapped and _has_context(reading):
        return _corrected(reading, piece, sentence, earlier, (swapped[2], swapped[1]))
    if not said_meant and not (opening and (is_strong or _has_context(reading))):
        return []
    rest = text if said_meant else text[opening:]
    pair = meant(rest) or (_bare(rest) if "correction" in text[:opening].casefold() else None)
    if pair is None:
        return []
    return _corrected(reading, piece, sentence, earlier, pair, is_certain=bool(said_meant))


_NOT_BUT = re.compile(
    r"^\W*(?:no,? )?not ([\w' -]{2,40}?)[,;–—-]+\s*(?:but )?([\w' -]{2,40})[.!]*$", re.I
)


def _corrected(
    reading: Reading,
    piece: Piece,
    sentence: Any,
    earlier: list[Candidate],
    pair: tuple[str, str],
    *,
    is_certain: bool = False,
) -> list[Candidate]:
    """Return the correction of a value, if what it corrects is known or it is surely one."""
    subject, attribute = context.corrected(reading.request, earlier, *pair)
    if not attribute and not is_certain:
        return []
    return [
        make_candidate(
            attribute,
            pair[0],
            text=_correction_text(attribute, subject or USER, pair),
            quote=_source(reading, piece, sentence),
            subject=subject or USER,
            mode=Mode.CORRECTION,
            language="en",
            confidence=0.85 if attribute else 0.6,
        )
    ]


def _correction_text(attribute: str, subject: str, pair: tuple[str, str]) -> str:
    if attribute:
        return statement(attribute, pair[0], subject, Mode.CORRECTION)
    return f"Correction: {pair[0]}" + (f", not {pair[1]}." if pair[1] else ".")


def _bare(text: str) -> tuple[str, str] | None:
    match = re.match(r"\s*([\w' -]{2,40}?),? not ([\w' -]{2,40})[.!]*$", text)
    return (match[1], match[2]) if match else None
