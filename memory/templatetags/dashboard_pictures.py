"""Pictures and tables of the dashboard that are drawn from what the core returned."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _

from memory.domain.intervals import Estimate
from memory.templatetags.pictures import WINDOW_PARTS

register = template.Library()

SECONDS_OF_MINUTE, SECONDS_OF_HOUR = 60, 3600


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


@register.filter
def any_counted(days: list[dict[str, Any]]) -> bool:
    """Tell whether a strip of days has anything to show: empty axes are not drawn."""
    return any(entry["count"] for entry in days)


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


@register.inclusion_tag("dashboard/includes/stacked_days.html")
def stacked_days(days: list[dict[str, Any]]) -> dict[str, Any]:
    """Draw one bar a day with its kinds stacked, and the table of the same numbers as links.

    `days`: label, count, url, parts (name, label, count, url), the same kinds in each.
    """
    highest = max((day["count"] for day in days), default=0) or 1
    bars = []
    for day in days:
        parts, top = [], 100.0
        for part in day["parts"]:
            height = 100 * part["count"] / highest
            top -= height
            parts.append({**part, "y": top, "height": height})
        bars.append({**day, "short": day["label"][-2:], "parts": parts})
    kinds = days[0]["parts"] if days else []
    return {"bars": bars, "kinds": kinds, "rows": [bar for bar in bars[::-1] if bar["count"]]}


@register.inclusion_tag("dashboard/includes/histogram.html")
def histogram_of(now: Mapping[str, Any], other: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Draw a histogram with its table; `other`, if given, is drawn over it as outlines."""
    twins = other["bars"] if other else [None] * len(now["bars"])
    return {"h": now, "other": other, "rows": list(zip(now["bars"], twins, strict=True))}


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


@register.filter
def duration(value: timedelta | float) -> str:
    """Return a stretch of time, seconds if it is a number, in the unit that fits."""
    seconds = value.total_seconds() if isinstance(value, timedelta) else float(value)
    if seconds < SECONDS_OF_MINUTE:
        return _("%(n)s s") % {"n": f"{seconds:.1f}" if 0 < seconds < 10 else f"{seconds:.0f}"}
    if seconds < SECONDS_OF_HOUR:
        return _("%(n)s min") % {"n": f"{seconds / SECONDS_OF_MINUTE:.0f}"}
    return _("%(n)s h") % {"n": f"{seconds / SECONDS_OF_HOUR:,.1f}"}


@register.filter
def clock(moment: datetime) -> str:
    """Return the time of a day, at the reader's place."""
    return f"{timezone.localtime(moment):%H:%M}"
