"""Reads English by its grammar (spaCy) and maps clauses to attributes."""

from memory.backends.local.frame import Piece
from memory.domain.types import Extraction, ExtractionRequest


def extract(piece: Piece, request: ExtractionRequest) -> Extraction:
    return Extraction(extractor="local")


def confirms(piece: Piece) -> str:
    return ""


def restate(reply: str, request: ExtractionRequest) -> Extraction:
    return Extraction(extractor="local")
