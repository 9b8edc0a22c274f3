"""The page of one memory item: where from, how it changed, when used, when it will fade."""

from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from memory.dashboard import access, act, charts, lists, transcripts
from memory.dashboard.differences import word_changes
from memory.dashboard.items import KINDS, item_rows
from memory.dashboard.sentences import outcome_of, sentence
from memory.dashboard.words import (
    decision_reason,
    reason_label,
)
from memory.domain.types import Kind, Status
from memory.held import settings_of
from memory.models import MemoryItem, RecallCandidate, VectorOperation

VERSIONS_SHOWN = 30
RECALLS_SHOWN = 20
EVENTS_SHOWN = 30
LINES_SHOWN = 20


@access.operator_page
def item_page(request: HttpRequest, item_id: int) -> HttpResponse:
    """Show one item with its versions, evidence, recalls and events."""
    item = load(request, item_id)
    access.note_view(
        request,
        "item.viewed",
        namespace=item.namespace,
        object_type="item",
        object_id=item.pk,
        item=item,
    )
    recalls, candidate_count = recall_history(item)
    context = {
        **facts(request, item),
        "versions": versions(item),
        "recalls": recalls,
        "candidate_count": candidate_count,
        "recalls_shown": RECALLS_SHOWN,
        "events": lists.part_of(item.events.select_related("actor").order_by("-pk"), EVENTS_SHOWN),
        "evidence": lists.part_of(item.evidence.all(), LINES_SHOWN),
        "decisions": lists.part_of(
            item.decisions.select_related("episode").order_by("pk"), LINES_SHOWN
        ),
        "curve": charts.decay_curve(
            item,
            settings_of(item.namespace.tenant_id),
            used_at=_used_at(item),
            now=timezone.now(),
        ),
        "relations": lists.part_of(item.relations.select_related("subject", "object"), LINES_SHOWN),
        "conflicts": lists.part_of(
            access.conflicts_of(request)
            .filter(Q(old_item=item) | Q(new_item=item))
            .select_related("old_item", "new_item")
            .order_by("-pk"),
            LINES_SHOWN,
        ),
    }
    return render(request, "dashboard/item.html", context)


def load(request: HttpRequest, item_id: int) -> MemoryItem:
    rows = access.items_of(request).select_related(
        "namespace__user", "decay", "episode", "author", "overrides", "supersedes", "document"
    )
    return access.one(rows, pk=item_id)


def facts(request: HttpRequest, item: MemoryItem) -> dict[str, Any]:
    """Return what page and peek panel both show of an item."""
    message_id = _message_of(item)
    passage = transcripts.passage(message_id, tenant_id=access.viewer(request).tenant_id)
    return {
        "item": item,
        "edited_from": _edited_from(item),
        "row": item_rows([item])[0],
        "owner": item.namespace.user,
        "kind": KINDS.get(Kind(item.kind), item.kind),
        "why_status": decision_reason(item.status_reason) if item.status_reason else "",
        "passage": passage,
        "source_trace": transcripts.turn_of_message(message_id) if message_id else "",
        "item_actions": act.item_menu(request, item),
        "successor": item.successors.order_by("version").first(),
        "hidden_by": item.overridden_by.filter(
            status="active", expires_at__gt=timezone.now()
        ).first(),
        "vector": VectorOperation.objects.filter(key=f"item:{item.pk}").order_by("-pk").first(),
    }


def _message_of(item: MemoryItem) -> int | None:
    """Return the message that an item was read out of; an edited one's is its chain's newest."""
    if item.message_id:
        return item.message_id
    chain = MemoryItem.objects.of(item.namespace).filter(chain=item.chain, version__lt=item.version)
    said = chain.exclude(message_id=None).order_by("-version")
    return said.values_list("message_id", flat=True).first()


def _edited_from(item: MemoryItem) -> MemoryItem | None:
    """Return the version that a person's edit replaced, when it can be put back."""
    old = item.supersedes
    is_edited = item.status_reason == "edited" and item.status == Status.ACTIVE
    can_return = old is not None and old.status == Status.DEPRECATED
    return old if is_edited and can_return else None


def versions(item: MemoryItem) -> lists.Part:
    """Return the version chain, newest first, each with its words against the one before."""
    rows = MemoryItem.objects.of(item.namespace).filter(chain=item.chain)
    found = rows.select_related("author").order_by("-version", "-pk")
    chain = lists.part_of(found, VERSIONS_SHOWN + 1)  # one more: what the last is compared with
    older = {version.pk: version for version in chain}
    shown = [
        {
            "item": version,
            "is_this": version.pk == item.pk,
            "changes": word_changes(older[version.supersedes_id].text, version.text)
            if version.supersedes_id in older
            else (),
            "row": row,
        }
        for version, row in zip(chain, item_rows(chain), strict=True)
    ]
    return lists.Part(shown[:VERSIONS_SHOWN], chain.total)


def recall_history(item: MemoryItem) -> tuple[list[dict[str, Any]], int]:
    """Return the newest turns where the item was a candidate, and how many there are."""
    rows = RecallCandidate.objects.filter(item=item).select_related("trace")
    shown = list(rows.defer("trace__messages").order_by("-trace__created_at")[:RECALLS_SHOWN])
    return [
        {
            "candidate": candidate,
            "trace": candidate.trace,
            "outcome": outcome_of(candidate),
            "label": reason_label(outcome_of(candidate)),
            "sentence": sentence(candidate, candidate.trace.policy_values),
        }
        for candidate in shown
    ], rows.order_by()[:10_000].count()


def _used_at(item: MemoryItem) -> list[tuple[Any, str]]:
    """Return (time, trace id) of the recalls that moved the item's last access."""
    rows = RecallCandidate.objects.filter(item=item, is_used=True).order_by("-trace__created_at")
    return list(rows.values_list("trace__created_at", "trace__trace_id")[:50])[::-1]
