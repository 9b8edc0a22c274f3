"""Jobs that a person starts from a page: kept as runs, carried out by a worker, stopped on request.

A run is a row of the database: its progress, its end and what it found are read from there by
whatever page shows it. The queue is only a wake-up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Protocol

from celery import current_app
from django.db import DatabaseError, transaction
from django.db.models.functions import Coalesce, Now
from django.utils import timezone
from django.utils.module_loading import import_string

from memory import audit
from memory.audit import person
from memory.models import EvaluationRun, JobRun, Namespace, Tenant, User

TASK = "memory.tasks.run_job"
# Job -> dotted path of the function that carries it out.
JOBS = {
    "compare": "memory.verify.compare_job",
    "rebuild": "memory.rebuild.rebuild_job",
    "evaluate": "memory.evaluation.background.evaluate_job",
    "import": "memory.uploads.import_job",
}
LOST_AFTER = timedelta(minutes=3)  # without a sign of life
TOLD_EVERY = 1.0  # seconds between two writes of the progress
FINDINGS_KEPT = 200


class AlreadyRunning(ValueError):
    """The same job runs for the same people already; the message names when it began."""


class HasEnded(ValueError):
    """The run has ended by itself: there is nothing to take back."""


class Stopped(Exception):
    """Somebody asked for the run to be stopped: it ends at the next step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a finished job says: numbers by name, and up to `FINDINGS_KEPT` things that it found."""

    counts: Mapping[str, Any] = field(default_factory=dict)
    findings: Sequence[Mapping[str, Any]] = ()


class Progress:
    """Tells how far a run is. Calling it raises Stopped once somebody asked for that."""

    def __init__(self, run_id: int) -> None:
        self._run_id = run_id
        self._told_at = 0.0

    def __call__(self, done: int, total: int) -> None:
        if monotonic() - self._told_at < TOLD_EVERY and done != total:
            return
        self._told_at = monotonic()
        rows = JobRun.objects.filter(pk=self._run_id)
        rows.update(done=done, total=total, heard_at=timezone.now())
        if rows.exclude(stop_asked_at=None).exists():
            raise Stopped

    def still_here(self) -> None:
        """Give a sign of life where no progress can be told. Raises Stopped."""
        done, total = JobRun.objects.values_list("done", "total").get(pk=self._run_id)
        self(done, total)


class Job(Protocol):
    def __call__(self, run: JobRun, on_progress: Progress) -> Outcome: ...


@transaction.atomic
def start_run(
    *,
    job: str,
    tenant: Tenant,
    acting_user: User,
    reason: str,
    namespace: Namespace | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> JobRun:
    """Ask for a job; the worker begins after the commit. Raises AlreadyRunning.

    One run of a job at a time for the same namespace (or, without one, for the tenant).
    """
    now = timezone.now()
    shared = Namespace.objects.shared(tenant)
    Namespace.objects.select_for_update().get(pk=shared.pk)  # two clicks at once are one run
    same = JobRun.objects.filter(job=job, tenant=tenant, namespace=namespace, finished_at=None)
    for run in same:
        if state_of(run, now) != "lost":
            raise AlreadyRunning(f"{job} runs already, since {run.started_at:%H:%M}")
    run = JobRun.objects.create(
        job=job,
        tenant=tenant,
        namespace=namespace,
        asked_by=acting_user,
        started_at=now,
        parameters=dict(parameters or {}),
    )
    _event(run, "job.started", acting_user, reason, now)
    _wake(run)
    return run


def _wake(run: JobRun) -> None:
    owner = {"run_id": run.pk, "tenant_id": run.tenant_id}
    transaction.on_commit(lambda: current_app.send_task(TASK, kwargs=owner))


def stop_run(*, run: JobRun, acting_user: User, reason: str) -> None:
    """Ask a run to end at its next step; one that no worker has begun ends at once."""
    now = timezone.now()
    rows = JobRun.objects.filter(pk=run.pk, finished_at=None, stop_asked_at=None)
    with transaction.atomic():
        if not rows.update(stop_asked_at=now):
            return
        waiting = JobRun.objects.filter(pk=run.pk)
        if state_of(run, now) == "lost":
            waiting.update(finished_at=now)
        waiting.filter(heard_at=None).update(finished_at=now)
        _event(run, "job.stopped", acting_user, reason, now)


def take_back_start(*, run: JobRun, acting_user: User, reason: str) -> None:
    """Stop a run that was started by mistake; what it did so far stays. Raises HasEnded."""
    if run.finished_at is not None:
        raise HasEnded(f"{run.job} has ended already")
    stop_run(run=run, acting_user=acting_user, reason=reason)


@transaction.atomic
def take_back_stop(*, run: JobRun, acting_user: User, reason: str) -> JobRun:
    """Let a stopped run go on; one that came to its stop begins anew. Returns what runs now.

    Raises HasEnded for one that was done before it could stop, AlreadyRunning.
    """
    rows = JobRun.objects.filter(pk=run.pk).exclude(stop_asked_at=None)
    if rows.filter(finished_at=None).update(stop_asked_at=None):
        _event(run, "job.started", acting_user, reason, timezone.now())
        return run
    stopped = rows.filter(error="", counts={}).first()
    if stopped is None or stopped.tenant is None:
        raise HasEnded(f"{run.job} has ended already")
    return start_run(
        job=stopped.job,
        tenant=stopped.tenant,
        acting_user=acting_user,
        reason=reason,
        namespace=stopped.namespace,
        parameters=stopped.parameters,
    )


def carry_out(run_id: int) -> None:
    """Do a run's work, once: a wake-up that comes twice finds it begun."""
    begun = JobRun.objects.filter(pk=run_id, heard_at=None, finished_at=None)
    if not begun.update(heard_at=timezone.now()):
        return
    run = JobRun.objects.select_related("tenant", "namespace__tenant", "asked_by").get(pk=run_id)
    job: Job = import_string(JOBS[run.job])
    try:
        outcome = job(run, Progress(run_id))
    except Stopped:  # also when the stop was taken back too late
        _finish(run_id, stop_asked_at=Coalesce("stop_asked_at", Now()))
        return
    _finish(
        run_id,
        counts=dict(outcome.counts),
        findings=[dict(f) for f in outcome.findings][:FINDINGS_KEPT],
    )


