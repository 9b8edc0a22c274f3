"""Template tags of the dashboard: its navigation, links to people and things, values in words."""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from memory.dashboard import access, navigation, saved_views, undo
from memory.dashboard.differences import Change, field_changes
from memory.dashboard.jobs import STATES as JOB_STATES
from memory.dashboard.runs import CHECKS
from memory.dashboard.words import (
    ACTIONS,
    ACTOR_LABELS,
    PART_LABELS,
    decision_reason,
    event_label,
    name_of,
    reason_label,
)
from memory.domain.intervals import Estimate
from memory.layers import layer_label as layer_words
from memory.models import Episode
from memory.templatetags.pictures import WINDOW_PARTS, icon

register = template.Library()

SHORT_ID = 8
_ISO_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


@register.inclusion_tag("dashboard/includes/nav.html", takes_context=True)
def dashboard_nav(context: template.Context) -> dict[str, Any]:
    """Draw the pages in their groups, with badges for what waits."""
    request: HttpRequest = context["request"]
    here = getattr(request.resolver_match, "url_name", "")
    waiting = navigation.waiting(request)
    return {
        "groups": [
            {
                "label": label,
                "pages": [
                    {**page, "is_here": here in page["names"], "badge": waiting.get(page["url"])}
                    for page in pages
                ],
            }
            for label, pages in navigation.groups(is_admin=access.viewer(request).is_admin)
        ]
    }


@register.inclusion_tag("dashboard/includes/last_change.html", takes_context=True)
def last_change(context: template.Context) -> dict[str, Any]:
    """Say once what was just changed, with the button that takes it back."""
    request: HttpRequest = context["request"]
    return {"change": undo.last(request), "back": request.get_full_path(), "request": request}


@register.inclusion_tag("dashboard/includes/views_menu.html", takes_context=True)
def list_views(context: template.Context, list_name: str) -> dict[str, Any]:
    """Draw the saved views of the list of this page, and the way to save another."""
    request: HttpRequest = context["request"]
    views = saved_views.views_of(request, list_name)
    return {"views": views, "perms": context.get("perms"), "request": request}


@register.simple_tag
def as_of() -> SafeString:
    """Return the moment at which the page was drawn."""
    now = timezone.localtime()
    return format_html(
        '{} <time datetime="{}">{}</time>', _("as of"), now.isoformat(), f"{now:%H:%M:%S}"
    )


@register.filter
def at(moment: Any) -> str:
    """Return an absolute moment with its zone."""
    if moment is None:
        return "–"
    local = timezone.localtime(moment)
    return f"{date_format(local, 'DATETIME_FORMAT')} {local:%Z}"


@register.filter
def day(moment: Any) -> str:
    return "–" if moment is None else date_format(timezone.localtime(moment), "DATE_FORMAT")


@register.filter
def figure(value: Any, digits: int = 2) -> str:
    """Return a number with a fixed number of digits; an en dash when there is none."""
    return "–" if value is None or value == "" else f"{float(value):,.{digits}f}"


@register.filter
def milliseconds(value: Any) -> str:
    """Return a duration in the unit that fits."""
    if value is None or value == "":
        return "–"
    number = float(value)
    if number >= 10_000:
        return f"{number / 1000:.1f} s"
    return f"{number:.1f} ms" if number < 10 else f"{number:.0f} ms"


@register.filter
def signed(value: Any, digits: int = 2) -> str:
    return "–" if value is None else f"{float(value):+.{digits}f}"


@register.filter
def short(identifier: str) -> str:
    return str(identifier)[:SHORT_ID]


@register.filter
def action_label(action: str) -> str:
    return str(ACTIONS.get(action, action))


@register.filter
def event_words(action: str) -> str:
    return event_label(action)


@register.filter
def check_words(name: str) -> str:
    """Return the words for a comparison of a projection with the truth."""
    return str(CHECKS.get(name, name))


@register.filter
def reason_words(code: str) -> str:
    return decision_reason(code)


