"""The list of turns: when, who, what was asked, what became of the candidates."""

from collections import defaultdict
from typing import Any

from django.db.models import Count, F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from memory.dashboard import access, lists, transcripts
from memory.dashboard.csv_file import csv_response
from memory.dashboard.words import ACTIONS, REASONS, reason_label
from memory.domain.types import Status
from memory.models import Decision, RecallCandidate, RecallTrace

CONTEXT_PARTS = (
    *("system", "tools", "profile", "summary", "window", "working", "recalled", "experience"),
    "message",
)
RECALL_STEPS = {
    *("open", "query", "candidates", "rerank", "select", "experiences", "history")
}  # see memory.recall


def spec(request: HttpRequest) -> lists.ListSpec:
    policies = access.policies_of(request).values_list("name", flat=True).distinct()
    return lists.ListSpec(
        name="turns",
        search=lists.contains("query"),
        search_label=_("Words of the question"),
        sorts=[
            lists.Sort(name="newest", label=_("Newest first"), field="created_at",
                       parse=lists.parse_time),
            lists.Sort(name="oldest", label=_("Oldest first"), field="created_at",
                       parse=lists.parse_time, is_descending=False),
            lists.Sort(name="injected", label=_("Most injected"), field="injected", parse=int),
            lists.Sort(name="considered", label=_("Most candidates"), field="considered",
                       parse=int),
        ],
        filters=[
            lists.Filter(name="outcome", label=_("Has a candidate that was"), apply=_by_outcome,
                         choices=[(name, str(label)) for name, label in REASONS.items()]),
            lists.Filter(name="policy", label=_("Policy"), apply=lists.equals("policy"),
                         choices=[(name, name) for name in sorted(set(policies))]),
            lists.Filter(name="state", label=_("State"), apply=_by_state,
                         choices=[("degraded", _("Something was missing")),
                                  ("cold", _("Archive and history searched")),
                                  ("some", _("Something injected")),
                                  ("empty", _("Nothing injected")),
                                  ("used", _("A memory used in the reply")),
                                  ("stale", _("A memory injected that was no longer right")),
                                  ("failed", _("The model failed"))]),
            lists.Filter(name="wrote", label=_("Wrote"), apply=_by_writing,
                         choices=[(name, str(label)) for name, label in ACTIONS.items()]),
            lists.Filter(name="model", label=_("Model"), apply=_by_model),
            lists.Filter(name="arm", label=_("Arm of an experiment"),
                         apply=lists.equals("experiment_arm")),
            lists.Filter(name="user", label=_("User"), apply=lists.equals("namespace__user_id"),
                         show=lambda value: access.user_name(request, value)),
            lists.Filter(name="item", label=_("Contains item"), apply=_by_item),
            lists.Filter(name="uses", label=_("The reply used item"), apply=_by_use),
            lists.Filter(name="experience", label=_("Got experience"), apply=_by_experience),
            lists.Filter(name="document", label=_("Got a part of document"), apply=_by_document),
            lists.Filter(name="conversation", label=_("Conversation"),
                         apply=lists.equals("conversation_id")),
            lists.Filter(name="from", label=_("From"), apply=_since),
        ],
        columns=[
            lists.Column(name="time", value=lambda t: t.created_at),
            lists.Column(name="user", value=lambda t: t.namespace.user and
                         t.namespace.user.username),
            lists.Column(name="query", value=lambda t: t.query),
            lists.Column(name="policy", value=lambda t: t.policy),
            lists.Column(name="considered", value=lambda t: t.considered),
            lists.Column(name="injected", value=lambda t: t.injected),
            lists.Column(name="trace", value=lambda t: t.trace_id),
        ],
        time_field="created_at",
    )  # fmt: skip


def _by_outcome(rows: lists.Rows, value: str) -> lists.Rows:
    found = RecallCandidate.objects.filter(outcome=value)
    if value not in ("injected", "revived"):
        found = RecallCandidate.objects.filter(outcome="dropped", reason=value)
    return rows.filter(pk__in=found.values("trace_id"))


def _by_state(rows: lists.Rows, value: str) -> lists.Rows:
    if value in ("used", "stale"):
        return rows.filter(pk__in=judged_candidates(value).values("trace_id"))
    if value == "failed":
        return rows.filter(trace_id__in=transcripts.failed_traces())
    if value == "degraded":
        return rows.exclude(degraded=[])
    if value == "cold":
        return rows.filter(is_cold=True)
    return rows.filter(injected__gt=0) if value == "some" else rows.filter(injected=0)


