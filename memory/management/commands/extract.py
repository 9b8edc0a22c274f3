"""`manage.py extract`: show what would be remembered of each message, and store nothing."""

import json
import sys
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand

from memory.backends import extractor
from memory.domain.gate import gate
from memory.domain.types import Candidate, ExtractionRequest
from memory.management.moments import moment
from memory.redaction import redact_text

_PLAIN = (
    *("text", "subject", "attribute", "value", "kind", "mode"),
    *("importance", "confidence", "quote", "language"),
)
_TIMES = ("valid_from", "valid_to", "expires_at")


class Command(BaseCommand):
    help = "Read one message a line from standard input and print its candidates; stores nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--at", default="", help="when the messages were said (ISO 8601)")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        said_at = moment(options["at"], option="--at")
        for line in sys.stdin:
            text = line.rstrip("\r\n")
            if not text.strip():
                continue
            result = _read(text, said_at)
            if options["json"]:
                self.stdout.write(json.dumps(result, ensure_ascii=False))
            else:
                self.stdout.write(_in_words(result))


def _read(text: str, said_at: datetime) -> dict[str, Any]:
    safe = redact_text(text, None).text  # as the write path does before anything reads it
    extraction = extractor().extract(ExtractionRequest(text=safe, said_at=said_at))
    return {
        "text": text,
        "candidates": [_described(candidate, safe) for candidate in extraction.candidates],
        "working": [
            {"op": change.op, "field": change.field, "value": change.value}
            for change in extraction.working
        ],
        "skipped": [{"text": words, "reason": reason} for words, reason in extraction.skipped],
    }


def _described(candidate: Candidate, message: str) -> dict[str, Any]:
    decision = gate(candidate, message)
    return {
        **{name: getattr(candidate, name) for name in _PLAIN},
        **{name: _iso(getattr(candidate, name)) for name in _TIMES},
        "outcome": decision.outcome,
        "reason": decision.reason,
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _in_words(result: dict[str, Any]) -> str:
    lines = [result["text"]]
    for found in result["candidates"]:
        reason = f" ({found['reason']})" if found["reason"] else ""
        lines.append(
            f"  {found['outcome']}{reason}: {found['text']}  [{found['subject']} · "
            f"{found['attribute']} = {found['value']} · {found['mode']}]"
        )
    lines += [f"  {c['field']} {c['op']}: {c['value']}" for c in result["working"]]
    lines += [f"  skipped ({s['reason']}): {s['text']}" for s in result["skipped"]]
    return "\n".join(lines)
