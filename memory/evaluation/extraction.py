"""Precision, recall and F1 of extraction against the labelled messages, by language and by kind."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from django.conf import settings

from memory.backends import extractor
from memory.backends.base import Extractor
from memory.domain.gate import GateOutcome, gate
from memory.domain.ontology import attribute_spec, normalise_value
from memory.domain.types import USER, Candidate, ExtractionRequest, Mode, WorkingChange
from memory.evaluation import SuiteOptions, SuiteResult

SAID_AT = datetime(2026, 3, 11, 10, 0, tzinfo=UTC)  # a Wednesday; a label may give its own
_WORD = re.compile(r"[A-Za-z0-9']+|[\u3400-\u9fff]")
_EMPTY_WORDS = frozenset(["a", "an", "the", "to", "of", "in", "at", "on", "my", "for", "and", "的"])


@dataclass
class Tally:
    """Counts of one category: `right` of matched labels, `mode_right` of those of the same mode."""

    expected: int = 0
    found: int = 0
    right: int = 0
    mode_right: int = 0

    def figures(self) -> dict[str, float]:
        precision = self.right / self.found if self.found else 1.0
        recall = self.right / self.expected if self.expected else 1.0
        total = precision + recall
        return {
            "precision": round(precision, 4),
            "recall": round(recall, 4),
            "f1": round(2 * precision * recall / total if total else 0.0, 4),
            "mode_accuracy": round(self.mode_right / self.right if self.right else 1.0, 4),
            "expected": float(self.expected),
            "found": float(self.found),
        }


@dataclass
class Outcome:
    """What became of a labelled message: the pairs that matched, and what was left on each side."""

    matched: list[tuple[dict[str, Any], dict[str, Any]]] = field(default_factory=list)
    missed: list[dict[str, Any]] = field(default_factory=list)
    wrong: list[dict[str, Any]] = field(default_factory=list)


def run(options: SuiteOptions) -> SuiteResult:
    """Measure the configured extractor on `options.data`: a file, a folder, or our own labels."""
    started = perf_counter()
    tallies: dict[str, Tally] = defaultdict(Tally)
    files = label_files(options.data)
    labels = [(path.stem, label) for path in files for label in read_labels(path, options.limit)]
    for name, label in options.followed(labels):
        _tally(tallies, name, compare(label, extractor()))
    overall = tallies.pop("all", Tally()).figures()
    return SuiteResult(
        suite="extraction",
        n=len(labels),
        metrics=overall,
        by_category={name: tally.figures() for name, tally in sorted(tallies.items())},
        data=options.data or "tests/extraction",
        seconds=round(perf_counter() - started, 2),
    )


def label_files(data: str = "") -> list[Path]:
    """Return the label files that `data` names: `<language>.jsonl`, `<language>_<part>.jsonl`."""
    path = Path(data) if data else settings.BASE_DIR / "tests" / "extraction"
    return sorted(path.glob("*.jsonl")) if path.is_dir() else [path]


def read_labels(path: Path, limit: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the labels of a JSON Lines file.

    A label is {"message", "expected": [{"subject", "attribute", "value", "mode"}]}, and if need
    be "said_at", "previous_reply", "previous_text", "time_zone" and "working": [{"op", "field",
    "value"}].
    `attribute` and `value` may be lists of what is equally right; an "optional" entry may be found
    or not.
    """
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    yield from map(json.loads, lines[: limit or None])


def compare(label: dict[str, Any], engine: Extractor) -> Outcome:
    """Extract from one labelled message and pair what was found with what was expected."""
    said_at = label.get("said_at")
    request = ExtractionRequest(
        text=label["message"],
        said_at=datetime.fromisoformat(said_at) if said_at else SAID_AT,
        previous_reply=label.get("previous_reply", ""),
        previous_text=label.get("previous_text", ""),
        time_zone=label.get("time_zone", "UTC"),
    )
    extraction = engine.extract(request)
    found = [
        _of_candidate(candidate)
        for candidate in extraction.candidates
        if _is_let_through(candidate, request)
    ]
    found += map(_of_change, extraction.working)
    expected = [*label.get("expected", ()), *map(_of_label, label.get("working", ()))]
    return _pair(expected, found)


