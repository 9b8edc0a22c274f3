"""`manage.py evaluate SUITE [--json]`: measure, print the figures and keep them as a run."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.module_loading import import_string

from memory.evaluation import SUITES, SuiteOptions, SuiteResult
from memory.models import EvaluationRun


class Command(BaseCommand):
    help = "Run an evaluation suite, print its figures and keep them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("suite", choices=sorted(SUITES))
        parser.add_argument("--data", default="", help="data set or path; the suite's own if empty")
        parser.add_argument("--limit", type=int, default=0, help="0: everything")
        parser.add_argument("--policy", default="")
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--no-save", action="store_true", help="do not keep the run")

    def handle(self, *args: Any, **options: Any) -> None:
        asked = SuiteOptions(data=options["data"], limit=options["limit"], policy=options["policy"])
        result: SuiteResult = import_string(SUITES[options["suite"]])(asked)
        if not options["no_save"]:
            EvaluationRun.objects.create(created_at=timezone.now(), **asdict(result))
        if options["json"]:
            self.stdout.write(json.dumps(asdict(result), ensure_ascii=False, indent=2))
            return
        self.stdout.write(f"{result.suite}: {result.n} cases in {result.seconds:.1f} s")
        for name, figures in {"all": result.metrics, **result.by_category}.items():
            line = "  ".join(f"{key} {value:g}" for key, value in figures.items())
            self.stdout.write(f"{name:24} {line}")
