"""Recall lab: what would be recalled, under this policy, at this date? Two policies side by side.

A run goes through the real recall with `keep=False`: it leaves no trace, marks nothing as used and
moves no access time. With a date, memory is as it was then (memory.past).
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from memory import api, past
from memory.dashboard import access, turn
from memory.dashboard.forms import plain
from memory.dashboard.sentences import sentence
from memory.dashboard.tokens import count_tokens
from memory.dashboard.words import (
    reason_label,
)
from memory.domain.policy import Policy, policy_from
from memory.domain.types import Outcome, RecalledItem, RecallResult
from memory.models import Namespace, RecallCandidate, RecallPolicy, RecallTrace, User

SHOWN = 40
# name: (label, lowest, highest, step)
SLIDERS: dict[str, tuple[Any, float, float, float]] = {
    "w_relevance": (pgettext_lazy("part of a score", "relevance"), 0, 1, 0.05),
    "w_recency": (pgettext_lazy("part of a score", "recency"), 0, 1, 0.05),
    "w_importance": (pgettext_lazy("part of a score", "importance"), 0, 1, 0.05),
    "threshold": (gettext_lazy("relevance threshold"), 0, 1, 0.01),
    "tau_hours": (gettext_lazy("time constant, hours"), 24, 4320, 24),
    "budget_tokens": (gettext_lazy("budget, tokens"), 100, 4000, 100),
    "max_items": (gettext_lazy("items at most"), 1, 40, 1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two policies with what it recalled."""

    name: str
    policy: Policy
    changed: Mapping[str, float]
    result: RecallResult | None = None

    @property
    def weight_sum(self) -> float:
        return self.policy.w_relevance + self.policy.w_recency + self.policy.w_importance


@access.operator_page
def lab(request: HttpRequest) -> HttpResponse:
    """Show the lab; with a user and a question in the address, the comparison."""
    query = _filled_from_trace(request)
    person = _person(request, query)
    policies = _policies(request)
    as_of, error = _moment(query.get("as_of", ""))
    sides = [_side(query, name, policies) for name in ("a", "b")]
    namespace = Namespace.objects.for_user(person) if person else None
    text = query.get("q", "").strip()
    rows: list[dict[str, Any]] = []
    if namespace and text and not error:
        access.note_view(request, "lab.run", namespace=namespace, object_type="user",
                         object_id=person.pk if person else None)  # fmt: skip
        as_then = bool(query.get("as_of"))
        sides = [_run(side, namespace, text, as_of, as_then=as_then) for side in sides]
        rows = compare(sides[0], sides[1])
    context = {
        "query": query,
        "person": person,
        "people": access.users_of(request).order_by("username")[:200],
        "policies": list(policies.values()),
        "sides": sides,
        "side_controls": [_controls(side) for side in sides],
        "text": text,
        "as_of": as_of,
        "then": past.limits(namespace, as_of)
        if namespace and query.get("as_of") and not error
        else None,
        "error": error,
        "rows": rows,
        "counts": _counts(rows),
        "only": query.get("only", ""),
        "shown": [row for row in rows if query.get("only", "") in ("", row["change"])],
        "slope": slope(rows),
        "recent": _recent(namespace) if namespace and not text else [],
        "is_admin": access.viewer(request).is_admin,
    }
    return render(request, "dashboard/lab.html", context)


def side_b(request: HttpRequest) -> Side:
    """Return side B as the address has it, for saving it."""
    return _side(request.GET, "b", _policies(request))


def _filled_from_trace(request: HttpRequest) -> QueryDict:
    """Return the query; with `?trace=`, user, question and date are taken from that turn."""
    query = request.GET.copy()
    if query.get("trace"):
        page = turn.load(request, query.get("trace", ""))
        if page.trace and page.trace.namespace.user_id:
            query.setdefault("user", str(page.trace.namespace.user_id))
            query.setdefault("q", page.trace.rewritten_query or page.trace.query)
            query.setdefault("as_of", page.trace.as_of.isoformat())
            query.setdefault("a", page.trace.policy)
    return query


def _person(request: HttpRequest, query: QueryDict) -> User | None:
    if not query.get("user", "").isdecimal():
        return None
    return access.one(access.users_of(request), pk=query["user"])


def _policies(request: HttpRequest) -> dict[str, RecallPolicy]:
    """Return the current policies by name; the tenant's own before the shipped ones."""
    rows = access.policies_of(request).filter(is_current=True).order_by("tenant_id")
    found: dict[str, RecallPolicy] = {}
    for row in sorted(rows, key=lambda row: (row.tenant_id is None, row.name)):
        found.setdefault(row.name, row)
    return found


def _moment(text: str) -> tuple[datetime, str]:
    """Return the as-of moment and, for one that cannot be read, what is wrong with it."""
    now = timezone.now()
    if not text:
        return now, ""
    try:
        found = parse_datetime(text) or _midnight(text)
    except ValueError:
        found = None
    if found is None:
        return now, _("The date cannot be read; write it as 2026-03-09.")
    found = found if timezone.is_aware(found) else found.replace(tzinfo=UTC)
    return found, _("The date lies in the future.") if found > now else ""


def _midnight(text: str) -> datetime | None:
    day = parse_date(text)
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC) if day else None


def _side(query: QueryDict, name: str, policies: Mapping[str, RecallPolicy]) -> Side:
    """Return the policy of a side: the one named in `?a=` or `?b=`, with the sliders' values."""
    default = next((row for row in policies.values() if row.is_default), None)
    row = policies.get(query.get(name, "")) or default
    policy = policy_from(row.name, row.version, row.values) if row else Policy()
    changed: dict[str, float] = {}
    for slider in SLIDERS:
        value = _number(query.get(f"{name}_{slider}", ""), slider)
        if value is not None and value != getattr(policy, slider):
            changed[slider] = value
    whole = {k: int(v) if k in ("budget_tokens", "max_items") else v for k, v in changed.items()}
    return Side(name=name, policy=dataclasses.replace(policy, **whole), changed=changed)  # type: ignore[arg-type]


