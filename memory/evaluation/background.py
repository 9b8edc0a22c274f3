"""Evaluations that a person starts from the page: a suite in a process of its own.

A suite swaps every store of its process for temporary ones, which no process may do that serves
others. Its progress comes as lines on its standard error, its result as JSON on its output.
"""

import json
import subprocess
import sys
import tempfile
from typing import Any

from django.conf import settings
from django.utils import timezone

from config.supervisor.death import die_with_parent
from memory.evaluation import JUDGED
from memory.evaluation.judged import evaluate_judged
from memory.models import EvaluationRun, JobRun, Tenant
from memory.releases import measured_release
from memory.runs import Outcome, Progress

LOOK_EVERY = 1.0  # seconds
END_WITHIN = 20.0  # seconds, for the temporary stores to be closed


class SuiteFailed(Exception):
    """The process of the suite ended without a result; holds the end of what it said."""


def evaluate_job(run: JobRun, on_progress: Progress) -> Outcome:
    """Carry out `parameters["suite"]` and keep its figures as an EvaluationRun."""
    suite, limit = str(run.parameters["suite"]), int(run.parameters.get("limit") or 0)
    tenant: Tenant = run.tenant  # type: ignore[assignment]  # a person's run has one
    if suite == JUDGED:
        row = evaluate_judged(tenant, limit=limit, on_progress=on_progress)
        owner: Tenant | None = tenant
    else:
        row, owner = _run_suite(suite, limit, on_progress), None
    kept = EvaluationRun.objects.create(
        tenant=owner, created_at=timezone.now(), commit=measured_release(), **row
    )
    return Outcome(counts={"run": kept.pk, "n": kept.n})


def _run_suite(suite: str, limit: int, on_progress: Progress) -> dict[str, Any]:
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "evaluate", suite]
    command += ["--json", "--no-save", "--progress", "--limit", str(limit)]
    with tempfile.TemporaryFile("w+") as output, tempfile.NamedTemporaryFile("r") as said:
        with open(said.name, "w") as errors:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                preexec_fn=die_with_parent,
            )
        try:
            _follow(process, said, on_progress)
        finally:
            _end(process)
        output.seek(0)
        said.seek(0)
        if process.returncode:
            raise SuiteFailed(said.read()[-1500:])
        result: dict[str, Any] = json.loads(output.read())
    return result


def _follow(process: "subprocess.Popen[bytes]", said: Any, on_progress: Progress) -> None:
    """Pass on the progress until the process ends. Raises Stopped."""
    rest = ""
    while True:
        try:
            process.wait(LOOK_EVERY)
            return
        except subprocess.TimeoutExpired:
            lines = (rest + said.read()).split("\n")
            rest = lines.pop()
            told = [line.split()[1:] for line in lines if line.startswith("progress ")]
            if told:
                on_progress(int(told[-1][0]), int(told[-1][1]))
            else:
                on_progress.still_here()


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(END_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
