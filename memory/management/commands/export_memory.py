"""`manage.py export_memory --user U`: everything that is remembered of a user."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.export import FORMATS, export
from memory.management.people import namespace_of


class Command(BaseCommand):
    help = "Print all that memory holds of a user, as JSON or Markdown."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--user", required=True)
        parser.add_argument("--format", choices=FORMATS, default="json")
        parser.add_argument("--output", type=Path, help="write to this file instead")

    def handle(self, *args: Any, **options: Any) -> None:
        text = export(namespace=namespace_of(options["user"]), format=options["format"])
        if options["output"] is None:
            self.stdout.write(text)
            return
        try:
            options["output"].write_text(text, "utf-8")
        except OSError as error:
            raise CommandError(f"cannot write {options['output']}: {error.strerror}") from error
