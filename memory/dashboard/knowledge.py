"""Knowledge: what is in the shared material, and whether it is used."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.dashboard import access, lists
from memory.dashboard.csv_file import csv_response
from memory.dashboard.runs import cards
from memory.domain.chunking import FORMATS
from memory.knowledge import MAX_BYTES
from memory.models import KnowledgeDocument, MemoryItem, RecallCandidate

STATES = {
    KnowledgeDocument.State.READING: gettext_lazy("reading"),
    KnowledgeDocument.State.READY: gettext_lazy("ready"),
    KnowledgeDocument.State.FAILED: gettext_lazy("failed"),
    KnowledgeDocument.State.REMOVED: gettext_lazy("removed"),
}
USES_DAYS = 30
USES_SHOWN = 20


def spec() -> lists.ListSpec:
    return lists.ListSpec(
        name="knowledge",
        search=lists.contains("title", "path"),
        search_label=_("Words of the title or path"),
        sorts=[
            lists.Sort(name="newest", label=_("Newest first"), field="imported_at",
                       parse=lists.parse_time),
            lists.Sort(name="title", label=_("Title"), field="title", parse=str,
                       is_descending=False),
        ],
        filters=[
            lists.Filter(name="state", label=_("State"), apply=lists.equals("state"),
                         choices=[(k.value, str(v)) for k, v in STATES.items()]),
        ],
        columns=[
            lists.Column(name="id", value=lambda d: d.pk),
            lists.Column(name="title", value=lambda d: d.title),
            lists.Column(name="path", value=lambda d: d.path),
            lists.Column(name="state", value=lambda d: d.state),
            lists.Column(name="imported", value=lambda d: d.imported_at),
        ],
    )  # fmt: skip


def chunk_spec() -> lists.ListSpec:
    return lists.ListSpec(
        name="chunks",
        search=lists.contains("text"),
        search_label=_("Words of the chunk"),
        sorts=[lists.Sort(name="order", label=_("In order"), field="id", parse=int,
                          is_descending=False)],
        page_size=25,
    )  # fmt: skip


@access.operator_page
def knowledge(request: HttpRequest) -> HttpResponse:
    """Show the documents of the tenant."""
    rows = access.documents_of(request).select_related("imported_by")
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(), rows)
    page = lists.build_page(request, spec(), rows)
    return render(
        request,
        "dashboard/knowledge.html",
        {
            "page": page,
            "rows": document_rows(page.rows),
            "run_cards": cards(request, "import"),
            "accepted": ",".join(FORMATS),
            "most_megabytes": MAX_BYTES // 1_000_000,
        },
    )


def document_rows(found: list[KnowledgeDocument]) -> list[dict[str, Any]]:
    ids = [document.pk for document in found]
    since = timezone.now() - timedelta(days=USES_DAYS)
    turns = reverse("dashboard:turns")
    chunks = dict(
        MemoryItem.objects.filter(document_id__in=ids)
        .values_list("document_id")
        .annotate(number=Count("pk", filter=Q(status="active")))
        .order_by()
    )
    uses = dict(
        RecallCandidate.objects.filter(item__document_id__in=ids, trace__created_at__gt=since)
        .exclude(outcome="dropped")
        .values_list("item__document_id")
        .annotate(number=Count("trace", distinct=True))
        .order_by()
    )
    return [
        {
            "document": document,
            "state": STATES.get(KnowledgeDocument.State(document.state), document.state),
            "chunks": chunks.get(document.pk, 0),
            "uses": uses.get(document.pk, 0),
            "uses_url": f"{turns}?{urlencode({'document': document.pk, 'from': since})}",
        }
        for document in found
    ]


@access.operator_page
def document_page(request: HttpRequest, document_id: int) -> HttpResponse:
    """Show one document, its chunks in order and the turns that used them."""
    document = access.one(
        access.documents_of(request).select_related("imported_by"), pk=document_id
    )
    chunks = access.items_of(request).filter(document=document)
    used = (
        RecallCandidate.objects.filter(item__document=document)
        .exclude(outcome="dropped")
        .select_related("trace__namespace__user", "item")
        .defer("trace__messages")
        .order_by("-pk")
    )
    return render(
        request,
        "dashboard/document.html",
        {
            "document": document,
            "row": document_rows([document])[0],
            "page": lists.build_page(request, chunk_spec(), chunks),
            "used": lists.part_of(used, USES_SHOWN),
        },
    )
