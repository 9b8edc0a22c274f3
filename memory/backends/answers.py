"""Reads the JSON with which a model answers an extraction, and trusts none of it."""

import contextlib
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from memory.domain.language import language_of
from memory.domain.normalise import normalise_attribute
from memory.domain.ontology import SPECS, attribute_spec
from memory.domain.types import (
    Candidate,
    Extraction,
    ExtractionRequest,
    Mode,
    Triple,
    WorkingChange,
    WorkingOp,
)
from memory.domain.validity import zone
from memory.domain.working import WORKING_FIELDS

MOST = 40  # candidates of one message
E = TypeVar("E", bound=StrEnum)


class BadAnswer(Exception):
    """The answer is not what was asked for; says why."""


def read_answer(
    answer: Mapping[str, Any], request: ExtractionRequest, *, extractor: str
) -> Extraction:
    """Return the extraction that an answer holds. Raises BadAnswer for a schema or something else.

    An entry that cannot be read is left aside with its reason, and the others count.
    """
    entries = answer.get("candidates")
    if not isinstance(entries, list):
        is_echo = "properties" in answer or "$schema" in answer
        raise BadAnswer("the model echoed the schema" if is_echo else "no list of candidates")
    candidates: list[Candidate] = []
    skipped: list[tuple[str, str]] = []
    for entry in entries[:MOST]:
        if isinstance(entry, Mapping) and str(entry.get("text") or entry.get("value") or ""):
            candidates.append(_candidate(entry, request))
        else:
            skipped.append((str(entry)[:200], "unreadable"))
    changes = answer.get("working")
    return Extraction(
        candidates=tuple(candidates),
        working=tuple(_changes(changes if isinstance(changes, list) else [])),
        skipped=tuple(skipped),
        extractor=extractor,
    )


def _candidate(entry: Mapping[str, Any], request: ExtractionRequest) -> Candidate:
    attribute = normalise_attribute(_text(entry, "attribute"))
    spec = attribute_spec(attribute)
    quote = _text(entry, "quote")
    mode = _choice(Mode, entry.get("mode"), Mode.STANDING)
    # What the ontology knows is at least as important as it says; the model may say more.
    floor = spec.importance if spec.name in SPECS and mode == Mode.STANDING else 0.0
    kind = (
        spec.kind if spec.name in SPECS else _choice(type(spec.kind), entry.get("kind"), spec.kind)
    )
    return Candidate(
        text=_in_the_language_of(request.text, _text(entry, "text"), quote),
        subject=_text(entry, "subject") or "user",
        attribute=attribute,
        value=_text(entry, "value"),
        kind=kind,
        mode=mode,
        importance=max(floor, _share(entry.get("importance"), spec.importance)),
        confidence=_share(entry.get("confidence"), 0.8),
        quote=quote,
        language=language_of(quote or request.text),
        valid_from=_moment(entry.get("valid_from"), request),
        valid_to=_moment(entry.get("valid_to"), request),
        expires_at=_moment(entry.get("expires_at"), request),
        triples=tuple(_triples(entry.get("relations"))),
    )


def _in_the_language_of(message: str, text: str, quote: str) -> str:
    """Keep the language in which it was said: a translation gives way to the quoted words."""
    spoken = language_of(quote or message)
    if text and language_of(text) == spoken:
        return text
    if not quote:
        return text
    return f"用户说：“{quote}”" if spoken == "zh" else f"The user said: “{quote}”"


def _changes(entries: list[Any]) -> list[WorkingChange]:
    changes = []
    for entry in entries:
        if not isinstance(entry, Mapping):
            continue
        op = _choice(WorkingOp, entry.get("op"), None)
        field = _text(entry, "field")
        is_clear = op == WorkingOp.CLEAR and field in ("", *WORKING_FIELDS)
        takes_text = not isinstance(WORKING_FIELDS.get(field, {}), dict)
        if op is not None and (is_clear or (takes_text and field and _text(entry, "value"))):
            changes.append(WorkingChange(op=op, field=field, value=_text(entry, "value") or None))
    return changes


def _triples(entries: Any) -> list[Triple]:
    names = ("subject", "subject_type", "predicate", "object", "object_type")
    rows = [row for row in entries if isinstance(row, Mapping)] if isinstance(entries, list) else []
    return [
        Triple(**{name: _text(row, name) for name in names})
        for row in rows
        if _text(row, "subject") and _text(row, "predicate") and _text(row, "object")
    ]


def _text(entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name)
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _share(value: Any, default: float) -> float:
    with contextlib.suppress(TypeError, ValueError):
        number = float(value)
        if number == number:  # not NaN
            return min(1.0, max(0.0, number))
    return default


def _choice(kind: type[E], value: Any, default: Any) -> Any:
    return kind(value) if value in set(kind) else default


def _moment(value: Any, request: ExtractionRequest) -> datetime | None:
    """Read an ISO time; one without an offset is on the user's clock; nonsense is none."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone(request.time_zone))
