"""Everything that was derived from one message."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from memory.dashboard import access, lists, transcripts
from memory.dashboard.items import item_rows, with_details
from memory.models import Relation

SHOWN = 100


@access.operator_page
def derived(request: HttpRequest, message_id: int) -> HttpResponse:
    """Show items (all versions), evidence, edges, experiences and summaries that rest on it."""
    passage = transcripts.passage(message_id, tenant_id=access.viewer(request).tenant_id)
    episodes = access.episodes_of(request).filter(user_message_id=message_id)
    if passage is None and not episodes.exists():
        raise Http404
    items = access.items_of(request).filter(message_id=message_id)
    repeated = access.items_of(request).filter(evidence__message_id=message_id)
    later = access.items_of(request).filter(chain__in=items.values("chain"))
    turn_ids = list(episodes.exclude(turn_id=None).values_list("turn_id", flat=True))
    return render(
        request,
        "dashboard/derived.html",
        {
            "passage": passage,
            "trace_id": transcripts.turn_of_message(message_id),
            "direct": _part(items.order_by("pk")),
            "reinforced": _part(repeated.distinct()),
            "versions": _part(later.exclude(message_id=message_id).order_by("chain", "version")),
            "relations": lists.part_of(
                Relation.objects.filter(source__in=items).select_related(
                    "subject", "object", "source"
                ),
                SHOWN,
            ),
            "experiences": lists.part_of(
                access.experiences_of(request).filter(turn_id__in=turn_ids), SHOWN
            ),
            "summaries": lists.part_of(transcripts.summaries_of(message_id), SHOWN),
        },
    )


def _part(rows: lists.Rows) -> lists.Part:
    part = lists.part_of(with_details(rows), SHOWN)
    return lists.Part(item_rows(part), part.total)
