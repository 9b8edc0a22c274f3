"""Erasing a person, exporting, and giving failed turns another try."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memory import api, audit
from memory.dashboard import access, act, undo
from memory.dashboard.erasure import held_counts
from memory.dashboard.forms import ActForm, EraseUserForm
from memory.models import Episode, Namespace

FORMS = {"json": ("application/json", "json"), "markdown": ("text/markdown", "md")}


@access.operator_page
def erase_user(request: HttpRequest, user_id: int) -> HttpResponse:
    """Erase everything of a person: their name is typed, the receipt is shown."""
    person = access.one(access.users_of(request), pk=user_id)
    namespace = Namespace.objects.for_user(person)
    form = EraseUserForm(
        request.POST if request.method == "POST" else None, name=person.get_username()
    )
    if request.method == "POST" and form.is_valid():
        receipt = api.erase(
            namespace=namespace,
            scope="user",
            acting_user=access.viewer(request),
            reason=form.cleaned_data["reason"],
        )
        undo.remember(request, _("Erased; this is the receipt"), [])
        return act.done(request, reverse("dashboard:receipt", args=[receipt.pk]))
    return act.dialog(
        request,
        form,
        title=_("Erase everything about %(name)s") % {"name": person.get_username()},
        warning=_("It goes from every layer and cannot come back."),
        counts=held_counts(person),
        affected=[],
        refused=[],
        url=reverse("dashboard:erase_user", args=[user_id]),
        is_dangerous=True,
    )


@require_POST
@access.operator_page
def export(request: HttpRequest, user_id: int) -> HttpResponse:
    """Give everything of a person as a file; the export is an audit event."""
    person = access.one(access.users_of(request), pk=user_id)
    if request.POST.get("form") not in FORMS:
        raise Http404
    content_type, ending = FORMS[request.POST["form"]]
    namespace = Namespace.objects.for_user(person)
    text = api.export(namespace=namespace, format=request.POST["form"])
    audit.record_event(
        namespace=namespace,
        action="memory.exported",
        author=audit.person(access.viewer(request)),
        now=timezone.now(),
        object_type="user",
        object_id=person.pk,
        after={"format": request.POST["form"], "characters": len(text)},
    )
    name = f"memory-{person.pk}-{timezone.now():%Y%m%d}.{ending}"
    return HttpResponse(
        text,
        content_type=f"{content_type}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@access.operator_page
def retry(request: HttpRequest) -> HttpResponse:
    """Give the failed turns of one cause fresh attempts."""
    error = request.POST.get("error") or request.GET.get("error", "")
    failed = access.episodes_of(request).filter(state=Episode.State.FAILED, error=error)
    form = ActForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        number = 0
        for namespace in access.namespaces_of(request).filter(episodes__in=failed).distinct():
            number += api.retry_failed(namespace=namespace)
            audit.record_event(
                namespace=namespace,
                action="episodes.retried",
                author=audit.person(access.viewer(request)),
                now=timezone.now(),
                object_type="episode",
                reason=form.cleaned_data["reason"],
                after={"count": number},
            )
        undo.remember(request, _("%(n)d turns are tried again") % {"n": number}, [])
        return act.done(request, reverse("dashboard:jobs"))
    return act.dialog(
        request,
        form,
        title=_("Try again"),
        warning=_(
            "Every failed turn of the users concerned gets fresh attempts. It cannot be taken "
            "back; what is read then is shown with its turn."
        ),
        counts={_("failed with this cause"): failed.count()},
        affected=[],
        refused=[],
        url=reverse("dashboard:retry"),
        hidden=[("error", error)],
    )
