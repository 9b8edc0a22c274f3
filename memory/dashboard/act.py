"""Acts on one or many items: a dialog that asks for the reason, then the change, then the undo."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from memory import actions
from memory.dashboard import access, item, items, lists, undo
from memory.dashboard.acts import ACTS, Act
from memory.dashboard.forms import ActForm
from memory.domain.types import Status
from memory.models import MemoryEvent, MemoryItem

BULK_CAP = 500
RECENT_REASONS = 3
_Matching = Callable[[HttpRequest], lists.Rows]
_MATCHING: dict[str, _Matching] = {}  # by the name of the list


@access.operator_page
def act(request: HttpRequest, item_id: int, name: str) -> HttpResponse:
    """Show the dialog of an act; on POST carry it out."""
    chosen = _act(request, name)
    asked = item.load(request, item_id)
    found = _newest(request, asked) if name == "edit" else asked
    refusal = chosen.refuse(found)
    form = chosen.form(request.POST if request.method == "POST" else None, item=found)
    if request.method == "POST" and found != asked and form.is_valid():
        _tell_standing(form, found)
    elif request.method == "POST" and not refusal and form.is_valid():
        answer = _carry_out(request, chosen, found, form)
        if answer is not None:
            return answer
    return dialog(
        request,
        form,
        title=str(chosen.label),
        warning=str(chosen.warning),
        affected=[found],
        refused=[(found, refusal)] if refusal else [],
        url=reverse("dashboard:act", args=[found.pk, name]),
        presence=("item", found.pk) if name == "edit" else None,
        is_dangerous=name == "erase",
    )


def _act(request: HttpRequest, name: str) -> Act:
    if name not in ACTS:
        raise Http404
    if ACTS[name].needs_admin:
        access.require_admin(request)
    return ACTS[name]


def _carry_out(
    request: HttpRequest, chosen: Act, found: MemoryItem, form: ActForm
) -> HttpResponse | None:
    """Run the act; None with an error in the form when the core refuses it."""
    values = dict(form.cleaned_data)
    reason = values.pop("reason")
    try:
        taken_back_by = chosen.run(found, access.viewer(request), reason, values)
    except actions.StaleItem:
        found.refresh_from_db()
        _tell_standing(form, found)
        return None
    except actions.ActionRefused as error:
        form.add_error(None, str(error))
        return None
    said = str(chosen.done)
    if taken_back_by is not None and taken_back_by.said:
        said = _("%(done)s. %(more)s") % {"done": said, "more": taken_back_by.said}
    undo.remember(request, said, [(found.pk, taken_back_by)])
    return done(request, back_address(request, found, chosen.name))


def _newest(request: HttpRequest, asked: MemoryItem) -> MemoryItem:
    """Return the version that stands by now, when somebody edited the one that was asked for."""
    later = MemoryItem.objects.of(asked.namespace).live().filter(chain=asked.chain)
    newest = later.filter(version__gt=asked.version).order_by("-version").first()
    is_replaced = asked.status == Status.DEPRECATED and asked.status_reason == "edited"
    return item.load(request, newest.pk) if newest is not None and is_replaced else asked


def _tell_standing(form: ActForm, found: MemoryItem) -> None:
    yours = form.cleaned_data
    rows = [(_("Text"), yours.get("text", found.text), found.text)]
    rows.append((_("Value"), yours.get("value", found.value), found.value))
    form.tell_standing(rows, revision=found.revision)


def dialog(request: HttpRequest, form: Any, **context: Any) -> HttpResponse:
    """Return the dialog of an act: a fragment for htmx, a page without it."""
    template = "dashboard/act_dialog.html" if request.htmx else "dashboard/act_page.html"  # type: ignore[attr-defined]
    status = 422 if form.is_bound else 200
    context = {
        "form": form,
        "reasons": recent_reasons(request),
        "back": back_to(request),
        **context,
    }
    return render(request, template, context, status=status)


def recent_reasons(request: HttpRequest) -> list[str]:
    """Return the last different reasons that this person gave."""
    rows = MemoryEvent.objects.filter(actor=access.viewer(request)).exclude(reason="")
    reasons = rows.order_by("-pk").values_list("reason", flat=True)[:30]
    return list(dict.fromkeys(reasons))[:RECENT_REASONS]


def back_to(request: HttpRequest) -> str:
    """Return the page that an act was asked for from; "" when it is not known."""
    asked = request.POST.get("back") or request.GET.get("back") or ""
    current = getattr(request, "htmx", None) and request.htmx.current_url_abs_path  # type: ignore[attr-defined]
    for address in (asked, current or ""):
        is_own = urlsplit(address).path == request.path  # the page of the act itself
        if not is_own and url_has_allowed_host_and_scheme(address, allowed_hosts=None):
            return address
    return ""


def back_address(request: HttpRequest, found: MemoryItem, name: str) -> str:
    """Return where to go after an act: an edited item has a new page, an erased one has none."""
    own = reverse("dashboard:item", args=[found.pk])
    back = back_to(request) or own
    if name == "erase" and own in back:
        owner = found.namespace.user_id
        return reverse("dashboard:user", args=[owner]) if owner else reverse("dashboard:items")
    if name == "edit" and own in back:
        newest = MemoryItem.objects.of(found.namespace).filter(chain=found.chain)
        return reverse("dashboard:item", args=[newest.order_by("-version")[0].pk])
    return back


def done(request: HttpRequest, address: str) -> HttpResponse:
    """Send the browser on; with htmx by a header, as the dialog is only a part of the page."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