@register.filter
def as_json(value: Any) -> str:
    """Return a value as indented JSON text (escaped by the template)."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


@register.filter
def value_words(value: Any) -> str:
    """Return a field's value as words: lists by commas, mappings as name: value."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, str) and _ISO_MOMENT.match(value):
        return at(datetime.fromisoformat(value))
    if isinstance(value, Mapping):
        return "; ".join(f"{k}: {value_words(v)}" for k, v in value.items()) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(value_words(v) for v in value) or "–"
    return str(value)


@register.simple_tag
def differences(changes: tuple[Change, ...]) -> SafeString:
    """Draw a word diff with <del> and <ins>."""
    tags = {"same": "span", "out": "del", "in": "ins"}
    return format_html_join("", "<{0}>{1}</{0}>", ((tags[c.kind], c.text) for c in changes))


@register.simple_tag
def user_link(user: Any) -> SafeString:
    if user is None:
        return format_html('<span class="muted">{}</span>', _("shared by the tenant"))
    address = reverse("dashboard:user", args=[user.pk])
    return format_html('<a href="{}">{}</a>', address, user.get_username())


@register.simple_tag
def item_link(item: Any, text: str = "") -> SafeString:
    if item is None:
        return format_html('<span class="muted">{}</span>', _("no longer there"))
    address = reverse("dashboard:item", args=[item.pk])
    return format_html('<a href="{}" lang="{}">{}</a>', address, item.language, text or item.text)


@register.simple_tag(takes_context=True)
def with_query(context: template.Context, **changes: Any) -> str:
    """Return the query string of this page with some values changed; empty ones are dropped."""
    query = context["request"].GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value not in ("", None):
            query[name] = str(value)
    address: str = query.urlencode()
    return "?" + address


@register.filter
def share_of(value: Any, total: Any) -> str:
    """Return value / total as a whole per cent."""
    return f"{100 * float(value or 0) / float(total):.0f} %" if total else "–"


@register.filter
def svg(value: Any) -> str:
    """Return a coordinate: a point as decimal sign whatever the language."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


@register.filter
def words_of(text: str) -> list[str]:
    return text.split()


@register.filter
def in_words(code: str) -> str:
    return name_of(code)


@register.simple_tag
def part_label(name: str) -> str:
    return str(PART_LABELS.get(name, name))


@register.simple_tag
def layer_label(name: str) -> str:
    return layer_words(name)


@register.filter
def actor_label(kind: str) -> str:
    return str(ACTOR_LABELS.get(kind, kind))


@register.simple_tag
def outcome_chip(name: str) -> SafeString:
    """Draw glyph and label of an outcome."""
    glyphs = {"injected": "circle-check", "revived": "history"}
    return format_html(
        '<span class="outcome outcome-{}">{}{}</span>',
        name,
        icon(glyphs.get(name, "circle-x")),
        reason_label(name),
    )


@register.inclusion_tag("dashboard/includes/outcome_bar.html")
def outcome_bar(outcomes: list[tuple[str, str, int]]) -> dict[str, Any]:
    """Draw what became of the candidates of one turn as a small bar with its text."""
    total = sum(count for _name, _label, count in outcomes)
    injected = sum(count for name, _label, count in outcomes if name in ("injected", "revived"))
    segments, x = [], 0.0
    for name, label, count in outcomes:
        width = 100 * count / total
        segments.append({"name": name, "label": label, "count": count, "x": x, "width": width})
        x += width
    return {"segments": segments, "total": total, "injected": injected}


@register.inclusion_tag("dashboard/includes/token_changes.html")
def token_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Draw the rows of a table of tokens by part, before and after."""
    rows = []
    for key, _letter, label in WINDOW_PARTS:
        old, new = int(before.get(key) or 0), int(after.get(key) or 0)
        rows.append({"key": key, "label": label, "old": old, "new": new, "change": new - old})
    return {"rows": rows}


@register.inclusion_tag("dashboard/includes/event_changes.html")
def event_changes(event: Any) -> dict[str, Any]:
    """Draw what an event changed, field by field."""
    return {
        "changes": field_changes(event.before or {}, event.after or {})[:12],
        "is_new": not event.before,
    }


