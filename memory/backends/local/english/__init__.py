"""Reads English by its grammar (spaCy's parse) and maps clauses to attributes.

`language` parses, `clauses` finds who does what and how it is said, the rule modules map that to
facts, `assemble` makes candidates of them. `surface` reads the same text a second time, without the
parse, and adds what that missed.
"""

import re
from dataclasses import replace

from memory.backends.local.english import context
from memory.backends.local.english.amends import amended
from memory.backends.local.english.closing import is_plain_no, yes_words
from memory.backends.local.english.doubt import is_doubtful
from memory.backends.local.english.known import by_known
from memory.backends.local.english.language import openers, parse
from memory.backends.local.english.people import People
from memory.backends.local.english.reader import read_sentences
from memory.backends.local.english.reading import Reading
from memory.backends.local.english.rewrite import statement
from memory.backends.local.english.surface import read_surface, settle
from memory.backends.local.english.times import find_times
from memory.backends.local.frame import Piece, local_time
from memory.domain.types import USER, Candidate, Extraction, ExtractionRequest, Mode

_EXTRACTOR = "local"
_WH_QUESTION = re.compile(r"^\W*(?:so |and |but )?(?:what|where|when|who|why|how|which)\b", re.I)


def extract(piece: Piece, request: ExtractionRequest) -> Extraction:
    """Return what a run of the user's own English words says about people, wishes and plans."""
    if is_plain_no(piece.text) and request.previous_reply:
        said = context.of_reply(request)
        return Extraction(
            candidates=tuple(_denied(candidate, piece) for candidate in said),
            extractor=_EXTRACTOR,
        )
    return _read(piece, request, is_restated=False)


def confirms(piece: Piece) -> str:
    """Return the words that say yes at the start of the piece ("Yes, exactly"), or ""."""
    words = yes_words(piece.text)
    start = piece.text.find(words) if words else 0
    return piece.quote(start, start + len(words)) if words else ""


def restate(reply: str, request: ExtractionRequest) -> Extraction:
    """Read what an assistant's reply says of "you" as if the user had said it of themself."""
    candidates: list[Candidate] = []
    for sentence in re.split(r"(?<=[.!?])\s+", reply):
        if _WH_QUESTION.match(sentence):
            continue
        text = context.first_person(sentence)
        piece = Piece(text=text, start=0, language="en", message=text)
        candidates += _read(piece, request, is_restated=True).candidates
    return Extraction(candidates=tuple(candidates), extractor=_EXTRACTOR)


def _read(piece: Piece, request: ExtractionRequest, *, is_restated: bool) -> Extraction:
    parsed = parse(piece.text)
    now = local_time(request)
    times = find_times(parsed.doc.text, now)
    reading = Reading(
        request=request,
        parsed=parsed,
        now=now,
        times=times,
        openers=openers(piece.text),
        people=People(
            last="" if is_restated else context.last_person(request),
            names=context.known_names(request),
        ),
        time_tokens=frozenset(
            token.i for token in parsed.doc for span in times if span.start <= token.idx < span.end
        ),
    )
    candidates, skipped = read_sentences(reading, piece, is_restated=is_restated)
    if not is_restated:
        candidates = _sure(candidates, piece)
        added = read_surface(reading, piece, candidates)
        candidates = settle([*candidates, *_sure(added, piece)])
        candidates = amended(candidates, piece.message, said=added)
        candidates = by_known(candidates, piece, request)
    return Extraction(
        candidates=tuple(_of_student(c, candidates) for c in candidates),
        working=tuple(reading.working),
        deeds=tuple(dict.fromkeys(reading.deeds)),
        skipped=tuple(skipped),
        extractor=_EXTRACTOR,
    )


def _sure(candidates: list[Candidate], piece: Piece) -> list[Candidate]:
    return [c for c in candidates if not is_doubtful(c, piece.message)]


def _of_student(made: Candidate, beside: list[Candidate]) -> Candidate:
    """Turn the employer of a student into the school that it is."""
    studies = any(
        other.attribute == "occupation"
        and other.subject == made.subject
        and other.value.casefold().endswith(("student", "undergraduate", "pupil"))
        for other in beside
    )
    if made.attribute != "employer" or not studies:
        return made
    text = statement("education", made.value, made.subject, made.mode, f"study at {made.value}")
    return replace(made, attribute="education", text=text)


def _denied(candidate: Candidate, piece: Piece) -> Candidate:
    whose = "The user" if candidate.subject == USER else candidate.subject
    text = f"{whose} said that this is not so: {candidate.text}"
    return replace(candidate, mode=Mode.DENIAL, quote=piece.quote(), text=text)