def _number(text: str, slider: str) -> float | None:
    """Return a slider's value within its bounds; None for what is no number."""
    try:
        value = float(text)
    except ValueError:
        return None
    _label, lowest, highest, _step = SLIDERS[slider]
    return min(max(value, lowest), highest)


def _controls(side: Side) -> dict[str, Any]:
    return {
        "side": side,
        "sliders": [
            {
                "name": f"{side.name}_{name}",
                "label": label,
                "lowest": lowest,
                "highest": highest,
                "step": step,
                "value": plain(getattr(side.policy, name)),
                "is_changed": name in side.changed,
            }
            for name, (label, lowest, highest, step) in SLIDERS.items()
        ],
        "is_unbalanced": abs(side.weight_sum - 1) > 0.001,
    }


def _run(side: Side, namespace: Namespace, text: str, as_of: datetime, *, as_then: bool) -> Side:
    result = api.recall(
        namespace=namespace,
        query=text,
        now=as_of,
        trace_id="lab",
        count_tokens=count_tokens,
        policy=side.policy,
        keep=False,
        as_then=as_then,
    )
    return dataclasses.replace(side, result=result)


Key = tuple[str, int]


def ranked(result: RecallResult) -> list[RecalledItem]:
    """Return the scored entries by score; what the profile brings anyway has no position."""
    entries = [*result.injected, *result.dropped]
    scored = [e for e in entries if e.score is not None and e.layer != "profile"]
    return sorted(scored, key=lambda e: (-(e.score or 0.0), e.layer, e.item_id))[:SHOWN]


def compare(a: Side, b: Side) -> list[dict[str, Any]]:
    """Return a row for each thing that either side ranks, with what changed and why."""
    sides = []
    for side in (a, b):
        entries = ranked(side.result) if side.result else []
        sides.append({(e.layer, e.item_id): (n, e) for n, e in enumerate(entries, start=1)})
    rows = [
        _comparison(key, sides[0].get(key), sides[1].get(key), a, b)
        for key in dict.fromkeys([*sides[0], *sides[1]])
    ]
    return sorted(rows, key=lambda row: (row["place_b"] or 999, row["place_a"] or 999))


def _comparison(
    key: Key,
    left: tuple[int, RecalledItem] | None,
    right: tuple[int, RecalledItem] | None,
    a: Side,
    b: Side,
) -> dict[str, Any]:
    entry_a, entry_b = left[1] if left else None, right[1] if right else None
    entry = entry_b or entry_a
    was_in = entry_a is not None and entry_a.outcome != Outcome.DROPPED
    is_in = entry_b is not None and entry_b.outcome != Outcome.DROPPED
    place_a, place_b = left[0] if left else None, right[0] if right else None
    return {
        "key": f"{key[0]}:{key[1]}",
        "item_id": key[1] if key[0] in ("long_term", "knowledge", "graph", "profile") else None,
        "text": entry.text if entry else "",
        "language": entry.language if entry else "",
        "place_a": place_a,
        "place_b": place_b,
        "score_a": entry_a.score if entry_a else None,
        "score_b": entry_b.score if entry_b else None,
        "was_in": was_in,
        "is_in": is_in,
        "change": _change(was_in, is_in, place_a, place_b),
        "moved": (place_a or SHOWN + 1) - (place_b or SHOWN + 1),
        "why_a": _why(entry_a, a),
        "why_b": _why(entry_b, b),
    }


def _change(was_in: bool, is_in: bool, place_a: int | None, place_b: int | None) -> str:
    if is_in != was_in:
        return "new" if is_in else "gone"
    a, b = place_a or SHOWN + 1, place_b or SHOWN + 1
    return "better" if b < a else "worse" if b > a else "same"


def _why(entry: RecalledItem | None, side: Side) -> str:
    if entry is None:
        return _("not a candidate")
    candidate = RecallCandidate(
        layer=entry.layer, text=entry.text, outcome=entry.outcome, reason=entry.reason,
        detail=dict(entry.detail), score=entry.score, relevance=entry.relevance,
        semantic=entry.semantic, lexical=entry.lexical, rank=entry.rank, tokens=entry.tokens,
    )  # fmt: skip
    name = entry.reason if entry.outcome == Outcome.DROPPED else str(entry.outcome)
    why = sentence(candidate, side.policy.values())
    return _("%(label)s: %(why)s") % {"label": reason_label(name), "why": why}


def _counts(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    labels = {"better": _("higher"), "worse": _("lower"), "new": _("newly in"), "gone": _("out"),
              "same": _("unchanged")}  # fmt: skip
    return [
        {"name": name, "label": label, "count": sum(row["change"] == name for row in rows)}
        for name, label in labels.items()
    ]


def slope(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the lines between the positions of both sides, for the picture."""
    height = 18
    shown = [r for r in rows if min(r["place_a"] or 99, r["place_b"] or 99) <= 20]
    return {
        "lines": [
            {
                **row,
                "y1": height * ((row["place_a"] or 21) - 0.5),
                "y2": height * ((row["place_b"] or 21) - 0.5),
                "crosses": row["was_in"] != row["is_in"],
            }
            for row in shown
        ],
        "height": height * min(max(len(shown), 2), 21),
    }


def _recent(namespace: Namespace) -> list[RecallTrace]:
    """Return five recent real questions of the user as starting points."""
    return list(namespace.traces.exclude(query="").defer("messages").order_by("-created_at")[:5])