def _is_let_through(candidate: Candidate, request: ExtractionRequest) -> bool:
    decision = gate(candidate, request.text, previous_reply=request.previous_reply)
    return decision.outcome is not GateOutcome.DROPPED


def _of_candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "subject": candidate.subject,
        "attribute": candidate.attribute,
        "value": candidate.value,
        "mode": candidate.mode.value,
        "kind": candidate.kind.value,
    }


def _of_change(change: WorkingChange) -> dict[str, Any]:
    return _of_label({"op": change.op.value, "field": change.field, "value": change.value})


def _of_label(change: dict[str, Any]) -> dict[str, Any]:
    name = f"working:{change['field']}"
    return {
        "subject": USER,
        "attribute": name,
        "value": change.get("value") or "",
        "mode": change["op"],
        "kind": "working",
        "optional": bool(change.get("optional")),
    }


def _pair(expected: list[dict[str, Any]], found: list[dict[str, Any]]) -> Outcome:
    outcome = Outcome()
    left = list(found)
    for entry in sorted(expected, key=lambda e: bool(e.get("optional"))):
        match = next((other for other in left if _agrees(entry, other)), None)
        if match is not None:
            left.remove(match)
        if entry.get("optional"):
            continue
        if match is None:
            outcome.missed.append(entry)
        else:
            outcome.matched.append((entry, match))
    outcome.wrong = left
    return outcome


def _agrees(entry: dict[str, Any], found: dict[str, Any]) -> bool:
    if not any(_same(name, found["subject"]) for name in _several(entry.get("subject", USER))):
        return False
    attributes, values = _several(entry["attribute"]), _several(entry["value"])
    return any(_same_attribute(name, found["attribute"]) for name in attributes) and any(
        _same(str(value), str(found["value"])) for value in values
    )


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _same_attribute(one: str, other: str) -> bool:
    (head, _, topic), (other_head, _, other_topic) = one.partition(":"), other.partition(":")
    return head == other_head and (topic == other_topic or _same(topic, other_topic))


def _same(one: str, other: str) -> bool:
    """Say whether two values are equal, or one's content words contain the other's."""
    one, other = normalise_value(one), normalise_value(other)
    first, second = _content(one), _content(other)
    if one == other or not (first and second):
        return one == other
    return first <= second or second <= first


def _content(text: str) -> frozenset[str]:
    words = (word.casefold().removesuffix("'s") for word in _WORD.findall(text))
    return frozenset(
        word[:-1] if len(word) > 3 and word.endswith("s") else word
        for word in words
        if word not in _EMPTY_WORDS
    )


def _tally(tallies: dict[str, Tally], part: str, outcome: Outcome) -> None:
    for entry, match in outcome.matched:
        same_mode = match["mode"] in _several(entry.get("mode", Mode.STANDING.value))
        for tally in _tallies_of(tallies, part, entry):
            tally.expected += 1
            tally.found += 1
            tally.right += 1
            tally.mode_right += same_mode
    for entry in outcome.missed:
        for tally in _tallies_of(tallies, part, entry):
            tally.expected += 1
    for found in outcome.wrong:
        for tally in _tallies_of(tallies, part, found):
            tally.found += 1


def _tallies_of(tallies: dict[str, Tally], part: str, entry: dict[str, Any]) -> Iterable[Tally]:
    language = part.partition("_")[0]
    kind = entry.get("kind") or attribute_spec(_several(entry["attribute"])[0]).kind.value
    names = ["all", language, f"{language}/{kind}"]
    if part != language:
        names.append(part)
    else:
        names.append(f"{part}_development")
    return [tallies[name] for name in names]