@require_POST
@access.operator_page
def bulk(request: HttpRequest) -> HttpResponse:
    """Show what an act on the selected items would do, and what is not permitted; then do it."""
    chosen = _act(request, request.POST.get("action", ""))
    if not chosen.in_bulk:
        raise Http404
    selected = _selected(request)
    refused = [(found, why) for found in selected if (why := chosen.refuse(found))]
    permitted = [found for found in selected if not chosen.refuse(found)]
    is_confirmed = bool(request.POST.get("confirmed"))
    form = chosen.form(request.POST if is_confirmed else None)
    failed: list[tuple[MemoryItem, str]] = []
    missing = 0
    if is_confirmed and permitted and form.is_valid():
        again = _carry_out_all(request, chosen, permitted, form)
        failed, permitted = [*again, *refused], [found for found, _why in again]
        missing = len(set(request.POST.getlist("ids"))) - len(selected)  # erased since the look
        if not failed and not missing:
            return done(request, back_to(request) or reverse("dashboard:items"))
        refused = []
    return render(
        request,
        "dashboard/bulk.html",
        {
            "form": form,
            "act": chosen,
            "permitted": permitted,
            "refused": refused,
            "failed": failed,
            "missing": missing,
            "reasons": recent_reasons(request),
            "back": back_to(request),
            "cap": BULK_CAP,
            "is_cut": len(selected) == BULK_CAP,
        },
        status=422 if is_confirmed else 200,
    )


def matching(list_name: str) -> Callable[[_Matching], _Matching]:
    """Register what "all that match" means on a list of items: its rows, as the address narrows."""

    def register(rows_of: _Matching) -> _Matching:
        _MATCHING[list_name] = rows_of
        return rows_of

    return register


@matching("items")
def _all_items(request: HttpRequest) -> lists.Rows:
    rows = items.with_details(access.items_of(request))
    user_id = request.POST.get("user", "")
    if user_id.isdecimal():
        rows = rows.filter(namespace__user_id=user_id)
    return lists.narrowed(request.GET, items.spec(request), rows)


def _selected(request: HttpRequest) -> list[MemoryItem]:
    """Return the items named one by one, or everything that the list's address narrows to."""
    if request.POST.get("all") and not request.POST.get("confirmed"):
        rows_of = _MATCHING.get(request.POST.get("list", ""), _all_items)
        return list(rows_of(request).order_by("-pk")[:BULK_CAP])
    rows = items.with_details(access.items_of(request))
    ids = [int(pk) for pk in request.POST.getlist("ids") if pk.isdecimal()]
    return list(rows.filter(pk__in=ids[:BULK_CAP]).order_by("-pk"))


def _carry_out_all(
    request: HttpRequest, chosen: Act, permitted: list[MemoryItem], form: ActForm
) -> list[tuple[MemoryItem, str]]:
    """Run the act on each; return those on which it failed, with why."""
    values = dict(form.cleaned_data)
    reason = values.pop("reason")
    finished, failed = [], []
    for found in permitted:
        try:
            taken_back_by = chosen.run(found, access.viewer(request), reason, values)
            finished.append((found.pk, taken_back_by))
        except (actions.ActionRefused, actions.StaleItem) as error:
            failed.append((found, str(error)))
    undo.remember(request, said_of_many(chosen.done, len(finished), len(failed)), finished)
    return failed


def said_of_many(what: Any, finished: int, failed: int) -> str:
    """Say how many of several were changed, and how many could not be."""
    text = ngettext("%(done)s: %(n)d item", "%(done)s: %(n)d items", finished)
    said = text % {"done": what, "n": finished}
    if failed:
        said += " · " + ngettext("%(n)d failed", "%(n)d failed", failed) % {"n": failed}
    return said


def item_menu(request: HttpRequest, found: MemoryItem) -> list[tuple[str, str, str]]:
    """Return (name, label, icon) of the acts that an item's menu lists."""
    is_admin = access.viewer(request).is_admin
    return [
        (act.name, str(act.label), act.icon)
        for act in ACTS.values()
        if act.is_listed
        and (is_admin or not act.needs_admin)
        and not act.refuse(found)
        and (act.name != "archive" or found.status == Status.ACTIVE)
    ]
