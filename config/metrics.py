"""/metrics for Prometheus. The figures come from the database: the same from every web process."""

from collections.abc import Iterator
from datetime import timedelta
from secrets import compare_digest

from django.conf import settings
from django.db.models import Count, Min, Q
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from memory.models import (
    Conflict,
    Decision,
    Episode,
    MemoryItem,
    RecallCandidate,
    RecallTrace,
    VectorOperation,
)

WINDOW = timedelta(hours=24)  # of the figures that speak of what happened lately
LOOPBACK = {"127.0.0.1", "::1"}


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer loopback, or whoever brings METRICS_TOKEN as a bearer token."""
    if not _may_read(request):
        return HttpResponseForbidden("METRICS_TOKEN is needed.\n", content_type="text/plain")
    registry = CollectorRegistry()
    registry.register(MemoryCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and compare_digest(given.encode(), token.encode()):
        return True
    # A proxy on this machine also comes from loopback; what it forwards does not.
    is_forwarded = any(h in request.headers for h in ("X-Forwarded-For", "Forwarded"))
    return request.META.get("REMOTE_ADDR") in LOOPBACK and not is_forwarded


class MemoryCollector:
    """Counts of each layer, lag of both queues, and what recall and the write path did lately."""

    def collect(self) -> Iterator[Metric]:
        yield _by_label("palimpsest_items", "Memory items", "status", _counts(MemoryItem, "status"))
        yield _by_label("palimpsest_episodes", "Episodes", "state", _counts(Episode, "state"))
        yield _by_label("palimpsest_conflicts", "Conflicts", "state", _counts(Conflict, "state"))
        yield from self._lags()
        yield from self._lately()

    def _lags(self) -> Iterator[Metric]:
        now = timezone.now()
        waiting = Episode.objects.filter(state__in=[Episode.State.PENDING, Episode.State.RUNNING])
        oldest = waiting.aggregate(oldest=Min("created_at"))["oldest"]
        lag = (now - oldest).total_seconds() if oldest else 0.0
        yield _gauge("palimpsest_queue_lag_seconds", "Age of the oldest unabsorbed episode", lag)
        undone = VectorOperation.objects.filter(done_at=None)
        row = undone.aggregate(oldest=Min("created_at"), count=Count("id"))
        lag = (now - row["oldest"]).total_seconds() if row["oldest"] else 0.0
        yield _gauge("palimpsest_index_lag_seconds", "Age of the oldest unwritten vector", lag)
        yield _gauge("palimpsest_index_waiting", "Vector operations that wait", row["count"])

    def _lately(self) -> Iterator[Metric]:
        since = timezone.now() - WINDOW
        traces = RecallTrace.objects.filter(created_at__gte=since)
        row = traces.aggregate(all=Count("id"), hits=Count("id", filter=Q(injected__gt=0)))
        yield _gauge("palimpsest_recalls_day", "Recalls of the last 24 hours", row["all"])
        yield _gauge("palimpsest_recall_hit_ratio", "With something injected", _ratio(row, "hits"))
        yield _recall_milliseconds(list(traces.values_list("steps", flat=True)[:2000]))
        read = RecallCandidate.objects.filter(trace__created_at__gte=since, is_used__isnull=False)
        row = read.aggregate(all=Count("id"), used=Count("id", filter=Q(is_used=True)))
        yield _gauge("palimpsest_used_ratio", "Injected that the reply used", _ratio(row, "used"))
        written = Decision.objects.filter(created_at__gte=since)
        decisions = _counts(written.model, "action", created_at__gte=since)
        yield _by_label("palimpsest_decisions_day", "Of the last 24 hours", "action", decisions)


def _counts(model: type, field: str, **filters: object) -> dict[str, int]:
    rows = model.objects.filter(**filters).order_by().values_list(field)  # type: ignore[attr-defined]
    return dict(rows.annotate(count=Count("pk")))


def _ratio(row: dict[str, int], part: str) -> float:
    return row[part] / row["all"] if row["all"] else 0.0


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)


def _by_label(name: str, text: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


def _recall_milliseconds(steps_of_traces: list[list[dict[str, object]]]) -> Metric:
    """Return median and 99th percentile of the whole recall, as kept in each trace's steps."""
    totals = sorted(
        sum(float(str(step.get("ms", 0.0))) for step in steps) for steps in steps_of_traces if steps
    )
    family = GaugeMetricFamily(
        "palimpsest_recall_milliseconds", "Of the last 24 hours", labels=["quantile"]
    )
    for quantile in (0.5, 0.99):
        if totals:
            position = min(len(totals) - 1, int(quantile * len(totals)))
            family.add_metric([str(quantile)], totals[position])
    return family
