"""Review: may this be remembered? Items, refused consolidations and proposed experiences."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.dashboard import access, lists, transcripts
from memory.dashboard.experiences import abstracted
from memory.dashboard.items import item_rows
from memory.dashboard.narrowing import by_user
from memory.dashboard.presence import others_at
from memory.dashboard.queue_marks import mark_filter
from memory.dashboard.words import (
    DECISIONS,
    decision_reason,
)
from memory.domain.types import Status
from memory.models import Decision, Experience, MemoryItem, ReviewProposal

TABS = {
    "items": gettext_lazy("Memories"),
    "experiences": gettext_lazy("Experiences"),
    "proposals": gettext_lazy("Refused consolidations"),
}
SHOWN = 50
MARK = ("mark__assigned_to", "mark__flagged_by")
DECIDED = ("item.approved", "item.rejected", "experience.approved", "experience.rejected",
           "proposal.approved", "proposal.rejected")  # fmt: skip


def spec(request: HttpRequest) -> lists.ListSpec:
    return lists.ListSpec(
        name="review",
        search=lists.contains("text", "quote"),
        search_label=_("Words of the proposal"),
        sorts=[
            lists.Sort(name="oldest", label=_("Oldest first"), field="created_at",
                       parse=lists.parse_time, is_descending=False),
            lists.Sort(name="newest", label=_("Newest first"), field="created_at",
                       parse=lists.parse_time),
            lists.Sort(name="important", label=_("Most important"), field="importance",
                       parse=float),
        ],
        filters=[
            lists.Filter(name="reason", label=_("Held back because"),
                         apply=lists.equals("status_reason"),
                         choices=[(k, str(v)) for k, v in DECISIONS.items()
                                  if k in ("low_confidence", "instruction_like")]),
            lists.Filter(name="age", label=_("Waiting"), apply=_by_age,
                         choices=[("1", _("less than a day")), ("3", _("1 to 3 days")),
                                  ("old", _("more than 3 days"))]),
            mark_filter(request),
            by_user(request),
        ],
        page_size=20,
        time_field="created_at",
    )  # fmt: skip


def _by_age(rows: lists.Rows, value: str) -> lists.Rows:
    day = timezone.now() - timedelta(days=1)
    old = timezone.now() - timedelta(days=3)
    if value == "1":
        return rows.filter(created_at__gt=day)
    return (
        rows.filter(created_at__lte=old)
        if value == "old"
        else rows.filter(created_at__lte=day, created_at__gt=old)
    )


@access.operator_page
def review(request: HttpRequest) -> HttpResponse:
    """Show what waits for a decision. `?tab=` names the kind."""
    tab = request.GET.get("tab", "items")
    builders = {"experiences": _experiences, "proposals": _proposals}
    today = timezone.now() - timedelta(days=1)
    decided = access.events_of(request).filter(action__in=DECIDED, created_at__gt=today)
    return render(
        request,
        "dashboard/review.html",
        {
            "tab": tab if tab in TABS else "items",
            "tabs": _tabs(request),
            "decided": list(decided.select_related("item", "actor").order_by("-pk")[:10]),
            "decided_count": decided.count(),
            **builders.get(tab, _items)(request),
        },
    )


def waiting(request: HttpRequest) -> dict[str, lists.Rows]:
    """Return what waits for a decision, by tab."""
    return {
        "items": access.items_of(request).filter(status=Status.PENDING),
        "experiences": access.experiences_of(request).filter(state=Experience.State.REVIEW),
        "proposals": access.proposals_of(request).filter(state=ReviewProposal.State.WAITING),
    }


def _tabs(request: HttpRequest) -> list[tuple[str, str]]:
    rows = waiting(request)
    return [
        (name, format_html('{} <span class="count">{}</span>', label, rows[name].count()))
        for name, label in TABS.items()
    ]


def _items(request: HttpRequest) -> dict[str, Any]:
    rows = waiting(request)["items"]
    details = ("namespace__user", "decay", *MARK)
    page = lists.build_page(request, spec(request), rows.select_related(*details))
    return {"page": page, "cards": cards(request, page.rows), "ages": _ages(rows)}


def cards(request: HttpRequest, found: list[MemoryItem]) -> list[dict[str, Any]]:
    """Return what a card shows: the proposal, its quote in context, what is known already."""
    near = _near(found)
    here = others_at("item", [item.pk for item in found], access.viewer(request))
    passages = transcripts.passages(
        [item.message_id for item in found if item.message_id],
        tenant_id=access.viewer(request).tenant_id,
    )
    reasons = {
        d.item_id: d
        for d in Decision.objects.filter(item__in=found, action="to_review").order_by("pk")
    }
    return [
        {
            **row,
            "passage": passages.get(row["item"].message_id),
            "why": decision_reason(row["item"].status_reason),
            "decision": reasons.get(row["item"].pk),
            "near": near.get(row["item"].pk, []),
            "mark": getattr(row["item"], "mark", None),
            "others": here.get(row["item"].pk, []),
        }
        for row in item_rows(found)
    ]


def _near(found: list[MemoryItem]) -> dict[int, list[MemoryItem]]:
    """Return, by proposal, what is active now under the same subject and attribute."""
    rows = MemoryItem.objects.filter(
        namespace_id__in={item.namespace_id for item in found},
        attribute__in={item.attribute for item in found if item.attribute},
        status=Status.ACTIVE,
    )
    known = list(rows.order_by("-said_at")[:300])
    return {
        item.pk: [
            other
            for other in known
            if (other.namespace_id, other.subject, other.attribute)
            == (item.namespace_id, item.subject, item.attribute)
        ][:3]
        for item in found
    }


def _ages(rows: lists.Rows) -> list[dict[str, Any]]:
    return [
        {"name": name, "label": label, "count": lists.count_up_to(_by_age(rows, name))[0]}
        for name, label in (
            ("1", _("less than a day")),
            ("3", _("1 to 3 days")),
            ("old", _("more than 3 days")),
        )
    ]


def _experiences(request: HttpRequest) -> dict[str, Any]:
    rows = waiting(request)["experiences"]
    found = lists.part_of(rows.select_related("proposed_by", *MARK).order_by("created_at"), SHOWN)
    traces = transcripts.trace_ids_of_turns(e.turn_id for e in found if e.turn_id)
    return {
        "experiences": [
            {
                "experience": e,
                "trace_id": traces.get(e.turn_id or 0, ""),
                "abstracted": abstracted(e),
                "mark": getattr(e, "mark", None),
            }
            for e in found
        ],
        "shown": found,
        "total": found.total,
    }


def _proposals(request: HttpRequest) -> dict[str, Any]:
    rows = waiting(request)["proposals"]
    found = lists.part_of(
        rows.select_related("namespace__user", *MARK).order_by("created_at"), SHOWN
    )
    return {"proposals": found, "shown": found, "total": found.total}
