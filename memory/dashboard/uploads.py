"""Uploading shared material: files, the preview of what an import would do, the import, removal."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from memory import uploads
from memory.audit import person
from memory.dashboard import access, act, undo
from memory.dashboard.forms import ActForm, CountForm
from memory.dashboard.runs import ask_and_start
from memory.domain.chunking import UnreadableDocument
from memory.knowledge import MAX_BYTES, remove_document
from memory.models import KnowledgeDocument, Namespace, RecallCandidate

MOST_FILES = 50
STATES = {
    "new": gettext_lazy("new"),
    "changed": gettext_lazy("changed: only what differs is read"),
    "same": gettext_lazy("imported already, unchanged"),
    "elsewhere": gettext_lazy("imported already under another name"),
    "unreadable": gettext_lazy("cannot be read"),
}


@require_POST
@access.operator_page
def upload(request: HttpRequest) -> HttpResponse:
    """Keep the chosen files and show their preview; what cannot be kept is named."""
    files = request.FILES.getlist("files")[:MOST_FILES]
    batch, kept = uuid.uuid4(), 0
    for file in files:
        try:
            if (file.size or 0) > MAX_BYTES:
                raise uploads.TooLarge(file.name)
            uploads.keep_upload(
                namespace=Namespace.objects.shared(access.tenant_of(request)),
                batch=batch,
                name=file.name or "",
                data=file.read(),
                acting_user=access.viewer(request),
                now=timezone.now(),
            )
            kept += 1
        except UnreadableDocument as error:
            messages.error(request, f"{file.name}: {_why(error)}")
    if not files:
        messages.error(request, _("Choose a file first."))
    return redirect("dashboard:uploads", batch) if kept else redirect("dashboard:knowledge")


def _why(error: UnreadableDocument) -> str:
    if isinstance(error, uploads.WrongKind):
        return _("only Markdown (.md), CSV and JSON Lines (.jsonl) are read")
    if isinstance(error, uploads.TooLarge):
        return _("larger than %(n)d MB: split it") % {"n": MAX_BYTES // 1_000_000}
    return _("not text in UTF-8")


@access.operator_page
def batch_page(request: HttpRequest, batch: uuid.UUID) -> HttpResponse:
    """Show what an import of these files would do, chunk by chunk."""
    found = access.uploads_of(request).filter(batch=batch).select_related("namespace__tenant")
    previews = [uploads.preview(one) for one in found.order_by("name")]
    if not previews:
        raise Http404
    return render(
        request,
        "dashboard/uploads.html",
        {
            "batch": batch,
            "previews": [{"preview": one, "state": STATES[one.state]} for one in previews],
            "importable": sum(one.is_importable for one in previews),
        },
    )


@access.operator_page
def start(request: HttpRequest, batch: uuid.UUID) -> HttpResponse:
    """Import what was looked at: a run with progress."""
    number = access.uploads_of(request).filter(batch=batch).count()
    if not number:
        raise Http404
    said = ngettext("%(n)d file", "%(n)d files", number) % {"n": number}
    return ask_and_start(
        request,
        "import",
        ActForm(request.POST if request.method == "POST" else None),
        parameters={"batch": str(batch), "files": said},
        back=reverse("dashboard:knowledge"),
        url=reverse("dashboard:upload_import", args=[batch]),
        counts={_("files"): number},
        warning=_("Everybody of the tenant can then be answered from it."),
    )


@access.operator_page
def discard(request: HttpRequest, batch: uuid.UUID) -> HttpResponse:
    """Give the files up, with a reason; for a day they can be taken up again."""
    number = access.uploads_of(request).filter(batch=batch).count()
    if not number:
        raise Http404
    form = ActForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        uploads.give_up(
            namespace=Namespace.objects.shared(access.tenant_of(request)),
            batch=batch,
            acting_user=access.viewer(request),
            reason=form.cleaned_data["reason"],
        )
        undo.remember(request, _("Given up"), [], by=("uploads", {"batch": str(batch)}))
        return act.done(request, reverse("dashboard:knowledge"))
    return act.dialog(
        request,
        form,
        title=_("Give the files up"),
        warning=_("Nothing of them is imported. For a day they can be taken up again by “Undo”."),
        counts={_("files"): number},
        affected=[],
        refused=[],
        url=reverse("dashboard:upload_discard", args=[batch]),
    )


@undo.way("uploads")
def _take_up_again(request: HttpRequest, values: Mapping[str, Any]) -> None:
    try:
        uploads.take_up_again(
            namespace=Namespace.objects.shared(access.tenant_of(request)),
            batch=uuid.UUID(values["batch"]),
            acting_user=access.viewer(request),
            reason=_("undone"),
        )
    except uploads.NothingWaits as error:
        raise undo.NotPossible(_("the files are no longer kept")) from error


@access.operator_page
def remove(request: HttpRequest, document_id: int) -> HttpResponse:
    """Remove a document with its chunks: what depends on it is counted, the number typed."""
    removed = KnowledgeDocument.State.REMOVED
    rows = access.documents_of(request).exclude(state=removed).select_related("namespace__tenant")
    document = access.one(rows, pk=document_id)
    chunks = document.chunks.count()
    uses = RecallCandidate.objects.filter(item__document=document).exclude(outcome="dropped")
    form = CountForm(
        request.POST if request.method == "POST" else None,
        number=chunks,
        label=_("Type the number of its chunks"),
    )
    if request.method == "POST" and form.is_valid():
        remove_document(
            document,
            author=person(access.viewer(request)),
            now=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
        undo.remember(request, _("Removed: “%(title)s”") % {"title": document.title}, [])
        return act.done(request, reverse("dashboard:knowledge"))
    return act.dialog(
        request,
        form,
        title=_("Remove “%(title)s”") % {"title": document.title},
        warning=_("Its chunks leave recall for good. To bring it back, upload it again."),
        counts={
            _("chunks"): chunks,
            _("turns that got a part of it"): uses.values("trace").distinct().count(),
        },
        affected=[],
        refused=[],
        url=reverse("dashboard:document_remove", args=[document_id]),
        is_dangerous=True,
    )
