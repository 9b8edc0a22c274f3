"""`manage.py consolidate`: take over what tasks and conversations left, merge duplicates."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from memory.consolidate import Report, run_consolidation


class Command(BaseCommand):
    help = "Consolidate working memory and conversations into long-term memory."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="show it, change nothing")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        reports = run_consolidation(now=timezone.now(), dry_run=options["dry_run"])
        if options["json"]:
            described = [_described(report) for report in reports]
            self.stdout.write(json.dumps(described, ensure_ascii=False))
            return
        for report in reports:
            for text in (*report.kept, *report.chunks):
                self.stdout.write(f"namespace {report.namespace_id}: kept {text}")
            for kept, merged in report.merged:
                self.stdout.write(f"namespace {report.namespace_id}: {merged} merged into {kept}")
            if report.refused:
                self.stdout.write(f"namespace {report.namespace_id}: refused: {report.refused}")
        self.stdout.write("nothing to consolidate" if not reports else "done")


def _described(report: Report) -> dict[str, Any]:
    return {
        "namespace": report.namespace_id,
        "kept": report.kept,
        "chunks": report.chunks,
        "merged": [{"kept": kept, "merged": merged} for kept, merged in report.merged],
        "refused": report.refused,
    }
