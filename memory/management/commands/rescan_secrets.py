"""`manage.py rescan_secrets`: take secrets out of what was stored before a rule knew them."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from memory.models import Namespace
from memory.rescan import rescan


class Command(BaseCommand):
    help = "Look for secrets in all stored memory and remove them; exit 1 when a dry run finds any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say where they are")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        leaks = [
            leak
            for namespace in Namespace.objects.select_related("tenant").order_by("pk")
            for leak in rescan(namespace, dry_run=options["dry_run"])
        ]
        if options["json"]:
            self.stdout.write(json.dumps([asdict(leak) for leak in leaks]))
        else:
            for leak in leaks:
                where = ", ".join(leak.columns)
                self.stdout.write(f"{leak.table} {leak.row_id} ({where})")
            verb = "found" if options["dry_run"] else "removed"
            self.stdout.write(f"secrets {verb} in {len(leaks)} rows")
        if leaks and options["dry_run"]:
            sys.exit(1)
