"""Reads a message as the worker will, ahead of it and without storing anything."""

from dataclasses import dataclass
from datetime import datetime

from memory.apply import related_views
from memory.backends import extractor
from memory.domain.conflicts import Verdict, decide
from memory.domain.gate import GateOutcome, gate
from memory.domain.types import Candidate, ExtractionRequest, Mode, WorkingChange
from memory.models import MemoryItem, Namespace
from memory.redaction import redact_text

KNOWN_ITEMS = 200  # of the live items, newest first, that an extractor is told about
_CLOSING = (Mode.DENIAL, Mode.FORGET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What the write path is going to do with a message, tombstones and conflicts apart."""

    accepted: tuple[Candidate, ...] = ()
    for_review: tuple[Candidate, ...] = ()
    working: tuple[WorkingChange, ...] = ()
    deeds: tuple[str, ...] = ()
    unfounded: tuple[Candidate, ...] = ()  # deny or forget what is not remembered


def known_values(namespace: Namespace) -> tuple[tuple[str, str, str], ...]:
    """Return (subject, attribute, value) of what is remembered, the newest first."""
    items = MemoryItem.objects.of(namespace).active().exclude(attribute="")
    newest = items.order_by("-said_at", "-pk")[:KNOWN_ITEMS]
    return tuple(newest.values_list("subject", "attribute", "value"))


def preview_extraction(
    *,
    text: str,
    said_at: datetime,
    namespace: Namespace | None = None,
    previous_reply: str = "",
    previous_text: str = "",
    time_zone: str = "UTC",
) -> Preview:
    """Return the candidates that the gate lets through, and those that go to review.

    Secrets and contacts are redacted first: a reply must not repeat what is never kept. With a
    namespace the message is read as the worker does, with what is known.
    """
    text = redact_text(text, None).text
    extraction = extractor().extract(
        ExtractionRequest(
            text=text,
            said_at=said_at,
            previous_reply=previous_reply,
            previous_text=previous_text,
            known=known_values(namespace) if namespace else (),
            time_zone=time_zone,
        )
    )
    judged = [
        (gate(candidate, text, previous_reply=previous_reply).outcome, candidate)
        for candidate in extraction.candidates
    ]
    kept = [candidate for outcome, candidate in judged if outcome == GateOutcome.KEPT]
    unfounded = _unfounded(namespace, kept, said_at) if namespace else []
    return Preview(
        accepted=tuple(candidate for candidate in kept if candidate not in unfounded),
        for_review=tuple(
            candidate for outcome, candidate in judged if outcome == GateOutcome.REVIEW
        ),
        working=extraction.working,
        deeds=extraction.deeds,
        unfounded=tuple(unfounded),
    )


def _unfounded(namespace: Namespace, kept: list[Candidate], now: datetime) -> list[Candidate]:
    """Return what denies or asks to forget what nothing is remembered of."""
    closing = [candidate for candidate in kept if candidate.mode in _CLOSING]
    return [
        c for c in closing if decide(c, related_views(namespace, c), now).kind is Verdict.NOTHING
    ]
