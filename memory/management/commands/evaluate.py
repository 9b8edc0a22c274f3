"""`manage.py evaluate SUITE|all`: measure, print the figures and keep them as runs."""

import json
import signal
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.module_loading import import_string
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from memory.domain.policy import Policy
from memory.evaluation import OWN_DATA, SUITES, SuiteOptions, SuiteResult
from memory.models import EvaluationRun, Tenant
from memory.policies import named_policy
from memory.releases import measured_release
from memory.runs import can_be_kept


class Command(BaseCommand):
    help = "Run evaluation suites on stores of their own, print their figures and keep them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("suite", choices=[*sorted(SUITES), "all"])
        parser.add_argument("--data", default="", help="folder of the data, or a suite's own set")
        parser.add_argument("--limit", type=int, default=0, help="0: everything")
        parser.add_argument(
            "--policy", default="", help="recall by this policy (default: as shipped)"
        )
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--trend", action="store_true", help="show the earlier runs instead")
        parser.add_argument("--no-save", action="store_true", help="do not keep the run")
        parser.add_argument(
            "--progress", action="store_true", help="tell it as lines on the standard error"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        names = sorted(SUITES) if options["suite"] == "all" else [options["suite"]]
        if options["trend"]:
            self._print_trend(names, options["json"])
            return
        if options["progress"]:
            # Whoever reads them may end this by SIGTERM: the stores are to be closed then.
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        if not options["no_save"] and not can_be_kept():  # said before minutes are spent
            raise CommandError("This database keeps no runs: migrate it, or add --no-save.")
        results = []
        console = Console(stderr=True, quiet=options["json"])
        for name in names:
            self._require_data(name, options["data"])
            with Progress(console=console, disable=options["json"]) as bars:
                bar = bars.add_task(f"measuring {name}", total=None)

                def show(done: int, total: int, bars: Progress = bars, bar: TaskID = bar) -> None:
                    bars.update(bar, completed=done, total=total)

                results.append(self._run(name, options, show))
        if options["json"]:
            told = [asdict(result) for result in results]
            found: Any = told if options["suite"] == "all" else told[0]
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=2))
            return
        for result in results:
            self._print_result(result)

    def _run(
        self, name: str, options: Mapping[str, Any], show: Callable[[int, int], None]
    ) -> SuiteResult:
        asked = SuiteOptions(
            data=options["data"],
            limit=options["limit"],
            policy=_policy(options["policy"]),
            on_progress=self._tell if options["progress"] else show,
        )
        result: SuiteResult = import_string(SUITES[name])(asked)
        result = replace(result, policy=options["policy"])
        if not options["no_save"]:
            EvaluationRun.objects.create(
                created_at=timezone.now(), commit=measured_release(), **_row(result)
            )
        return result

    def _tell(self, done: int, total: int) -> None:
        self.stderr.write(f"progress {done} {total}", style_func=str)
        self.stderr.flush()

    def _require_data(self, name: str, data: str) -> None:
        folder = Path(data or settings.EVALUATION_DATA_DIR)
        if name not in OWN_DATA and not folder.is_dir():
            raise CommandError(f"{folder} is not a folder; name the data with --data")

    def _print_result(self, result: SuiteResult) -> None:
        table = Table(title=f"{result.suite}: {result.n} cases in {result.seconds:.0f} s")
        rows = {"all": result.metrics, **result.by_category, **result.baselines}
        columns = list(dict.fromkeys(key for row in rows.values() for key in row))
        columns = [key for key in columns if key != "by_category"]
        table.add_column("")
        for column in columns:
            table.add_column(column, justify="right")
        for name, row in rows.items():
            table.add_row(name, *(_cell(row.get(column)) for column in columns))
        console = Console(width=max(100, 14 * len(columns)))
        with console.capture() as printed:
            console.print(table)
        self.stdout.write(printed.get())

    def _print_trend(self, names: list[str], as_json: bool) -> None:
        runs = EvaluationRun.objects.filter(suite__in=names).order_by("suite", "created_at")
        rows = [
            {
                "suite": run.suite,
                "at": run.created_at.isoformat(timespec="minutes"),
                "commit": run.commit,
                "n": run.n,
                "metrics": run.metrics,
            }
            for run in runs
        ]
        if as_json:
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=2))
            return
        for row in rows:
            figures = "  ".join(f"{key} {_cell(value)}" for key, value in row["metrics"].items())
            self.stdout.write(f"{row['suite']:12} {row['at']} {row['commit']:8} {figures}")


def _cell(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else ""


def _row(result: SuiteResult) -> dict[str, Any]:
    row = asdict(result)
    return {**row, "data": row["data"][:120]}


def _policy(name: str) -> Policy | None:
    """Return the policy of a name, one of the default tenant's own before a shipped one."""
    if not name:
        return None
    home = Tenant.objects.filter(slug=settings.DEFAULT_TENANT).first()
    try:
        return named_policy(home.pk if home else 0, name)
    except KeyError:
        raise CommandError(f"there is no policy {name!r}") from None
