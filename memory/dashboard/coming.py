"""What forgetting will archive, when and why: a list like the others, its days and its reasons."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, FloatField, Q, Value
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory import due, held
from memory.dashboard import access, act, charts, lists
from memory.dashboard.items import with_details
from memory.dashboard.lists import Rows
from memory.dashboard.narrowing import by_user
from memory.domain.decay import HOURS_PER_DAY, DecaySettings
from memory.models import Experiment

EVERYTHING = 2**31 - 1
STRIP_DAYS = 31
REASONS = {
    "faded": gettext_lazy("retention falls below the line"),
    "weak": gettext_lazy("of little importance"),
    "unused": gettext_lazy("not used for long"),
    "expired": gettext_lazy("its time is over"),
}
SHORT_REASONS = {
    "faded": gettext_lazy("fades"),
    "weak": gettext_lazy("weak"),
    "unused": gettext_lazy("unused"),
    "expired": gettext_lazy("ends"),
}
DAYS = {
    "1": gettext_lazy("next run"),
    "7": gettext_lazy("next 7 days"),
    "30": gettext_lazy("next 30 days"),
}  # a run comes once a day
DEFAULT_DAYS = "7"


def spec(request: HttpRequest, now: datetime) -> lists.ListSpec:
    """Return what the list can do."""
    return lists.ListSpec(
        name="forgetting",
        search=lists.contains("text", "value", "quote"),
        search_label=_("Words of the memory"),
        sorts=[
            _sort("due", _("Archived first"), "due_at"),
            _sort("retention", _("Weakest first"), "retention"),
            _sort("importance", _("Most important"), "importance", is_descending=True),
            _sort("half_life", _("Shortest half-life"), "half_life"),
            _sort("access", _("Longest not used"), "decay__last_accessed_at", lists.parse_time),
            _sort("recalls", _("Most recalled"), "decay__recall_count", int, is_descending=True),
        ],
        filters=[
            lists.Filter(name="days", label=_("Range"),
                         default=DEFAULT_DAYS,
                         show=lambda value: str(DAYS.get(value, value)),
                         apply=lambda rows, value: _by_range(rows, value, now)),
            lists.Filter(name="day", label=_("Day"),
                         apply=lambda rows, value: _by_day(rows, value, now)),
            lists.Filter(name="reason", label=_("Why"), apply=lists.equals("due_reason"),
                         choices=[(name, str(label)) for name, label in REASONS.items()]),
            by_user(request),
        ],
        columns=_columns(now),
    )  # fmt: skip


def _sort(
    name: str,
    label: str,
    field: str,
    parse: Callable[[str], Any] = float,
    *,
    is_descending: bool = False,
) -> lists.Sort:
    return lists.Sort(name=name, label=label, field=field, parse=parse, is_descending=is_descending)


def _by_range(rows: Rows, value: str, now: datetime) -> Rows:
    if value not in DAYS:
        return rows.none()
    return rows.filter(due_at__lte=(now + timedelta(days=int(value))).timestamp())


def _by_day(rows: Rows, value: str, now: datetime) -> Rows:
    try:
        begin, end = lists.day_span(value)
    except ValueError:
        return rows.none()
    if end <= now:
        return rows.none()
    on_day = rows.filter(due_at__lt=end.timestamp())
    # The run takes today what is overdue.
    return on_day if begin <= now else on_day.filter(due_at__gte=begin.timestamp())


def _columns(now: datetime) -> list[lists.Column]:
    values: dict[str, Callable[[Any], Any]] = {
        "id": lambda i: i.pk,
        "user": lambda i: i.namespace.user.username if i.namespace.user else "",
        "text": lambda i: i.text,
        "archived_at": lambda i: due.moment(i.due_at),
        "days_left": lambda i: round(max(i.due_at - now.timestamp(), 0) / due.DAY, 3),
        "reason": lambda i: i.due_reason,
        "retention": lambda i: round(held.retention_of(i, now), 6),
        "half_life_hours": lambda i: i.decay.half_life_hours,
        "importance": lambda i: i.importance,
        "last_used_at": lambda i: i.decay.last_accessed_at,
        "recalls": lambda i: i.decay.recall_count,
        "protected": lambda i: i.decay.protected,
        "exempt_until": lambda i: i.decay.exempt_until,
    }
    return [lists.Column(name=name, value=value) for name, value in values.items()]


def rows_of(request: HttpRequest, rules: DecaySettings, now: datetime) -> Rows:
    """Return everything that will be archived one day if nothing happens."""
    never = Value(due.NEVER, output_field=FloatField())
    coming = due.with_due(with_details(access.items_of(request)), rules)
    found: Rows = coming.filter(due_at__lt=due.NEVER).annotate(
        retention=due.retention_at(now), half_life=Coalesce("decay__half_life_hours", never)
    )
    return found


@act.matching("forgetting")
def _all_that_match(request: HttpRequest) -> Rows:
    """Return what an act on all of this list's rows is about."""
    now = timezone.now()
    rules = held.settings_of(access.viewer(request).tenant_id)
    return lists.narrowed(request.GET, spec(request, now), rows_of(request, rules, now))


