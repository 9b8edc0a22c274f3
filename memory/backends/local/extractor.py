"""Reads a message with the rules of its languages."""

from dataclasses import replace

from memory.backends.base import Extractor
from memory.backends.local import chinese, english
from memory.backends.local.frame import Engine, Piece, Skip, merge
from memory.backends.local.noting import as_told
from memory.backends.local.own_words import own_words, pieces
from memory.domain.types import Candidate, Extraction, ExtractionRequest

ENGINES: dict[str, Engine] = {"en": english, "zh": chinese}


class LocalExtractor(Extractor):
    """Reads each run of the user's own words with the engine of its language."""

    name = "local"

    def extract(self, request: ExtractionRequest) -> Extraction:
        text, skipped = own_words(request.text)
        parts = [Extraction(skipped=tuple(skipped))]
        runs = pieces(request.text, as_told(text))
        if runs and request.previous_reply:
            parts.append(_confirmed(runs[0], request))
        for piece in runs:
            engine = ENGINES.get(piece.language)
            parts.append(
                engine.extract(piece, request)
                if engine
                else Extraction(skipped=((piece.quote(), Skip.UNSUPPORTED_LANGUAGE),))
            )
        return merge(parts, self.name)


def _confirmed(piece: Piece, request: ExtractionRequest) -> Extraction:
    """Return what the last reply states of the user, if the user just said yes to it."""
    engine = ENGINES.get(piece.language)
    quote = engine.confirms(piece) if engine else ""
    if not quote:
        return Extraction()
    found = [
        ENGINES[run.language].restate(run.text, request)
        for run in pieces(request.previous_reply, request.previous_reply)
        if run.language in ENGINES
    ]
    return Extraction(
        candidates=tuple(_said_by(c, quote) for part in found for c in part.candidates)
    )


def _said_by(candidate: Candidate, quote: str) -> Candidate:
    """Return the candidate with the user's words of consent as its only evidence."""
    return replace(candidate, quote=quote, confidence=min(candidate.confidence, 0.75))
