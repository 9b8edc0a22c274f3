"""Jobs that people start: once at a time, with progress, stopped on request, failures kept."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import runs
from memory.models import EvaluationRun, JobRun, MemoryEvent, MemoryItem, Namespace
from memory.releases import measured_release
from memory.tasks import run_job
from memory.verify import verify_namespace
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db


@pytest.fixture
def namespace(owner):
    return Namespace.objects.for_user(owner)


@pytest.fixture
def ask(tenant, operator):
    def start(job="compare", **rest):
        return runs.start_run(
            job=job, tenant=tenant, acting_user=operator, reason="looks wrong", **rest
        )

    return start


def carried_out(run):
    run_job(run_id=run.pk, tenant_id=run.tenant_id)
    run.refresh_from_db()
    return run


def state(run):
    return runs.state_of(run, timezone.now())


def test_a_comparison_names_what_the_index_lacks_and_a_rebuild_mends_it(ask, namespace):
    item = make_item(namespace)
    compared = carried_out(ask(namespace=namespace))
    assert state(compared) == "done"
    missing = {"check": "vectors", "subject": f"item:{item.pk}", "found": "missing in the index"}
    assert missing in compared.findings
    assert compared.counts["differences"] == len(compared.findings)
    rebuilt = carried_out(ask("rebuild", namespace=namespace))
    assert (state(rebuilt), rebuilt.counts) == ("done", {"rows": 1, "differences": 0})
    assert (rebuilt.done, rebuilt.total) == (1, 1)
    assert verify_namespace(namespace, now=timezone.now()) == []


def test_a_rebuild_touches_nobody_else(ask, namespace, colleague):
    other = Namespace.objects.for_user(colleague)
    make_item(other)
    make_item(namespace)
    carried_out(ask("rebuild", namespace=namespace))
    checks = [d.check for d in verify_namespace(other, now=timezone.now())]
    assert "vectors" in checks


def test_one_run_at_a_time_until_it_ended_or_is_lost(ask, namespace):
    first = ask(namespace=namespace)
    with pytest.raises(runs.AlreadyRunning):
        ask(namespace=namespace)
    long_ago = timezone.now() - timedelta(minutes=30)
    JobRun.objects.filter(pk=first.pk).update(heard_at=long_ago)
    first.refresh_from_db()
    assert state(first) == "lost"
    assert ask(namespace=namespace).pk != first.pk


def test_a_wake_up_that_comes_twice_does_the_work_once(ask, namespace):
    run = carried_out(ask(namespace=namespace))
    ended = run.finished_at
    assert carried_out(run).finished_at == ended


def test_a_run_that_nobody_began_stops_at_once_and_is_never_begun(ask, namespace, operator):
    run = ask(namespace=namespace)
    runs.stop_run(run=run, acting_user=operator, reason="by mistake")
    assert state(carried_out(run)) == "stopped"
    assert run.counts == {}
    events = MemoryEvent.objects.filter(object_type="job", object_id=run.pk)
    assert [(e.action, e.reason) for e in events.order_by("pk")] == [
        ("job.started", "looks wrong"),
        ("job.stopped", "by mistake"),
    ]


def test_a_running_one_stops_at_its_next_step(ask, namespace):
    run = ask(namespace=namespace)
    JobRun.objects.filter(pk=run.pk).update(stop_asked_at=timezone.now())
    assert state(carried_out(run)) == "stopped"
    assert run.findings == []


def test_why_a_run_failed_is_kept(ask):
    run = carried_out(ask(namespace=None))
    assert state(run) == "failed"
    assert "whose memory" in run.error


def test_a_task_for_another_tenant_is_refused(ask, namespace, other_tenant):
    run = ask(namespace=namespace)
    run_job(run_id=run.pk, tenant_id=other_tenant.pk)
    run.refresh_from_db()
    assert state(run) == "waiting"


@pytest.mark.timeout(180)
def test_a_suite_runs_in_a_process_of_its_own_and_its_figures_are_kept(ask, namespace):
    items = MemoryItem.objects.count()
    run = carried_out(ask("evaluate", parameters={"suite": "extraction", "limit": 1}))
    assert (state(run), run.error) == ("done", "")
    kept = EvaluationRun.objects.get(pk=run.counts["run"])
    assert (kept.suite, kept.tenant) == ("extraction", None)
    assert kept.n > 0
    assert kept.metrics
    assert kept.commit == measured_release() != ""
    assert MemoryItem.objects.count() == items


def test_a_suite_that_does_not_exist_says_what_its_process_said(ask):
    run = carried_out(ask("evaluate", parameters={"suite": "nonsense", "limit": 1}))
    assert state(run) == "failed"
    assert "invalid choice" in run.error
