"""Saved views of lists: the address of a list under a name, for oneself or for the whole tenant."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from memory.dashboard import access, act, undo
from memory.models import SavedView

MOST = 50  # of one person and list
# Lists that can be saved, by the name of their address; the audit is for admins only.
LISTS = (
    *("items", "turns", "users", "review", "conflicts", "experiences", "knowledge"),
    *("evaluations", "jobs", "audit", "erasure", "forgetting"),
)
ADMIN_LISTS = ("audit",)
PASSING = ("after", "since", "peek", "format")  # the page and the panel are no part of a view


class ViewForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the view"),
        max_length=80,
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    is_shared = forms.BooleanField(
        label=gettext_lazy("Share it with the operators of the tenant"), required=False
    )


def views_of(request: HttpRequest, list_name: str) -> dict[str, Any] | None:
    """Return what the menu of a list shows; None where a list cannot be saved."""
    here = getattr(request.resolver_match, "url_name", "")
    if here != list_name or list_name not in LISTS:
        return None
    person = access.viewer(request)
    visible = Q(owner=person) | Q(is_shared=True)
    rows = SavedView.objects.filter(visible, tenant_id=person.tenant_id, list_name=list_name)
    now = lasting(request.GET.urlencode())
    return {
        "list": list_name,
        "query": now,
        "rows": [
            {
                "view": view,
                "url": reverse(f"dashboard:{list_name}") + (f"?{view.query}" if view.query else ""),
                "is_here": view.query == now,
                "is_own": view.owner_id == person.pk,
            }
            for view in rows.select_related("owner").order_by("name", "pk")[: 2 * MOST]
        ],
    }


def lasting(query: str) -> str:
    """Return a query string in one order, without what names a page or a panel."""
    kept = QueryDict(query, mutable=True)
    for name in list(kept):
        if name in PASSING or not kept[name]:
            del kept[name]
    ordered = QueryDict(mutable=True)
    for name in sorted(kept):
        ordered[name] = str(kept[name])
    address: str = ordered.urlencode()
    return address[:1000]


@access.operator_page
def save(request: HttpRequest, list_name: str) -> HttpResponse:
    """Keep the address of a list under a name; the same name again takes its place."""
    if list_name not in LISTS:
        raise Http404
    if list_name in ADMIN_LISTS:
        access.require_admin(request)
    source = request.POST if request.method == "POST" else request.GET
    query = lasting(source.get("query", ""))
    form = ViewForm(request.POST if request.method == "POST" else None)
    person = access.viewer(request)
    if request.method == "POST" and form.is_valid():
        own = SavedView.objects.filter(owner=person, list_name=list_name)
        if own.count() >= MOST and not own.filter(name=form.cleaned_data["name"]).exists():
            form.add_error(None, _("You have many views of this list: remove one first."))
        else:
            before = own.filter(name=form.cleaned_data["name"]).first()
            view, _is_new = SavedView.objects.update_or_create(
                owner=person,
                list_name=list_name,
                name=form.cleaned_data["name"],
                defaults={
                    "tenant_id": person.tenant_id,
                    "query": query,
                    "is_shared": form.cleaned_data["is_shared"],
                    "created_at": timezone.now(),
                },
            )
            values = {"view": view.pk, "before": _standing(before)}
            undo.remember(request, _("View saved"), [], by=("view", values))
            return act.done(request, reverse(f"dashboard:{list_name}") + f"?{query}")
    return act.dialog(
        request,
        form,
        title=_("Save this view"),
        affected=[],
        refused=[],
        url=reverse("dashboard:view_save", args=[list_name]),
        hidden=[("query", query)],
    )


@require_POST
@access.operator_page
def remove(request: HttpRequest, view_id: int) -> HttpResponse:
    """Remove a view of one's own; admins may remove any that is shared."""
    person = access.viewer(request)
    rows = SavedView.objects.filter(tenant_id=person.tenant_id)
    rows = (
        rows.filter(Q(owner=person) | Q(is_shared=True))
        if person.is_admin
        else rows.filter(owner=person)
    )
    view = access.one(rows, pk=view_id)
    values = {"view": None, "before": _standing(view)}
    view.delete()
    said = _("View removed: “%(name)s”") % {"name": view.name}
    undo.remember(request, said, [], by=("view", values))
    return act.done(request, act.back_to(request) or reverse(f"dashboard:{view.list_name}"))


def _standing(view: SavedView | None) -> dict[str, Any] | None:
    """Return what a view is, as JSON values; None for one that is not there."""
    names = ("owner_id", "tenant_id", "list_name", "name", "query", "is_shared")
    return {name: getattr(view, name) for name in names} if view else None


@undo.way("view")
def _take_back(request: HttpRequest, values: Mapping[str, Any]) -> None:
    """Let a view be as before it was saved or removed."""
    before, tenant = values["before"], access.tenant_of(request)
    if before is None:
        SavedView.objects.filter(pk=values["view"], tenant=tenant).delete()
        return
    key = {name: before[name] for name in ("owner_id", "tenant_id", "list_name", "name")}
    if values["view"] is None and SavedView.objects.filter(**key).exists():
        raise undo.NotPossible(_("there is another view of this name by now"))
    kept = {name: before[name] for name in ("query", "is_shared")}
    SavedView.objects.update_or_create(
        **key, defaults=kept, create_defaults={**kept, "created_at": timezone.now()}
    )
