"""The live figures of the overview: each over time, each with the address of what it counts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import numpy as np
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memory import due
from memory.dashboard import access, items, lists, turns
from memory.dashboard.turns import recall_milliseconds
from memory.domain.types import Status
from memory.models import RecallCandidate

TRACES_READ = 5_000
RANGES: dict[str, tuple[timedelta, int]] = {
    "24h": (timedelta(hours=24), 24),
    "7d": (timedelta(days=7), 28),
    "30d": (timedelta(days=30), 30),
}
RANGE_LABELS = {
    "24h": gettext_lazy("24 hours"),
    "7d": gettext_lazy("7 days"),
    "30d": gettext_lazy("30 days"),
}
LAYERS = ("system", "profile", "summary", "window", "working", "recalled", "experience", "message")


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A range of time cut into equal buckets, the last of which ends at `now`."""

    name: str
    start: datetime
    now: datetime
    buckets: int

    @property
    def label(self) -> str:
        return str(RANGE_LABELS[self.name])

    def bucket(self, at: datetime) -> int:
        share = (at - self.start) / (self.now - self.start)
        return min(max(int(share * self.buckets), 0), self.buckets - 1)

    def times(self) -> list[datetime]:
        step = (self.now - self.start) / self.buckets
        return [self.start + step * n for n in range(self.buckets)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceFigures:
    """What the figures read of one trace."""

    trace_id: str
    at: datetime
    milliseconds: float | None
    considered: int
    injected: int
    is_degraded: bool
    tokens: dict[str, int]
    full_history: int


def period_named(name: str, now: datetime) -> Period:
    chosen = name if name in RANGES else "7d"
    length, buckets = RANGES[chosen]
    # Whole seconds, as the addresses of the lists have them.
    return Period(
        name=chosen, start=(now - length).replace(microsecond=0), now=now, buckets=buckets
    )


def read_traces(request: HttpRequest, period: Period) -> list[TraceFigures]:
    """Return the newest traces of the period, at most TRACES_READ."""
    rows = access.traces_of(request).filter(created_at__gte=period.start).order_by("-created_at")
    columns = ("trace_id", "created_at", "steps", "considered", "injected", "degraded", "tokens",
               "full_history_tokens")  # fmt: skip
    found = rows.values_list(*columns)[:TRACES_READ]
    return [
        TraceFigures(
            trace_id=trace_id,
            at=at,
            milliseconds=recall_milliseconds(steps),
            considered=considered,
            injected=injected,
            is_degraded=bool(degraded),
            tokens={name: int(tokens.get(name) or 0) for name in LAYERS},
            full_history=full_history,
        )
        for (trace_id, at, steps, considered, injected, degraded, tokens, full_history) in found
    ]


def percentile(values: Iterable[float | None], share: float) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.percentile(known, share)) if known else None


def _by_bucket(traces: Sequence[TraceFigures], period: Period) -> list[list[TraceFigures]]:
    buckets: list[list[TraceFigures]] = [[] for _n in range(period.buckets)]
    for trace in traces:
        buckets[period.bucket(trace.at)].append(trace)
    return buckets


