"""Erasure and export: is it gone, and can it be proved?"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.dashboard import access, lists
from memory.dashboard.csv_file import csv_response
from memory.models import Conflict, Episode, ErasureReceipt, MemoryItem, Namespace, User

STATES = {
    ErasureReceipt.State.RUNNING: gettext_lazy("running"),
    ErasureReceipt.State.CLEAN: gettext_lazy("gone, read back as 0"),
    ErasureReceipt.State.MISMATCH: gettext_lazy("something is left"),
}


def spec() -> lists.ListSpec:
    return lists.ListSpec(
        name="receipts",
        search=lists.contains("user_name", "reason"),
        search_label=_("User or reason"),
        sorts=[lists.Sort(name="newest", label=_("Newest first"), field="created_at",
                          parse=lists.parse_time)],
        filters=[
            lists.Filter(name="state", label=_("State"), apply=lists.equals("state"),
                         choices=[(k.value, str(v)) for k, v in STATES.items()]),
            lists.Filter(name="scope", label=_("Scope"), apply=lists.equals("scope"),
                         choices=[("item", _("one item")), ("conversation", _("a conversation")),
                                  ("user", _("a user")), ("tenant", _("the tenant"))]),
        ],
        columns=[
            lists.Column(name="id", value=lambda r: r.pk),
            lists.Column(name="user", value=lambda r: r.user_name),
            lists.Column(name="scope", value=lambda r: r.scope),
            lists.Column(name="state", value=lambda r: r.state),
            lists.Column(name="asked", value=lambda r: r.created_at),
            lists.Column(name="finished", value=lambda r: r.finished_at),
            lists.Column(name="layers", value=lambda r: str(r.layers)),
        ],
        time_field="created_at",
    )  # fmt: skip


@access.operator_page
def erasure(request: HttpRequest) -> HttpResponse:
    """Show the receipts, and for `?user=` what an erasure would take."""
    rows = access.receipts_of(request).select_related("asked_by")
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(), rows)
    page = lists.build_page(request, spec(), rows)
    person = None
    if request.GET.get("user", "").isdecimal():
        person = access.one(access.users_of(request), pk=request.GET["user"])
    return render(
        request,
        "dashboard/erasure.html",
        {
            "page": page,
            "rows": [receipt_row(receipt) for receipt in page.rows],
            "person": person,
            "counts": held_counts(person) if person else {},
            "people": access.users_of(request).order_by("username")[:200],
        },
    )


def held_counts(person: User) -> dict[str, int]:
    """Return how much an erasure of this person would take, by layer."""
    namespace = Namespace.objects.filter(user=person).first()
    if namespace is None:
        return {}
    return {
        _("Memory items, all versions"): MemoryItem.objects.of(namespace).count(),
        _("Recorded exchanges"): Episode.objects.filter(namespace=namespace).count(),
        _("Recall traces"): namespace.traces.count(),
        _("Conflicts"): Conflict.objects.filter(namespace=namespace).count(),
        _("Relations of the graph"): namespace.relations.count(),
        _("Snapshots of working memory"): namespace.snapshots.count(),
    }


def receipt_row(receipt: ErasureReceipt) -> dict[str, Any]:
    layers = [
        {"name": name, **counts, "result": _result(counts)}
        for name, counts in receipt.layers.items()
        if isinstance(counts, dict)
    ]
    return {
        "receipt": receipt,
        "state": STATES.get(ErasureReceipt.State(receipt.state), receipt.state),
        "layers": layers,
        "steps": steps(receipt),
        "removed": sum(int(layer.get("removed") or 0) for layer in layers),
        "remaining": sum(int(layer.get("remaining") or 0) for layer in layers),
    }


def _result(counts: Mapping[str, Any]) -> str:
    """Return failed, left, gone, or nothing for a layer that held nothing of what was sought."""
    if "error" in counts:
        return "failed"
    if counts.get("remaining"):
        return "left"
    return "gone" if counts.get("requested") or counts.get("removed") else "nothing"


def steps(receipt: ErasureReceipt) -> list[dict[str, Any]]:
    """Return how far an erasure is: each step with its state, done, waiting or failed, its moment.

    The rows go in the transaction that writes the receipt; the index and working memory follow it,
    then every layer is read back, and what is left is tried again.
    """
    is_read = receipt.finished_at is not None
    is_clean = receipt.state == ErasureReceipt.State.CLEAN
    after = "done" if is_read else "waiting"
    return [
        {"label": _("asked"), "state": "done", "at": receipt.created_at},
        {"label": _("taken out of the database"), "state": "done", "at": receipt.created_at},
        {"label": _("taken out of index and working memory"),
         "state": "failed" if is_read and not is_clean else after, "at": None},
        {"label": _("read back in every layer"),
         "state": after, "at": receipt.finished_at},
        {"label": _("receipt: nothing is left") if is_clean else _("receipt: something is left, "
         "and is tried again") if is_read else _("receipt"),
         "state": "done" if is_clean else "failed" if is_read else "waiting", "at": None},
    ]  # fmt: skip


@access.operator_page
def receipt_page(request: HttpRequest, receipt_id: int) -> HttpResponse:
    """Show one receipt, or with `?format=json` give it as a file."""
    receipt = access.one(access.receipts_of(request).select_related("asked_by"), pk=receipt_id)
    if request.GET.get("format") == "json":
        return JsonResponse(
            {
                "receipt": receipt.pk,
                "user": receipt.user_name,
                "scope": receipt.scope,
                "state": receipt.state,
                "asked_at": receipt.created_at,
                "finished_at": receipt.finished_at,
                "reason": receipt.reason,
                "layers": receipt.layers,
            },
            headers={
                "Content-Disposition": f'attachment; filename="erasure-receipt-{receipt.pk}.json"'
            },
            json_dumps_params={"ensure_ascii": False, "indent": 2},
        )
    return render(
        request, "dashboard/receipt.html", {"row": receipt_row(receipt), "receipt": receipt}
    )
