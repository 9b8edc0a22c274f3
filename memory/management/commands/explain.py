"""`manage.py explain USER QUERY [--item ID]`: what would be recalled, or why an item would not."""

import json
import uuid
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory import api
from memory.domain.types import RecalledItem
from memory.evaluation.harness import count_tokens
from memory.management.moments import moment
from memory.models import User

PARTS = ("semantic", "lexical", "relevance", "recency", "importance", "boost", "score")


class Command(BaseCommand):
    help = "Explain a recall: every candidate, or one item and what would have to differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user")
        parser.add_argument("query")
        parser.add_argument("--item", type=int, default=0)
        parser.add_argument("--at", default="", help="as if it were this time (ISO 8601)")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"there is no user {options['user']}")
        asked = {
            "namespace": api.namespace_for(user),
            "query": options["query"],
            "now": moment(options["at"], option="--at"),
            "count_tokens": count_tokens,
        }
        if options["item"]:
            found = self._one(asked, options["item"])
        else:
            result = api.recall(**asked, trace_id=str(uuid.uuid4()), keep=False)
            found = {
                "query": result.query,
                "rewritten_query": result.rewritten_query,
                "policy": result.policy,
                "injected": [described(item) for item in result.injected],
                "dropped": [described(item) for item in result.dropped],
            }
        if options["json"]:
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=2, default=str))
        else:
            self._print(found)

    def _one(self, asked: dict[str, Any], item_id: int) -> dict[str, Any]:
        try:
            explanation = api.explain(**asked, item_id=item_id)
        except api.ItemNotFound as error:
            raise CommandError(f"item {item_id} was not found") from error
        told = asdict(explanation)
        told["entry"] = described(explanation.entry)
        return told

    def _print(self, found: dict[str, Any]) -> None:
        if "entry" in found:
            self.stdout.write(f"{found['outcome']}: {found['reason']}  {found['text']}")
            if found["wanting"]:
                self.stdout.write(f"what would have to differ: {found['wanting']}")
            self.stdout.write(json.dumps(found["entry"], ensure_ascii=False, default=str))
            return
        for name in ("injected", "dropped"):
            for item in found[name]:
                score = "" if item["score"] is None else f"{item['score']:.3f}"
                self.stdout.write(
                    f"{name:9} {item['reason']:18} {score:6} {item['layer']:10} {item['text']}"
                )


def described(item: RecalledItem) -> dict[str, Any]:
    """Return an entry as it is printed: the numbers of the trace, and the reason."""
    return {
        "id": item.item_id,
        "layer": item.layer,
        "text": item.text,
        "outcome": item.outcome,
        "reason": item.reason,
        "rank": item.rank,
        **{part: getattr(item, part) for part in PARTS},
        "detail": dict(item.detail),
    }
