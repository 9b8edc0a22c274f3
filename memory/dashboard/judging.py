"""Judging the candidates of a turn: each mark is kept, and becomes a case of the own evaluation."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from memory import judging
from memory.dashboard import access
from memory.models import Judgement, MemoryItem, RecallTrace

CHOICES = {"wanted": True, "unwanted": False, "none": None}


def verdicts(trace: RecallTrace, item_ids: Iterable[int]) -> dict[int, str]:
    """Return what was said of each item in this turn."""
    rows = Judgement.objects.filter(trace=trace, item_id__in=list(item_ids))
    return {
        item_id: "wanted" if is_wanted else "unwanted"
        for item_id, is_wanted in rows.values_list("item_id", "is_wanted")
    }


@require_POST
@access.operator_page
def judge(request: HttpRequest, trace_id: str, item_id: int) -> HttpResponse:
    """Keep whether an item belongs into a turn's context: `verdict` wanted, unwanted or none."""
    trace = access.one(access.traces_of(request).select_related("namespace"), trace_id=trace_id)
    item = access.one(
        MemoryItem.objects.filter(
            namespace__tenant_id=access.viewer(request).tenant_id
        ).select_related("namespace"),
        pk=item_id,
    )
    verdict = request.POST.get("verdict", "")
    if verdict not in CHOICES:
        raise Http404
    try:
        judging.judge(
            trace=trace,
            item=item,
            is_wanted=CHOICES[verdict],
            acting_user=access.viewer(request),
        )
    except judging.NotOfThisTurn as error:
        raise Http404 from error
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(reverse("dashboard:turn", args=[trace_id]))
    was_in = trace.candidates.filter(item=item).exclude(outcome="dropped").exists()
    return render(
        request,
        "dashboard/turn/judge.html",
        {
            "trace_id": trace_id,
            "item_id": item_id,
            "was_in": was_in,
            "verdict": "" if verdict == "none" else verdict,
        },
    )
