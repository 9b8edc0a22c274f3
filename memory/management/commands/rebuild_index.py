"""`manage.py rebuild_index`: make the vector index anew from the database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.progress import Progress

from memory.backends.base import BackendError
from memory.rebuild import rebuild_index


class Command(BaseCommand):
    help = "Rebuild the vector index from the database; safe while the product runs."

    def handle(self, *args: Any, **options: Any) -> None:
        with Progress(transient=True) as progress:
            bar = progress.add_task("Indexing", total=None)
            try:
                rows = rebuild_index(
                    on_progress=lambda done, total: progress.update(
                        bar, completed=done, total=total
                    )
                )
            except BackendError as error:
                raise CommandError(f"the index cannot be rebuilt: {error}") from error
        self.stdout.write(f"{rows} rows are in the index")
