"""Starting, watching and stopping jobs from the pages; judging a turn and measuring what it says."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from memory.models import EvaluationRun, JobRun, Judgement, MemoryEvent, Namespace
from memory.tasks import HEARTBEAT_KEY, heartbeat, run_job
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def start(client, name, *args, **data):
    address = reverse(f"dashboard:{name}", args=args)
    return client.post(address, {"reason": "to be sure", **data})


def test_operators_compare_and_rebuild_for_one_person_or_the_shared(as_operator, owner, tenant):
    assert start(as_operator, "job_start", "compare", person="owner").status_code == 302
    assert start(as_operator, "job_start", "rebuild", person="").status_code == 302
    compare, rebuild = JobRun.objects.order_by("pk")
    assert compare.namespace == Namespace.objects.for_user(owner)
    assert rebuild.namespace == Namespace.objects.shared(tenant)
    page = as_operator.get(reverse("dashboard:jobs"), {"tab": "checks"})
    assert [card["run"] for card in page.context["run_cards"]] == [rebuild, compare]


def test_names_of_other_tenants_and_other_jobs_are_refused(as_operator, stranger):
    answer = start(as_operator, "job_start", "compare", person=stranger.username)
    assert answer.status_code == 422
    assert start(as_operator, "job_start", "forget").status_code == 404
    assert not JobRun.objects.exists()


def test_a_second_start_says_that_it_runs_already(as_operator, owner):
    start(as_operator, "job_start", "compare", person="owner")
    answer = start(as_operator, "job_start", "compare", person="owner")
    assert answer.status_code == 422
    assert b"It runs already" in answer.content


def test_the_card_asks_again_while_it_lives_and_tells_its_end(as_operator, owner, namespace):
    start(as_operator, "job_start", "compare", person="owner")
    run = JobRun.objects.get()
    address = reverse("dashboard:run", args=[run.pk])
    alive = as_operator.get(address, **HTMX)
    assert b"data-poll" in alive.content
    assert "HX-Trigger-After-Settle" not in alive
    run_job(run_id=run.pk, tenant_id=run.tenant_id)
    ended = as_operator.get(address, **HTMX)
    assert b"data-poll" not in ended.content
    assert "run-finished" in ended["HX-Trigger-After-Settle"]


def test_runs_of_another_tenant_are_missing(as_operator, client, owner, foreign_operator):
    start(as_operator, "job_start", "compare", person="owner")
    run = JobRun.objects.get()
    client.force_login(foreign_operator)
    for name in ("run", "run_stop"):
        assert client.get(reverse(f"dashboard:{name}", args=[run.pk])).status_code == 404
    assert client.get(reverse("dashboard:jobs"), {"tab": "checks"}).context["run_cards"] == []


def test_a_run_is_stopped_with_a_reason(as_operator, owner):
    start(as_operator, "job_start", "compare", person="owner")
    run = JobRun.objects.get()
    start(as_operator, "run_stop", run.pk)
    run.refresh_from_db()
    assert run.stop_asked_at
    assert MemoryEvent.objects.get(action="job.stopped").reason == "to be sure"


def undone(client):
    """Take the last change back; return what the page says that cannot be."""
    answer = client.post(reverse("dashboard:undo"), {"back": "/dashboard/jobs/"}, follow=True)
    return "could not be taken back" in answer.content.decode()


def test_a_start_is_taken_back_until_the_run_has_ended(as_operator, owner):
    start(as_operator, "job_start", "compare", person="owner")
    assert not undone(as_operator)
    run = JobRun.objects.get()
    assert run.finished_at
    assert MemoryEvent.objects.get(action="job.stopped").reason == "undone"
    start(as_operator, "job_start", "compare", person="owner")
    again = JobRun.objects.latest("pk")
    run_job(run_id=again.pk, tenant_id=again.tenant_id)
    assert undone(as_operator), "it has ended"


def test_a_stop_is_taken_back_by_going_on_or_by_beginning_anew(as_operator, owner):
    start(as_operator, "job_start", "compare", person="owner")
    run = JobRun.objects.get()
    JobRun.objects.filter(pk=run.pk).update(heard_at=timezone.now())  # a worker has it
    start(as_operator, "run_stop", run.pk)
    assert not undone(as_operator)
    run.refresh_from_db()
    assert (run.stop_asked_at, run.finished_at) == (None, None)
    start(as_operator, "run_stop", run.pk)
    JobRun.objects.filter(pk=run.pk).update(finished_at=timezone.now())  # it came to its stop
    assert not undone(as_operator)
    anew = JobRun.objects.latest("pk")
    assert (anew.job, anew.namespace, anew.finished_at) == (run.job, run.namespace, None)
    assert anew.pk != run.pk
    start(as_operator, "run_stop", anew.pk)
    start(as_operator, "job_start", "compare", person="owner")
    assert JobRun.objects.filter(finished_at=None).count() == 1


def test_what_was_done_before_it_could_stop_is_not_begun_anew(as_operator, owner):
    start(as_operator, "job_start", "compare", person="owner")
    run = JobRun.objects.get()
    JobRun.objects.filter(pk=run.pk).update(heard_at=timezone.now())
    start(as_operator, "run_stop", run.pk)
    JobRun.objects.filter(pk=run.pk).update(finished_at=timezone.now(), counts={"rows": 2})
    assert undone(as_operator)
    assert JobRun.objects.count() == 1


def test_only_admins_start_and_stop_evaluations(as_operator, client, admin, tenant):
    assert start(as_operator, "evaluation_start", suite="extraction").status_code == 403
    client.force_login(admin)
    assert start(client, "evaluation_start", suite="extraction", limit=2).status_code == 302
    run = JobRun.objects.get()
    assert run.parameters == {"suite": "extraction", "limit": 2}
    assert start(client, "evaluation_start", suite="nonsense").status_code == 422
    client.force_login(tenant.users.get(username="operator"))
    assert client.get(reverse("dashboard:evaluations")).context["run_cards"][0]["can_stop"] is False
    assert start(client, "run_stop", run.pk).status_code == 403


def judge(client, world, item, verdict, **headers):
    address = reverse("dashboard:judge", args=[world.trace.trace_id, item.pk])
    return client.post(address, {"verdict": verdict}, **headers)


def test_a_judgement_is_kept_changed_and_taken_back(as_operator, operator, world):
    answer = judge(as_operator, world, world.lisbon, "wanted", **HTMX)
    assert b'aria-pressed="true"' in answer.content
    kept = Judgement.objects.get()
    assert (kept.item, kept.is_wanted, kept.author) == (world.lisbon, True, operator)
    judge(as_operator, world, world.lisbon, "unwanted")
    assert [j.is_wanted for j in Judgement.objects.all()] == [False]
    judge(as_operator, world, world.lisbon, "none")
    assert not Judgement.objects.exists()
    assert MemoryEvent.objects.filter(action="turn.judged", actor=operator).count() == 3


def test_others_judge_nothing_and_nothing_of_others_is_judged(
    client, world, owner, operator, foreign_operator, colleague
):
    for person, status in ((owner, 403), (foreign_operator, 404)):
        client.force_login(person)
        assert judge(client, world, world.lisbon, "wanted").status_code == status
    client.force_login(operator)
    theirs = make_item(Namespace.objects.for_user(colleague), "The user lives in Rome.")
    assert judge(client, world, theirs, "wanted").status_code == 404
    assert judge(client, world, world.lisbon, "perhaps").status_code == 404
    assert not Judgement.objects.exists()


def test_the_own_evaluation_measures_the_judged_turns_of_the_tenant(
    as_admin, admin, client, world, foreign_operator
):
    boat = make_item(world.namespace, "The user sold a boat in Lisbon.", attribute="fact")
    world.trace.query = "Who sold a boat in Lisbon?"
    world.trace.as_of = timezone.now()
    world.trace.save()
    judge(as_admin, world, boat, "wanted")
    judge(as_admin, world, world.berlin, "unwanted")
    start(as_admin, "evaluation_start", suite="judged")
    run = JobRun.objects.get()
    run_job(run_id=run.pk, tenant_id=run.tenant_id)
    kept = EvaluationRun.objects.get()
    assert (kept.suite, kept.n, kept.tenant) == ("judged", 1, admin.tenant)
    assert kept.metrics == {"precision": 100.0, "exact": 100.0, "recall": 100.0}
    assert kept.baselines["as_it_was"]["recall"] == 0.0
    page = as_admin.get(reverse("dashboard:evaluations"), {"suite": "judged"})
    assert {trend["name"] for trend in page.context["trends"]} == set(kept.metrics)
    client.force_login(foreign_operator)
    page = client.get(reverse("dashboard:evaluations"))
    assert page.context["page"].total == 0
    assert page.context["judged_turns"] == 0


def test_the_jobs_say_when_a_worker_was_heard_and_what_waits_when_none_is(as_operator):
    address = reverse("dashboard:jobs")
    cache.delete(HEARTBEAT_KEY)
    assert "No worker has been heard" in as_operator.get(address).content.decode()
    heartbeat()
    page = as_operator.get(address)
    assert "A worker was heard" in page.content.decode()
    assert timezone.now() - page.context["summary"]["worker_heard"] < timedelta(minutes=1)
