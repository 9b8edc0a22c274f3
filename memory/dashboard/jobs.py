"""Jobs: the inbox of the write path, the outbox to the index, runs of the life-cycle jobs."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from memory.dashboard import access, lists, queue_lines, runs
from memory.dashboard.forms import PersonJobForm
from memory.dashboard.narrowing import by_user, newest_and_oldest
from memory.models import Episode, VectorOperation
from memory.tasks import HEARTBEAT_KEY

STATES = {
    Episode.State.PENDING: pgettext_lazy("job state", "waiting"),
    Episode.State.RUNNING: pgettext_lazy("job state", "running"),
    Episode.State.DONE: pgettext_lazy("job state", "done"),
    Episode.State.FAILED: pgettext_lazy("job state", "failed"),
}
LATE_AFTER = timedelta(minutes=2)
RUNS_SHOWN = 20
PER_PERSON = {
    "compare": gettext_lazy("Nothing is changed: what differs from the database is listed."),
    "rebuild": gettext_lazy(
        "The index rows, the profile and the graph of this person are made anew from the "
        "database, while the product runs."
    ),
}
TABS = {
    "episodes": gettext_lazy("Reading turns"),
    "index": gettext_lazy("Index outbox"),
    "checks": gettext_lazy("Check and rebuild"),
    "runs": gettext_lazy("Forgetting and consolidating"),
}


def episode_spec(request: HttpRequest) -> lists.ListSpec:
    return lists.ListSpec(
        name="jobs",
        search=lists.contains("error", "user_text"),
        search_label=_("Words of the error or message"),
        sorts=[
            *newest_and_oldest(),
            lists.Sort(name="tries", label=_("Most attempts"), field="attempts", parse=int),
        ],
        filters=[
            lists.Filter(name="state", label=_("State"), apply=lists.equals("state"),
                         choices=[(k.value, str(v)) for k, v in STATES.items()]),
            lists.Filter(name="late", label=_("Extraction"), apply=_fell_back,
                         choices=[("fallback", _("a better extractor failed"))]),
            lists.Filter(name="extractor", label=_("Read by"), apply=lists.equals("extractor")),
            lists.Filter(name="from", label=_("From"), apply=_since),
            by_user(request),
            lists.Filter(name="error", label=_("Cause"), apply=lists.equals("error")),
        ],
        columns=[
            lists.Column(name="id", value=lambda e: e.pk),
            lists.Column(name="state", value=lambda e: e.state),
            lists.Column(name="attempts", value=lambda e: e.attempts),
            lists.Column(name="created", value=lambda e: e.created_at),
            lists.Column(name="error", value=lambda e: e.error),
        ],
        time_field="created_at",
    )  # fmt: skip


def _since(rows: lists.Rows, value: str) -> lists.Rows:
    try:
        return rows.filter(created_at__gte=lists.parse_time(value))
    except ValueError:
        return rows.none()


def _fell_back(rows: lists.Rows, value: str) -> lists.Rows:
    return rows.exclude(extractor_failure="")


@access.operator_page
def jobs(request: HttpRequest) -> HttpResponse:
    """Show what waits, runs and failed. `?tab=` names the queue."""
    tab = request.GET.get("tab", "episodes")
    builders = {"index": _index_tab, "runs": _runs_tab, "checks": _checks_tab}
    context = builders.get(tab, _episodes_tab)(request)
    now = timezone.now()
    return render(
        request,
        "dashboard/jobs.html",
        {
            "tab": tab if tab in TABS else "episodes",
            "tabs": list(TABS.items()),
            "summary": summary(request),
            "turn_lines": queue_lines.of_turns(access.episodes_of(request), now, LATE_AFTER),
            "index_lines": queue_lines.of_outbox(_outbox(request), now, LATE_AFTER),
            **context,
        },
    )


def summary(request: HttpRequest) -> dict[str, Any]:
    """Return the numbers of the page's head: states, the oldest that waits, the index lag."""
    episodes = access.episodes_of(request)
    unfinished = episodes.exclude(state=Episode.State.DONE).order_by()
    states = dict(unfinished.values_list("state").annotate(Count("pk")))
    waiting = episodes.filter(state=Episode.State.PENDING).aggregate(at=Min("created_at"))["at"]
    outbox = _outbox(request).filter(done_at=None).aggregate(n=Count("pk"), at=Min("created_at"))
    last = episodes.filter(state=Episode.State.DONE).order_by("-pk").values_list("finished_at")
    now = timezone.now()
    return {
        "pending": states.get(Episode.State.PENDING, 0),
        "running": states.get(Episode.State.RUNNING, 0),
        "failed": states.get(Episode.State.FAILED, 0),
        "oldest": waiting,
        "is_late": waiting is not None and now - waiting > LATE_AFTER,
        "outbox": outbox["n"],
        "outbox_oldest": outbox["at"],
        "is_outbox_late": outbox["at"] is not None and now - outbox["at"] > LATE_AFTER,
        "last_done": (last.first() or (None,))[0],
        "worker_heard": _worker_heard(),
    }


def _worker_heard() -> datetime | None:
    """Return when a worker last said that it works; None when none has for a minute or more."""
    beat = cache.get(HEARTBEAT_KEY)
    return None if beat is None else datetime.fromtimestamp(beat, tz=UTC)


def _outbox(request: HttpRequest) -> lists.Rows:
    ids = access.namespaces_of(request).values("pk")
    return VectorOperation.objects.filter(namespace_id__in=ids)


def _episodes_tab(request: HttpRequest) -> dict[str, Any]:
    rows = access.episodes_of(request).select_related("namespace__user")
    failed = access.episodes_of(request).filter(state=Episode.State.FAILED)
    causes = failed.values_list("error").annotate(n=Count("pk")).order_by("-n")[:10]
    return {"page": lists.build_page(request, episode_spec(request), rows), "causes": list(causes)}


def _index_tab(request: HttpRequest) -> dict[str, Any]:
    waiting = _outbox(request).filter(done_at=None)
    failing = waiting.exclude(error="").order_by()
    return {
        "operations": list(waiting.order_by("pk")[:100]),
        "operations_total": waiting.count(),
        "failures": list(failing.values_list("error").annotate(n=Count("pk")).order_by("-n")[:10]),
    }


def _runs_tab(request: HttpRequest) -> dict[str, Any]:
    rows = access.job_runs_of(request).filter(tenant=None).select_related("namespace__user")
    return {"runs": list(rows.order_by("-started_at")[:RUNS_SHOWN]), "runs_total": rows.count()}


def _checks_tab(request: HttpRequest) -> dict[str, Any]:
    return {"run_cards": runs.cards(request, *PER_PERSON)}


@access.operator_page
def start(request: HttpRequest, job: str) -> HttpResponse:
    """Compare or rebuild what is derived for one person, or for what the tenant shares."""
    if job not in PER_PERSON:
        raise Http404
    asked = request.POST if request.method == "POST" else None
    form = PersonJobForm(asked, request=request, initial={"person": request.GET.get("person", "")})
    namespace = form.cleaned_data["person"] if form.is_bound and form.is_valid() else None
    return runs.ask_and_start(
        request,
        job,
        form,
        namespace=namespace,
        back=reverse("dashboard:jobs") + "?tab=checks",
        url=reverse("dashboard:job_start", args=[job]),
        warning=PER_PERSON[job],
    )
