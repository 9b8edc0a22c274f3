"""`manage.py bench recall|absorb|forget|index`: how fast, how large, and how that grows."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memory.evaluation.bench import bench_recall
from memory.evaluation.bench_index import bench_index
from memory.evaluation.bench_write import bench_absorb, bench_forget
from memory.evaluation.stores import kept_stores, temporary_stores
from memory.models import EvaluationRun
from memory.releases import measured_release
from memory.runs import can_be_kept

GROWTH = (1_000, 10_000, 100_000)
LARGEST = 1_000_000  # of what embeds nothing


class Command(BaseCommand):
    help = "Measure speed on stores of its own; no user's memory is touched."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("recall", "absorb", "forget", "index"))
        parser.add_argument("--items", type=int, default=1000)
        parser.add_argument("--namespaces", type=int, default=1)
        parser.add_argument("--repeats", type=int, default=100, help="recalls that are timed")
        parser.add_argument(
            "--held", type=int, default=0, help="absorb: items that each user has before"
        )
        parser.add_argument("--growth", action="store_true", help="1,000 to 100,000 items")
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--no-save", action="store_true", help="do not keep the run")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["items"] < options["namespaces"] or options["namespaces"] < 1:
            raise CommandError("there must be at least one namespace, and an item for each")
        if not options["no_save"] and not can_be_kept():  # said before minutes are spent
            raise CommandError("This database keeps no runs: migrate it, or add --no-save.")
        sizes = _sizes(options["what"]) if options["growth"] else (options["items"],)
        found = [self._measure(options, items) for items in sizes]
        if not options["no_save"]:
            for figures in found:
                self._keep(f"bench {options['what']}", figures)
        if options["json"]:
            self.stdout.write(json.dumps(found if options["growth"] else found[0], indent=2))
            return
        for figures in found:
            for name, value in figures.items():
                self.stdout.write(f"{name:20} {value}")

    def _measure(self, options: dict[str, Any], items: int) -> dict[str, Any]:
        sizes = {"items": items, "namespaces": options["namespaces"]}
        if options["what"] == "recall":
            with kept_stores(f"recall-{items}-{options['namespaces']}"):
                return bench_recall(**sizes, repeats=options["repeats"])
        if options["what"] == "index":
            return bench_index(items=items)
        measures: dict[str, Callable[..., dict[str, Any]]] = {
            "absorb": partial(bench_absorb, held=options["held"]),
            "forget": bench_forget,
        }
        with temporary_stores():
            return measures[options["what"]](**sizes)

    def _keep(self, suite: str, figures: dict[str, Any]) -> None:
        EvaluationRun.objects.create(
            suite=suite,
            n=figures.get("items", figures.get("episodes", 0)),
            metrics=figures,
            commit=measured_release(),
            created_at=timezone.now(),
        )


def _sizes(what: str) -> tuple[int, ...]:
    return (*GROWTH, LARGEST) if what in ("forget", "index") else GROWTH
