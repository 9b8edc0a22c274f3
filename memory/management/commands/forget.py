"""`manage.py forget`: archive what has faded now, or show what would be."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from memory.forget import Archival, run_forgetting
from memory.management.moments import moment


class Command(BaseCommand):
    help = "Archive the items that are due to be forgotten, each with its reason."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="show it, change nothing")
        parser.add_argument("--now", default="", help="as if it were this time (ISO 8601)")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        found = run_forgetting(
            now=moment(options["now"], option="--now"), dry_run=options["dry_run"]
        )
        if options["json"]:
            self.stdout.write(json.dumps([_described(one) for one in found], ensure_ascii=False))
            return
        for one in found:
            self.stdout.write(
                f"{one.item_id}  {one.reason}  retention {one.retention:.3f}  "
                f"since {one.crossed_at:%Y-%m-%d}  {one.text}"
            )
        verb = "would be archived" if options["dry_run"] else "archived"
        self.stdout.write(f"{len(found)} {verb}")


def _described(one: Archival) -> dict[str, Any]:
    return {
        "id": one.item_id,
        "text": one.text,
        "retention": round(one.retention, 6),
        "reason": one.reason,
        "crossed_at": one.crossed_at.isoformat(),
    }
