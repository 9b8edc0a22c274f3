"""`manage.py requeue_episodes`: absorb what a lost wake-up or a lost worker left behind."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from memory import api, inbox


class Command(BaseCommand):
    help = "Wake the worker for every exchange that waits in the inbox or whose claim was lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--failed", action="store_true", help="give failed episodes fresh attempts first"
        )
        parser.add_argument(
            "--here", action="store_true", help="absorb in this process instead of the worker"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["failed"]:
            self.stdout.write(f"retried: {api.retry_failed()}")
        waiting = inbox.waiting_episodes(now=timezone.now())
        for episode in waiting:
            if options["here"]:
                api.absorb_episode(episode.pk)
            else:
                inbox.wake_worker(episode)
        self.stdout.write(f"namespaces woken: {len(waiting)}")
