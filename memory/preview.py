"""Reads a message as the worker will, ahead of it and without storing anything."""

from dataclasses import dataclass
from datetime import datetime

from memory.backends import extractor
from memory.domain.gate import GateOutcome, gate
from memory.domain.types import Candidate, ExtractionRequest, WorkingChange
from memory.redaction import redact_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What the write path is going to do with a message, tombstones and conflicts apart."""

    accepted: tuple[Candidate, ...] = ()
    for_review: tuple[Candidate, ...] = ()
    working: tuple[WorkingChange, ...] = ()


def preview_extraction(
    *, text: str, said_at: datetime, previous_reply: str = "", time_zone: str = "UTC"
) -> Preview:
    """Return the candidates that the gate lets through, and those that go to review.

    Secrets and contacts are redacted first: a reply must not repeat what is never kept.
    """
    text = redact_text(text, None).text
    extraction = extractor().extract(
        ExtractionRequest(
            text=text, said_at=said_at, previous_reply=previous_reply, time_zone=time_zone
        )
    )
    judged = [
        (gate(candidate, text, previous_reply=previous_reply).outcome, candidate)
        for candidate in extraction.candidates
    ]
    return Preview(
        accepted=tuple(candidate for outcome, candidate in judged if outcome == GateOutcome.KEPT),
        for_review=tuple(
            candidate for outcome, candidate in judged if outcome == GateOutcome.REVIEW
        ),
        working=extraction.working,
    )