def fail(run_id: int, error: str) -> None:
    """Keep for people to see why a run ended."""
    _finish(run_id, error=error[:2000])


def state_of(run: JobRun, now: datetime) -> str:
    """Return waiting, running, stopping, lost, failed, stopped or done."""
    if run.finished_at is not None:
        return "failed" if run.error else "stopped" if run.stop_asked_at else "done"
    if run.tenant_id is None:  # a life-cycle job, which tells no progress
        return "running"
    if run.heard_at is None:
        return "waiting"
    if now - run.heard_at > LOST_AFTER:
        return "lost"
    return "stopping" if run.stop_asked_at else "running"


def _finish(run_id: int, **values: Any) -> None:
    JobRun.objects.filter(pk=run_id).update(finished_at=timezone.now(), **values)


def _event(run: JobRun, action: str, acting_user: User, reason: str, now: datetime) -> None:
    tenant: Tenant = run.tenant  # type: ignore[assignment]  # a person's run has one
    audit.record_event(
        namespace=run.namespace or Namespace.objects.shared(tenant),
        action=action,
        author=person(acting_user),
        now=now,
        object_type="job",
        object_id=run.pk,
        after={"job": run.job, **run.parameters},
        reason=reason,
    )


def can_be_kept() -> bool:
    """Say whether this database keeps runs: one that was never migrated has no table for them."""
    try:
        EvaluationRun.objects.exists()
    except DatabaseError:
        return False
    return True