@register.inclusion_tag("dashboard/includes/day_strip.html")
def day_strip(days: list[dict[str, Any]]) -> dict[str, Any]:
    """Draw one bar a day, each a link with its number as text. `days`: label, count, url."""
    highest = max((entry["count"] for entry in days), default=0) or 1
    return {
        "bars": [
            {
                **entry,
                "short": entry["label"][-2:],
                "height": 100 * entry["count"] / highest,
                "y": 100 - 100 * entry["count"] / highest,
            }
            for entry in days
        ]
    }


@register.simple_tag
def with_quote(text: str, quote: str) -> SafeString:
    """Return a message with the quoted words marked."""
    if not quote or quote not in text:
        return format_html("{}", text)
    before, after = text.split(quote, 1)
    return format_html("{}<mark>{}</mark>{}", before, quote, after)


@register.simple_tag
def job_state(state: str) -> SafeString:
    """Draw glyph and label of the state of a job."""
    glyphs = {"pending": "clock", "running": "refresh", "done": "check", "failed": "circle-x"}
    return format_html(
        '<span class="job job-{}">{}{}</span>',
        state,
        icon(glyphs.get(state, "circle")),
        JOB_STATES[Episode.State(state)],
    )


@register.inclusion_tag("dashboard/includes/uses_strip.html")
def uses_strip(uses: list[Any]) -> dict[str, Any]:
    """Draw the last uses of an experience: filled when the reply relied on it, hollow when not."""
    labels = {True: _("used"), False: _("not used"), None: _("unknown")}
    kinds = {True: "yes", False: "no", None: "unknown"}
    return {
        "uses": [
            {"x": 6 + 12 * n, "label": labels[use.is_used], "kind": kinds[use.is_used]}
            for n, use in enumerate(uses)
        ],
        "width": 12 * len(uses),
    }


@register.simple_tag
def receipt_state(state: str, label: str) -> SafeString:
    """Draw glyph and label of the state of an erasure."""
    glyphs = {"running": "refresh", "clean": "check", "mismatch": "alert-circle"}
    kinds = {"running": "running", "clean": "done", "mismatch": "failed"}
    return format_html(
        '<span class="job job-{}">{}{}</span>',
        kinds.get(state, state),
        icon(glyphs.get(state, "circle")),
        label,
    )


@register.simple_tag
def interval_words(found: Estimate, is_share: bool, is_difference: bool = False) -> str:
    """Return an estimate with its interval: "42 % (31–54)"; with signs for a difference."""
    scale, digits = (100, 0) if is_share else (1, 1)
    sign = "+" if is_difference else ""
    value, low, high = (
        f"{scale * number:{sign}.{digits}f}" for number in (found.value, found.low, found.high)
    )
    dash = " … " if is_difference else "–"
    return f"{value} % ({low}{dash}{high})" if is_share else f"{value} ({low}{dash}{high})"


@register.inclusion_tag("dashboard/includes/latency_table.html")
def latency_table(latency: Mapping[str, Any]) -> dict[str, Any]:
    """Draw the table that says what the chart of latency shows; empty times left out."""
    rows: list[dict[str, Any]]
    rows = [
        {
            "time": datetime.fromisoformat(time),
            "cells": [line[index] for line in latency["lines"].values()],
        }
        for index, time in enumerate(latency["times"])
    ]
    return {
        "names": list(latency["lines"]),
        "rows": [row for row in rows if any(cell is not None for cell in row["cells"])],
    }


@register.inclusion_tag("dashboard/includes/token_table.html")
def token_table(tokens: Mapping[str, Any]) -> dict[str, Any]:
    """Draw the table that says what the chart of tokens by layer shows; empty times left out."""
    rows: list[dict[str, Any]]
    names = [(key, label) for key, _letter, label in WINDOW_PARTS if key in tokens["layers"]]
    rows = [
        {
            "time": datetime.fromisoformat(time),
            "cells": [tokens["layers"][key][index] for key, _label in names],
        }
        for index, time in enumerate(tokens["times"])
    ]
    return {
        "names": names,
        "rows": [row for row in rows if any(cell is not None for cell in row["cells"])],
    }
