"""`manage.py verify_memory`: every projection against the truth; exit 1 when something differs."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from memory.verify import verify_memory


class Command(BaseCommand):
    help = "Compare index, profile, graph, summaries, hashes and version chains with the items."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        differences = verify_memory(now=timezone.now())
        if options["json"]:
            listed = [difference.as_dict() for difference in differences]
            report = {"clean": not listed, "differences": listed}
            self.stdout.write(json.dumps(report, ensure_ascii=False))
        else:
            for one in differences:
                self.stdout.write(
                    f"{one.check}: namespace {one.namespace_id}, {one.subject}: {one.found}"
                )
            self.stdout.write(f"{len(differences)} differences" if differences else "all is well")
        if differences:
            sys.exit(1)
