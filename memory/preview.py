"""Reads a message as the worker will, ahead of it and without storing anything."""

from dataclasses import dataclass
from datetime import datetime

from memory.backends import extractor
from memory.domain.gate import GateOutcome, gate
from memory.domain.types import Candidate, ExtractionRequest, WorkingChange
from memory.models import MemoryItem, Namespace
from memory.redaction import redact_text

KNOWN_ITEMS = 200  # of the live items, newest first, that an extractor is told about


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What the write path is going to do with a message, tombstones and conflicts apart."""

    accepted: tuple[Candidate, ...] = ()
    for_review: tuple[Candidate, ...] = ()
    working: tuple[WorkingChange, ...] = ()


def known_values(namespace: Namespace) -> tuple[tuple[str, str, str], ...]:
    """Return (subject, attribute, value) of what is remembered, the newest first."""
    items = MemoryItem.objects.of(namespace).active().exclude(attribute="")
    newest = items.order_by("-said_at", "-pk")[:KNOWN_ITEMS]
    return tuple(newest.values_list("subject", "attribute", "value"))


def preview_extraction(
    *,
    text: str,
    said_at: datetime,
    previous_reply: str = "",
    previous_text: str = "",
    known: tuple[tuple[str, str, str], ...] = (),
    time_zone: str = "UTC",
) -> Preview:
    """Return the candidates that the gate lets through, and those that go to review.

    Secrets and contacts are redacted first: a reply must not repeat what is never kept.
    """
    text = redact_text(text, None).text
    extraction = extractor().extract(
        ExtractionRequest(
            text=text,
            said_at=said_at,
            previous_reply=previous_reply,
            previous_text=previous_text,
            known=known,
            time_zone=time_zone,
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