def context(request: HttpRequest, rules: DecaySettings) -> dict[str, Any]:
    """Return what the tab shows: a page of the list, under its days and reasons."""
    now = timezone.now()
    what, coming = spec(request, now), rows_of(request, rules, now)
    page = lists.build_page(request, what, coming)
    every_day = request.GET.copy()
    every_day.pop("day", None)
    every_day["days"] = lists.ANY
    whenever = lists.narrowed(every_day, what, coming)
    return {
        "page": page,
        "rows": [row(item, rules, now) for item in page.rows],
        "days": what.filters[0].value(request.GET),
        "day_choices": list(DAYS.items()),
        "chosen_day": request.GET.get("day", ""),
        "strip": _strip(request, whenever, now),
        "reason": request.GET.get("reason", ""),
        "reasons": _by_reason(lists.narrowed(request.GET, what, coming, leave_out="reason")),
        "later": None if page.total else _later(whenever, now),
        "experiments": _experiments_apart(request),
    }


def _strip(request: HttpRequest, coming: Rows, now: datetime) -> list[dict[str, Any]]:
    """Count what is due by the reader's day, what is overdue on the first; one query."""
    today = timezone.localdate(now)
    days = [str(today + timedelta(days=n)) for n in range(STRIP_DAYS)]
    ends = [lists.day_span(day)[1].timestamp() for day in days]
    until = coming.filter(due_at__lt=ends[-1]).values("due_at")
    sums = {f"by_{n}": Count("pk", filter=Q(due_at__lt=end)) for n, end in enumerate(ends)}
    # A slice makes it a subquery, in which each date is computed once.
    counts = until[:EVERYTHING].aggregate(**sums)
    by = [0, *(counts[name] for name in sums)]
    return [
        {
            "label": day,
            "count": by[n + 1] - by[n],
            "url": lists.address(request.GET, day=day, days=lists.ANY, after="", since=""),
        }
        for n, day in enumerate(days)
    ]


def _by_reason(chosen: Rows) -> list[dict[str, Any]]:
    counted = chosen.order_by().values("due_reason").annotate(n=Count("pk"))
    counts = dict(counted.values_list("due_reason", "n"))
    return [
        {"name": name, "label": label, "count": counts[name]}
        for name, label in REASONS.items()
        if counts.get(name)
    ]


def _later(coming: Rows, now: datetime) -> dict[str, Any] | None:
    """Return the first item that is due after now; None where nothing is."""
    item = coming.filter(due_at__gt=now.timestamp()).order_by("due_at", "pk").first()
    return {"at": due.moment(item.due_at), "item": item} if item else None


def _experiments_apart(request: HttpRequest) -> Rows:
    """Return the running experiments whose people are forgotten by other parameters."""
    running = access.experiments_of(request).filter(state=Experiment.State.RUNNING)
    return running.exclude(forgetting=None)


def row(item: Any, rules: DecaySettings, now: datetime) -> dict[str, Any]:
    """Return what a table shows of an item that has its `due_at` and `due_reason`."""
    this, at = held.held(item), due.moment(item.due_at)
    return {
        "item": item,
        "at": at,
        "is_overdue": at <= now,
        "days_left": max((at - now).total_seconds() / due.DAY, 0),
        "reason": SHORT_REASONS.get(item.due_reason, item.due_reason),
        "retention": held.retention_of(item, now),
        "half_life": this.half_life / HOURS_PER_DAY if this.half_life else None,
        "curve": charts.small_curve(this, rules, now),
    }