def _rate(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _figure(
    name: str, label: str, value: float | None, unit: str, series: Sequence[float | None],
    listed: tuple[int, str], note: str = "",
) -> dict[str, Any]:  # fmt: skip
    """`listed`: how many rows the list behind the figure has, and its address."""
    return {"name": name, "label": label, "value": value, "unit": unit, "series": list(series),
            "count": listed[0], "url": listed[1], "note": note}  # fmt: skip


Listed = Callable[..., tuple[int, str]]


def turns_listed(request: HttpRequest, period: Period) -> Listed:
    """Return a function that says how many turns of the period the list has with some filters,
    and its address. It counts by the very filters of the list, so that the two cannot differ."""
    spec, rows = turns.spec(request), access.traces_of(request)
    return lambda **narrowing: _listed(
        spec, rows, address_of("turns", {"from": stamp(period.start), **narrowing})
    )


def items_listed(request: HttpRequest) -> Listed:
    spec, rows = items.spec(request), access.items_of(request)
    return lambda **narrowing: _listed(spec, rows, address_of("items", narrowing))


def address_of(page: str, query: Mapping[str, str]) -> str:
    """Return the address of a list as seen from the overview."""
    return f"{page}/?{urlencode(query)}"


def _listed(spec: lists.ListSpec, rows: lists.Rows, address: str) -> tuple[int, str]:
    query = QueryDict(address.partition("?")[2])
    return lists.count_up_to(lists.narrowed(query, spec, rows))[0], address


def recall_figures(
    request: HttpRequest, traces: Sequence[TraceFigures], period: Period, listed: Listed
) -> list[dict[str, Any]]:
    """Return latency, hit, used, degraded and stale rates, and tokens saved."""
    buckets = _by_bucket(traces, period)
    everything, some, used_turns, stale_turns, degraded = (
        listed(**query)
        for query in ({}, {"state": "some"}, {"state": "used"}, {"state": "stale"},
                      {"state": "degraded"})
    )  # fmt: skip
    times = [trace.milliseconds for trace in traces]
    p50 = percentile(times, 50)
    used, shown, stale = _candidate_counts(request, period)
    return [
        _figure("turns", _("Turns"), everything[0], "", [len(bucket) for bucket in buckets],
                everything),
        _figure("p99", _("Recall, slowest 1 %"), percentile(times, 99), "ms",
                [percentile((t.milliseconds for t in b), 99) for b in buckets], everything,
                _("half are under %(ms)s ms") % {"ms": f"{p50:,.0f}" if p50 is not None else "–"}),
        _figure("hit", _("Turns with something recalled"),
                _rate(sum(t.injected > 0 for t in traces), len(traces)), "%",
                [_rate(sum(t.injected > 0 for t in b), len(b)) for b in buckets], some,
                _in_turns(some[0])),
        _figure("used", _("Injected and used"), _rate(used, shown), "%", [], used_turns,
                _joined(_("%(used)d of %(shown)d memories") % {"used": used, "shown": shown},
                        _in_turns(used_turns[0]))),
        _figure("stale", _("Stale in context"), _rate(stale, shown), "%", [], stale_turns,
                _joined(_("%(n)d of %(shown)d no longer true") % {"n": stale, "shown": shown},
                        _in_turns(stale_turns[0]))),
        _figure("degraded", _("Turns with something missing"),
                _rate(sum(t.is_degraded for t in traces), len(traces)), "%",
                [_rate(sum(t.is_degraded for t in b), len(b)) for b in buckets], degraded,
                _in_turns(degraded[0])),
        _saved_figure(traces, buckets, everything),
    ]  # fmt: skip


def _joined(what: str, where: str) -> str:
    return _("%(what)s, %(where)s") % {"what": what, "where": where}


def _in_turns(number: int) -> str:
    return ngettext("%(n)d turn", "%(n)d turns", number) % {"n": number}


def _saved_figure(
    traces: Sequence[TraceFigures],
    buckets: Sequence[Sequence[TraceFigures]],
    listed: tuple[int, str],
) -> dict[str, Any]:
    def saved(found: Sequence[TraceFigures]) -> float | None:
        full = sum(max(t.full_history, sum(t.tokens.values())) for t in found if t.full_history)
        sent = sum(sum(t.tokens.values()) for t in found if t.full_history)
        return _rate(full - sent, full)

    mean = _rate(sum(sum(t.tokens.values()) for t in traces), len(traces))
    return _figure(
        "saved", _("Tokens saved against full history"), saved(traces), "%",
        [saved(bucket) for bucket in buckets], listed,
        _("%(n)s tokens a turn") % {"n": f"{mean:,.0f}" if mean is not None else "–"},
    )  # fmt: skip


def _candidate_counts(request: HttpRequest, period: Period) -> tuple[int, int, int]:
    """Return how many injected candidates were used, how many there were, how many were stale."""
    of_period = {"trace__in": access.traces_of(request).filter(created_at__gte=period.start)}
    rows = RecallCandidate.objects.filter(**of_period).exclude(outcome="dropped")
    judged = rows.exclude(is_used=None).aggregate(
        used=Count("pk", filter=Q(is_used=True)), all=Count("pk")
    )
    stale = turns.judged_candidates("stale").filter(**of_period)
    return judged["used"], judged["all"], stale.count()


def write_figures(request: HttpRequest, period: Period, in_turns: Listed) -> list[dict[str, Any]]:
    """Return what the write path did: kept, refused (junk), said again (duplicates), forgotten."""
    since = stamp(period.start)
    decisions = access.decisions_of(request).filter(created_at__gte=period.start)
    by_action = dict(decisions.order_by().values_list("action").annotate(n=Count("pk")))
    total = sum(by_action.values())
    in_items = items_listed(request)
    new, gone = in_items(**{"from": since}), in_items(status="archived", changed=since)
    refused, again = in_turns(wrote="refused"), in_turns(wrote="reinforced")
    counts = {name: by_action.get(name, 0) for name in ("refused", "reinforced")}
    archived = access.items_of(request).filter(status=Status.ARCHIVED)
    return [
        _figure("added", _("New memories"), new[0], "",
                _series(access.items_of(request).filter(created_at__gte=period.start), period),
                new),
        _figure("junk", _("Refused at the gate"), _rate(counts["refused"], total), "%", [],
                refused, _joined(_("%(n)d of %(total)d statements")
                % {"n": counts["refused"], "total": total}, _in_turns(refused[0]))),
        _figure("duplicates", _("Said again, kept once"), _rate(counts["reinforced"], total), "%",
                [], again, _joined(_("%(n)d of %(total)d statements")
                % {"n": counts["reinforced"], "total": total}, _in_turns(again[0]))),
        _figure("forgotten", _("Archived"), gone[0], "",
                _series(archived.filter(status_changed_at__gte=period.start), period,
                        "status_changed_at"), gone),
    ]  # fmt: skip


def _series(rows: QuerySet[Any], period: Period, column: str = "created_at") -> list[float]:
    """Return how many rows each bucket of the period has; one query."""
    number = due.bin_of(
        due.Epoch(column),
        start=period.start.timestamp(),
        end=period.now.timestamp(),
        bins=period.buckets,
    )
    binned = rows.order_by().annotate(bucket=number).values("bucket").annotate(n=Count("pk"))
    counts = dict(binned.values_list("bucket", "n"))
    return [float(counts.get(n, 0)) for n in range(period.buckets)]


def stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def tokens_by_layer(traces: Sequence[TraceFigures], period: Period) -> dict[str, Any]:
    """Return the mean tokens a turn by layer and bucket, for the stacked areas."""
    buckets = _by_bucket(traces, period)

    def mean(bucket: Sequence[TraceFigures], pick: Callable[[TraceFigures], int]) -> float | None:
        found = _rate(sum(pick(trace) for trace in bucket), len(bucket))
        return None if found is None else round(found, 1)

    return {
        "times": [time.isoformat() for time in period.times()],
        "layers": {
            name: [mean(bucket, lambda trace, name=name: trace.tokens[name]) for bucket in buckets]  # type: ignore[misc]
            for name in LAYERS
        },
        "full": [mean(bucket, lambda trace: trace.full_history) for bucket in buckets],
    }


SHARES = (50, 95, 99)


def latency(traces: Sequence[TraceFigures], period: Period) -> dict[str, Any]:
    """Return the percentiles of the recall's milliseconds by bucket, for the three lines."""
    times = [[trace.milliseconds for trace in bucket] for bucket in _by_bucket(traces, period)]
    return {
        "times": [time.isoformat() for time in period.times()],
        "lines": {f"p{share}": [percentile(found, share) for found in times] for share in SHARES},
    }
