"""`manage.py demo_data`: two people's last weeks, so that no page of a new instance is empty."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memory.backends.base import BackendError
from memory.demo import seeding


class Command(BaseCommand):
    help = "Play a few weeks of two people's life (English and Chinese); twice is as once."

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.monotonic()
        try:
            played = seeding.seed(now=timezone.now())
        except BackendError as error:
            raise CommandError(f"Start the instance first (manage.py up): {error}") from error
        except seeding.DemoFailed as error:
            raise CommandError(str(error)) from error
        people = ", ".join(f"{name}: {turns} turns" for name, turns in played.items())
        self.stdout.write(f"{people} ({time.monotonic() - begun:.1f} s)")
