"""The alarms of the overview, and acknowledging one: who looks after it, until when.

An acknowledgement is an event of the audit; nothing else is stored.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.audit import person, record_event
from memory.dashboard import access, act, figures, undo
from memory.dashboard.forms import AlarmForm
from memory.models import ErasureReceipt, MemoryEvent, Namespace

ACTION = "alarm.acknowledged"
LONGEST = timedelta(days=7)
RECENT = 20  # turns: something missing in any of them is an alarm
# name: (icon, what is wrong, what it means for users, where to look)
ALARMS: dict[str, tuple[str, Promise, Promise, str]] = {
    "waiting": (
        "alert-triangle",
        gettext_lazy("Turns wait to be read"),
        gettext_lazy("what users said since is not remembered yet"),
        "jobs/?state=pending&sort=oldest",
    ),
    "index": (
        "database",
        gettext_lazy("The index lags behind"),
        gettext_lazy("new memories are found by their words only"),
        "jobs/?tab=index",
    ),
    "failed": (
        "circle-x",
        gettext_lazy("Turns could not be read"),
        gettext_lazy("what was said in them is not remembered"),
        "jobs/?state=failed",
    ),
    "degraded": (
        "plug-off",
        gettext_lazy("Recall went on with something missing"),
        gettext_lazy("replies may lack what is remembered"),
        "turns/?state=degraded",
    ),
    "erasure": (
        "alert-circle",
        gettext_lazy("An erasure left something behind"),
        gettext_lazy("it is tried again; see the receipt"),
        "erasure/?state=mismatch",
    ),
    "model": (
        "plug-off",
        gettext_lazy("A model fails"),
        gettext_lazy("its last call failed; users see an error or the local engine"),
        "",
    ),
}


def alarms(
    request: HttpRequest,
    queue: dict[str, Any],
    traces: list[figures.TraceFigures],
    failing: list[Any],
) -> list[dict[str, Any]]:
    """Return what is wrong now; what somebody looks after comes last, with who and until when."""
    recent = [trace for trace in traces[:RECENT] if trace.is_degraded]
    mismatch = access.receipts_of(request).filter(state=ErasureReceipt.State.MISMATCH)
    raised: list[tuple[str, datetime | None, str]] = []
    if queue["is_late"]:
        raised.append(("waiting", queue["oldest"], ""))
    if queue["is_outbox_late"]:
        raised.append(("index", queue["outbox_oldest"], ""))
    if queue["failed"]:
        raised.append(("failed", None, ""))
    if recent:
        raised.append(("degraded", recent[0].at, ""))
    if mismatch.exists():
        raised.append(("erasure", None, ""))
    raised += [("model", card.last_bad, card.urls["errors"]) for card in failing[:1]]
    seen = acknowledged(request) if raised else {}
    found = [_alarm(name, since, url, seen.get(name)) for name, since, url in raised]
    return sorted(found, key=lambda alarm: alarm["seen"] is not None)


def _alarm(name: str, since: datetime | None, url: str, seen: Any) -> dict[str, Any]:
    icon, what, effect, place = ALARMS[name]
    return {"name": name, "icon": icon, "what": what, "since": since, "effect": effect,
            "url": url or place, "seen": seen}  # fmt: skip


def acknowledged(request: HttpRequest) -> dict[str, dict[str, Any]]:
    """Return who looks after which alarm, by its name, as long as that holds (one query)."""
    now = timezone.now()
    rows = access.events_of(request).filter(action=ACTION, created_at__gt=now - LONGEST)
    found: dict[str, dict[str, Any]] = {}
    for event in rows.order_by("-created_at", "-pk")[:100]:
        name, until = event.after.get("alarm"), event.after.get("until")
        if name not in found and until:
            found[name] = {
                "by": event.after.get("by", event.actor_name),
                "until": datetime.fromisoformat(until),
                "reason": event.after.get("note", event.reason),
            }
    return {name: seen for name, seen in found.items() if seen["until"] > now}


@access.operator_page
def acknowledge(request: HttpRequest, name: str) -> HttpResponse:
    """Ask for a note and for how long; on POST keep both. `?end=1` raises the alarm again."""
    if name not in ALARMS:
        raise Http404
    is_end = bool(request.GET.get("end"))
    form = AlarmForm(request.POST if request.method == "POST" else None, is_end=is_end)
    if request.method == "POST" and form.is_valid():
        now = timezone.now()
        until = now + timedelta(hours=int(form.cleaned_data.get("hours") or 0))
        before = acknowledged(request).get(name)
        after = {"alarm": name, "until": until.isoformat()}
        event = _record(request, after, form.cleaned_data["reason"], now)
        values = {
            "event": event.pk,
            "after": {"alarm": name, "until": before["until"].isoformat(), "by": before["by"],
                      "note": before["reason"]}
            if before
            else {"alarm": name, "until": now.isoformat()},
        }  # fmt: skip
        said = _("Raised again") if is_end else _("Acknowledged")
        undo.remember(request, said, [], by=("alarm", values))
        return act.done(request, reverse("dashboard:overview"))
    return act.dialog(
        request,
        form,
        title=_("Raise the alarm again") if is_end else _("Acknowledge the alarm"),
        warning=f"{ALARMS[name][1]}: {ALARMS[name][2]}",
        affected=[],
        refused=[],
        url=reverse("dashboard:alarm", args=[name]) + ("?end=1" if is_end else ""),
    )


@undo.way("alarm")
def _take_back(request: HttpRequest, values: Mapping[str, Any]) -> None:
    """Let the alarm be looked after as before; what was over is over."""
    after = values["after"]
    newest = access.events_of(request).filter(action=ACTION, after__alarm=after["alarm"])
    if newest.latest("created_at", "pk").pk != values["event"]:
        raise undo.NotPossible(_("somebody else acknowledged it since then"))
    _record(request, after, _("undone"), timezone.now())


def _record(
    request: HttpRequest, after: Mapping[str, str], reason: str, now: datetime
) -> MemoryEvent:
    return record_event(
        namespace=Namespace.objects.shared(access.tenant_of(request)),
        action=ACTION,
        author=person(access.viewer(request)),
        now=now,
        object_type="alarm",
        after=after,
        reason=reason,
    )
