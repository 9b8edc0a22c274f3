"""`manage.py import_knowledge PATH --tenant T`: documents into what a tenant shares."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.progress import Progress

from memory.audit import SYSTEM
from memory.knowledge import NothingToImport, find_documents, import_path
from memory.models import Namespace, Tenant


class Command(BaseCommand):
    help = "Import Markdown, CSV and JSON Lines files; the same content again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path)
        parser.add_argument("--tenant", required=True, help="the tenant's slug")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if tenant is None:
            raise CommandError(f"no such tenant: {options['tenant']}")
        try:
            total = len(find_documents(options["path"]))
        except NothingToImport as error:
            raise CommandError(str(error)) from error
        with Progress(transient=True) as progress:
            bar = progress.add_task("Importing", total=total)
            report = import_path(
                Namespace.objects.shared(tenant),
                options["path"],
                author=SYSTEM,
                now=timezone.now(),
                on_progress=lambda _name: progress.advance(bar),
            )
        self.stdout.write(
            f"{report.added} added, {report.updated} updated, {report.unchanged} unchanged, "
            f"{report.removed} removed; chunks: {report.chunks_added} added, "
            f"{report.chunks_removed} removed"
        )
        for name, problem in report.failures:
            self.stderr.write(f"{name}: {problem}")
        if report.failures:
            raise CommandError(f"{len(report.failures)} documents could not be read")