def judged_candidates(name: str) -> QuerySet[RecallCandidate]:
    """Return what was injected and used, or injected though it was no longer right by then."""
    rows = RecallCandidate.objects.exclude(outcome="dropped")
    if name == "used":
        return rows.filter(is_used=True)
    return rows.filter(
        item__status=Status.DEPRECATED, item__status_changed_at__lt=F("trace__as_of")
    ).exclude(layer="history")


def _by_writing(rows: lists.Rows, value: str) -> lists.Rows:
    decided = Decision.objects.filter(action=value).values("episode__trace_id")
    return rows.filter(trace_id__in=decided)


def _by_model(rows: lists.Rows, value: str) -> lists.Rows:
    return rows.filter(trace_id__in=transcripts.traces_by_model(value))


def _by_item(rows: lists.Rows, value: str) -> lists.Rows:
    if not value.isdecimal():
        return rows.none()
    return rows.filter(pk__in=RecallCandidate.objects.filter(item_id=int(value)).values("trace_id"))


def _by_use(rows: lists.Rows, value: str) -> lists.Rows:
    if not value.isdecimal():
        return rows.none()
    used = RecallCandidate.objects.filter(item_id=int(value), is_used=True)
    return rows.filter(pk__in=used.values("trace_id"))


def _by_experience(rows: lists.Rows, value: str) -> lists.Rows:
    return _that_got(rows, value, "experience_id")


def _by_document(rows: lists.Rows, value: str) -> lists.Rows:
    return _that_got(rows, value, "item__document_id")


def _that_got(rows: lists.Rows, value: str, lookup: str) -> lists.Rows:
    """Return the turns whose prompt got something with this id."""
    if not value.isdecimal():
        return rows.none()
    got = RecallCandidate.objects.filter(**{lookup: int(value)}).exclude(outcome="dropped")
    return rows.filter(pk__in=got.values("trace_id"))


def _since(rows: lists.Rows, value: str) -> lists.Rows:
    try:
        return rows.filter(created_at__gte=lists.parse_time(value))
    except ValueError:
        return rows.none()


@access.operator_page
def turn_list(request: HttpRequest) -> HttpResponse:
    """Show the turns of the tenant's users."""
    rows = access.traces_of(request).select_related("namespace__user")
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(request), rows)
    light = rows.defer("messages", "policy_values")
    page = lists.build_page(request, spec(request), light)
    return render(request, "dashboard/turns.html", {"page": page, "rows": turn_rows(page.rows)})


def turn_rows(traces: list[RecallTrace]) -> list[dict[str, Any]]:
    """Return what a row of the list shows, for these traces: three queries for all of them."""
    ids = [trace.pk for trace in traces]
    trace_ids = [trace.trace_id for trace in traces]
    outcomes = _outcomes(ids)
    turns = transcripts.turn_states(trace_ids)
    writes = dict(
        Decision.objects.filter(episode__trace_id__in=trace_ids)
        .order_by()
        .values_list("episode__trace_id")
        .annotate(number=Count("pk"))
    )
    return [
        {
            "trace": trace,
            "outcomes": outcomes[trace.pk],
            "turn": turns.get(trace.trace_id),
            "milliseconds": recall_milliseconds(trace.steps),
            "tokens": sum(int(trace.tokens.get(part) or 0) for part in CONTEXT_PARTS),
            "writes": writes.get(trace.trace_id, 0),
        }
        for trace in traces
    ]


def _outcomes(ids: list[int]) -> dict[int, list[tuple[str, str, int]]]:
    """Return (name, label, number) of each outcome by trace, in the order of REASONS."""
    counts: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    rows = RecallCandidate.objects.filter(trace_id__in=ids).order_by()
    for trace_id, outcome, reason, number in rows.values_list(
        "trace_id", "outcome", "reason"
    ).annotate(number=Count("pk")):
        counts[trace_id][reason if outcome == "dropped" else outcome] += number
    return defaultdict(
        list,
        {
            trace_id: [(name, reason_label(name), by[name]) for name in REASONS if by.get(name)]
            for trace_id, by in counts.items()
        },
    )


def recall_milliseconds(steps: list[dict[str, Any]]) -> float | None:
    """Return the time of the recall alone."""
    return total_milliseconds([step for step in steps if step.get("name") in RECALL_STEPS])


def total_milliseconds(steps: list[dict[str, Any]]) -> float | None:
    """Return the time from the first start to the last end of the steps."""
    if not steps:
        return None
    start = min(float(step.get("start_ms", 0)) for step in steps)
    return max(float(step.get("start_ms", 0)) + float(step.get("ms", 0)) for step in steps) - start
