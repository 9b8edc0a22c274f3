"""What both languages share: pieces of a message, dates by the user's calendar, making candidates.

Nothing here reads grammar; `english` and `chinese` do.
"""

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memory.domain.ontology import attribute_spec, normalise_value
from memory.domain.types import Candidate, Extraction, ExtractionRequest, WorkingChange


class Skip(enum.StrEnum):
    """Why words of a message gave no candidate (`Extraction.skipped`)."""

    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"  # if, would, wish, might; 如果, 要是, 假如
    QUOTATION = "quotation"
    PASTED = "pasted"
    REQUEST = "request"  # asks for something about the world
    SMALL_TALK = "small_talk"
    ABOUT_ASSISTANT = "about_assistant"
    NO_RULE = "no_rule"  # a statement that no rule maps to an attribute
    UNSUPPORTED_LANGUAGE = "unsupported_language"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of a message in one language.

    `text` is as long as the run it stands for: words that are not the user's own are blanked with
    spaces, so that offsets in it are offsets in the message (plus `start`).
    """

    text: str
    start: int
    language: str  # "en" or "zh"
    message: str

    def quote(self, start: int = 0, end: int | None = None) -> str:
        """Return the verbatim words of the message between two offsets of `text`."""
        end = len(self.text) if end is None else end
        return self.message[self.start + start : self.start + end].strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause of a piece: where it is, and what keeps it from being a plain standing fact."""

    text: str
    start: int
    end: int
    is_question: bool = False
    is_hypothetical: bool = False
    is_negated: bool = False
    is_past: bool = False
    is_temporary: bool = False
    hedge: float = 0.0  # subtracted from the confidence ("I think", "maybe", 可能)


class Engine(Protocol):
    """What a language module offers."""

    def extract(self, piece: Piece, request: ExtractionRequest) -> Extraction:
        """Read one run of the user's words."""

    def confirms(self, piece: Piece) -> str:
        """Return the words that say yes to what the assistant just stated, "" if there are none."""

    def restate(self, reply: str, request: ExtractionRequest) -> Extraction:
        """Read the assistant's `reply` as if the user had said it ("you live" -> "I live")."""


def words(text: str) -> frozenset[str]:
    """Return a word list written as one string."""
    return frozenset(text.split())


def make_candidate(
    attribute: str, value: str, *, text: str, quote: str, **fields: Any
) -> Candidate:
    """Return a candidate whose kind and importance come from the ontology unless given."""
    spec = attribute_spec(attribute)
    fields.setdefault("kind", spec.kind)
    fields.setdefault("importance", spec.importance)
    return Candidate(attribute=attribute, value=value, text=text, quote=quote, **fields)


def merge(parts: Iterable[Extraction], extractor: str) -> Extraction:
    """Join what was found in the pieces; the same statement twice is kept once."""
    candidates: dict[tuple[str, ...], Candidate] = {}
    working: list[WorkingChange] = []
    deeds: dict[str, None] = {}
    skipped: list[tuple[str, str]] = []
    for part in parts:
        for candidate in part.candidates:
            key = (
                candidate.subject.casefold(),
                candidate.attribute,
                normalise_value(candidate.value),
                candidate.mode,
            )
            candidates.setdefault(key, candidate)
        working += [change for change in part.working if change not in working]
        deeds |= dict.fromkeys(part.deeds)
        skipped += part.skipped
    return Extraction(
        candidates=tuple(candidates.values()),
        working=tuple(working),
        deeds=tuple(deeds),
        skipped=tuple(skipped),
        extractor=extractor,
    )


def local_time(request: ExtractionRequest) -> datetime:
    """Return the message's time on the user's clock; UTC when the time zone is not known."""
    try:
        zone = ZoneInfo(request.time_zone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    return request.said_at.astimezone(zone)


def start_of_day(moment: datetime) -> datetime:
    return datetime.combine(moment.date(), time.min, tzinfo=moment.tzinfo)


def end_of_day(moment: datetime) -> datetime:
    """Return the last second of the day of `moment` in its own zone."""
    return datetime.combine(moment.date(), time(23, 59, 59), tzinfo=moment.tzinfo)


def end_of_week(moment: datetime) -> datetime:
    """Return the end of the coming (or this) Sunday."""
    return end_of_day(moment + timedelta(days=6 - moment.weekday()))


def start_of_month(moment: datetime, months: int = 0) -> datetime:
    """Return the first moment of the month `months` after the one of `moment`."""
    index = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(index, 12)
    return datetime(year, month + 1, 1, tzinfo=moment.tzinfo)


def end_of_month(moment: datetime, months: int = 0) -> datetime:
    return start_of_month(moment, months + 1) - timedelta(seconds=1)
