"""Rules for to-dos: what the user asks to be reminded of, must do, or has done."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.content import medication_of
from memory.backends.local.english.lexicon import ROLES
from memory.backends.local.english.reading import Reading
from memory.backends.local.english.surface.verbs import form_of, forms_of
from memory.backends.local.english.times import TimeSpan
from memory.backends.local.frame import words
from memory.domain.types import WorkingChange, WorkingOp

Token = Any  # spacy.tokens.Token
Span = Any  # spacy.tokens.Span

_REMIND = words("remind")


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
    " email wash water pick post mail file"
)


_ERRANDS = _FINISHING | words(
    "cancel review check email phone ring text message feed collect print sign prepare drop"
    " install update deploy test merge pack iron mow visit repair sort arrange organise organize"
    " schedule contact"
    " reply apply register write get see order ask take hand"
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
        return verb is not None and _append_tasks(reading, verb)
    if lemma == "forget" and clause.is_negated and (verb := clause.child("xcomp")) is not None:
        return _append_tasks(reading, verb)
    if lemma == "let" and clause.is_negated:
        inner = clause.child("ccomp")
        if inner is not None and inner.lemma_ == "forget":
            verb = next((c for c in inner.children if c.dep_ == "xcomp"), None)
            return verb is not None and _append_tasks(reading, verb)
    return (
        _listed(reading, clause)
        or _another(reading, clause)
        or _obliged(reading, clause)
        or _done(reading, clause)
    )


def _task(reading: Reading, verb: Token) -> str:
    """Return what is to be done, with its time; a day that moves on is dated."""
    first, last = verb.idx, max(t.idx + len(t.text) for t in verb.subtree)
    said = reading.vp(verb, keep_times=True)
    days = _days(reading, first, last)
    if not days and verb.head.lemma_ in _REMIND and verb.dep_ != "conj":  # "on Monday to ..."
        before = reading.times_between(verb.head.idx, first)
        days = [s for s in before if s.role == "at" and s.until]
    return _dated(reading, said, days)


def _days(reading: Reading, first: int, last: int) -> list[TimeSpan]:
    return [s for s in reading.times_between(first, last) if s.role in ("at", "until") and s.until]


def _dated(reading: Reading, said: str, days: list[TimeSpan]) -> str:
    """Return what is to be done with the date of a day that moves on ("on Friday")."""
    if not days or days[0].until is None or re.search(r"\b\d{4}\b", said):
        return said
    moment = days[0].until
    is_day = days[0].since is None or (moment - days[0].since).days < 1
    return f"{said} ({moment.day} {moment:%b %Y})" if is_day and moment > reading.now else said


def _append_tasks(reading: Reading, verb: Token) -> bool:
    """Take a task and what is coordinated with it ("call the dentist and buy milk")."""
    others = [t for t in (*verb.conjuncts, *_beside(verb)) if t.i > verb.i and _is_task(t)]
    tasks = [verb, *sorted(set(others), key=lambda t: int(t.i))]
    listed = _listed_verbs(verb)
    reading.tasks |= {t.i for t in (*tasks, *listed)}
    if len(listed) > 1 and len(listed) >= len(tasks):
        ends = [*(t.i for t in listed[1:]), verb.sent.end]
        parts = [verb.doc[t.i : end] for t, end in zip(listed, ends, strict=True)]
        taken = [_append(reading, _part(reading, part)) for part in parts]
    else:
        taken = [_append(reading, _task(reading, task)) for task in tasks]
    return any(taken)


def _part(reading: Reading, part: Span) -> str:
    said = re.sub(r"[\s,.;!]+(?:and\s*)?(?:then\s*)?$", "", part.text)
    return _dated(reading, said, _days(reading, part.start_char, part.end_char))


def _listed_verbs(verb: Token) -> list[Token]:
    """Return the first words of "fix the bug, review the patch and email Bob", told by their
    places: the parser reads some of them as nouns."""
    found = [verb]
    for token in verb.doc[verb.i + 1 : verb.sent.end - 1]:
        form, before, after = form_of(token.lower_), token.nbor(-1), token.nbor(1)
        joined = before.text == "," or before.lower_ in ("and", "then")
        acts = token.lower_ in _ERRANDS or form is not None and form.tense == "base"
        if joined and acts and not (after.is_punct or after.lower_ == "and"):
            found.append(token)
    return found


def _beside(verb: Token) -> list[Token]:
    """Return the bare verbs that the parser coordinates with the "need" of "need to call"."""
    governor = verb.head
    return list(governor.conjuncts) if verb.dep_ == "xcomp" and governor != verb else []


def _is_task(verb: Token) -> bool:
    bare = verb.tag_ in ("VB", "VBP") and verb.pos_ == "VERB"
    own = any(c.dep_ in ("nsubj", "nsubjpass", "aux", "neg") for c in verb.children)
    return bare and not own and verb.lemma_ not in _NOT_TODOS - {"get"}


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
    if match is None:
        return _unlisted(reading, text)
    said = match[1].strip("\"'“” ")
    parts = re.split(r",\s*(?:and\s+)?|\s+and\s+", said)
    things = parts if all(len(part.split()) <= _THING for part in parts) else [said]
    taken = [_append(reading, part) for part in things]
    return any(taken)


_THING = 3  # words of a thing on a list, which may be one of several: "eggs, oat milk and bread"
_UNLISTED = re.compile(
    r"\b(?:take|remove|delete|drop|strike|cross) (?:the |my )?(?P<what>.+?) (?:off|from)"
    r" (?:my|the|our) (?:to-?\s?do|todo|shopping|task|grocery|packing)?[- ]?"
    r"(?:list|todos|to-dos|tasks)\b",
    re.I,
)


def _unlisted(reading: Reading, text: str) -> bool:
    """Read "take bread off my list"."""
    match = _UNLISTED.search(text)
    if match is None:
        return False
    change = WorkingChange(op=WorkingOp.REMOVE, field="todos", value=match["what"])
    reading.working.append(change)
    return True


_ANOTHER = re.compile(
    r"^(?:oh,? )?(?:and |also,? |plus,? )+(?P<verb>[a-z]+) (?P<rest>(?!me\b|it\b|that\b)\w.*)",
    re.I,
)


def _another(reading: Reading, clause: ClauseView) -> bool:
    """Read "also get travel insurance" after a to-do as one more."""
    said = f"{reading.request.previous_reply} {reading.request.previous_text}"
    match = _ANOTHER.match(clause.head.sent.text)
    if match is None or match["verb"].casefold() not in _ERRANDS or "?" in match["rest"]:
        return False
    if not re.search(r"\bto-?dos?\b|\bremind me to\b|\b(?:need|have) to\b", said):
        return False
    task = f"{match['verb'].lower()} {match['rest'].rstrip('.! ')}"
    return _append(reading, task)


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
    if verb is not None and verb.lemma_ == "be" and _is_to_be_there(reading, verb):
        return _append_tasks(reading, verb)
    if "must" in clause.modals():
        verb = clause.head
    if verb is not None and verb.lemma_ == "remember":
        verb = next((c for c in verb.children if c.dep_ == "xcomp"), None)
    if verb is None or verb.lemma_ in _NOT_TODOS or _mentions_you(verb):
        return False
    if clause.lemma in ("need", "have") and any(c.dep_ == "dobj" for c in clause.head.children):
        return False
    taking = verb.lemma_ in ("take", "use", "have")
    if taking and any(medication_of(reading, t) for t in verb.children if t.dep_ == "dobj"):
        return False  # "I have to take warfarin" is a state, not an errand
    if not any(c.dep_ in ("dobj", "prep", "prt", "npadvmod") for c in verb.children):
        return False
    if any(span.role == "every" for span in reading.times_of(clause)):
        return False
    return _append_tasks(reading, verb)


def _is_to_be_there(reading: Reading, verb: Token) -> bool:
    """Say whether "I have to be at the dentist on Thursday" names a place and a time."""
    placed = any(c.dep_ == "prep" and c.lower_ in ("at", "in") for c in verb.children)
    last = max(t.idx + len(t.text) for t in verb.subtree)
    return placed and bool(_days(reading, verb.idx, last))


def _mentions_you(verb: Token) -> bool:
    return any(t.lower_ in ("you", "your") for t in verb.subtree)


def _is_own_task(topic: Token) -> bool:
    """Say whether "done with ..." ends a task: "the dishes", not "this project" or "Facebook"."""
    owned = any(c.lower_ in ("the", "my", "our", "all") for c in topic.children)
    return owned and topic.pos_ == "NOUN" and topic.lower_ not in ROLES


def _done(reading: Reading, clause: ClauseView) -> bool:
    """Take the end of a task; say whether the clause is about nothing else.

    A deed that is told ("I rang the surgery") ends a task if there is one, and may be news besides.
    """
    value = _ended(reading, clause)
    if value:
        reading.working.append(WorkingChange(op=WorkingOp.DONE, field="todos", value=value))
        return True
    deed = _deed(clause)
    if deed:
        reading.deeds.append(deed)
    return False


_DONE_WITH = re.compile(
    r"^(?:i'?m |i am |i have |i've |all )?(?:done|finished) with"
    r" (?P<what>(?:the|my|our|all) [\w' -]+)",
    re.I,
)


def _ended(reading: Reading, clause: ClauseView) -> str:
    over = clause.head.lower_ in ("done", "finished")
    if over and clause.prepositions("with") and not clause.is_negated:
        topic = clause.prepositions("with")[0]
        return reading.np(topic) if _is_own_task(topic) else ""
    if clause.lemma in ("tick", "cross", "check") and clause.child("prt") is not None:
        topic = clause.child("dobj")
        return reading.np(topic) if topic is not None and topic.pos_ != "PRON" else ""
    topic = clause.child("dobj")
    if not (clause.is_first_person and clause.lemma in _FINISHING) or topic is None:
        return ""
    told = clause.is_past or {"have", "'ve"} & clause.modals()
    definite = any(c.lower_ in ("the", "my", "all") for c in topic.children)
    famous = clause.lemma == "do" and topic.pos_ == "PROPN"
    if clause.is_negated or not (told and definite):
        return ""
    if clause.used_to or famous or topic.lower_ in _STUDIES:
        return ""
    return reading.vp(clause.head)


_DEED = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|yes|right|just|also|finally|i|we|have|i've|we've|already),? )*"
    r"(?:(?:(?:the|my|our) )?(?P<thing>[\w' -]+?) (?:is|are|has been|have been)"
    r"(?: all| now| already)? (?:done|finished|sorted|booked|paid|sent|ordered)"
    r"|(?P<verb>[a-z]+) (?P<what>(?:[\w'-]+ ?){1,6}))[.!]*$",
    re.I,
)


_HAVE_GOT = re.compile(r"(?:\bhave|'ve) got\b", re.I)
_DEEDS = {
    **{
        said: lemma
        for lemma in sorted(_ERRANDS)
        for said, form in forms_of(lemma).items()
        if form.tense == "past" and said != lemma
    },
    **{"rang": "ring", "rung": "ring", "saw": "see", "did": "do"},
}


def _deed(clause: ClauseView) -> str:
    """Return the task that a told deed may have ended: "rang the surgery", "passport is done"."""
    text = clause.head.sent.text.strip()
    finished = _DONE_WITH.match(text)
    if finished:
        return re.sub(r"^(?:the|my|our|all) ", "", finished["what"]).strip()
    match = _DEED.match(text)
    if match is None or clause.is_negated or clause.is_question or clause.used_to:
        return ""
    if match["thing"]:
        return str(match["thing"])
    verb = _DEEDS.get(match["verb"].casefold())
    if verb == "get" and _HAVE_GOT.search(text):  # owned, not fetched
        return ""
    return f"{verb} {match['what'].strip()}" if verb else ""
