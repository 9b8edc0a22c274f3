"""Pictures shared by the chat and the dashboard, drawn on the server as SVG with attributes only.

The strict Content-Security-Policy forbids style attributes, so that widths are SVG attributes and
colours are classes of `static/css/palimpsest.css`. Each picture comes with its text twin.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from memory.domain.language import language_of
from memory.layers import LAYERS

register = template.Library()

# In this order always: neighbours were chosen to be told apart (see the colour tokens).
WINDOW_PARTS: tuple[tuple[str, str, Any], ...] = (
    ("system", "S", _("System and tools")),
    ("profile", "P", LAYERS["profile"]),
    ("summary", "Σ", _("Summary")),
    ("window", "W", LAYERS["window"]),
    ("working", "K", LAYERS["working"]),
    ("recalled", "R", _("Recalled")),
    ("experience", "E", LAYERS["experience"]),
    ("message", "M", _("Message")),
    ("reserve", "–", _("Left for the reply")),
)
STATUSES: dict[str, Any] = {
    "active": _("Active"),
    "pending": _("Waiting for review"),
    "deprecated": _("No longer right"),
    "archived": _("Archived"),
    "overridden": _("Overridden"),
    "erased": _("Erased"),
}
PARTS: tuple[tuple[str, Any], ...] = (
    ("relevance", _("Relevance")),
    ("recency", _("Recency")),
    ("importance", _("Importance")),
    ("boost", _("Boost")),
)
_SMALLEST = 0.6  # per cent of the bar: a part that is there can be seen


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Return an icon of `static/icons.svg`; hidden from screen readers unless it has a label."""
    address = f"{static('icons.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}"/></svg>', label, address
        )
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}"/></svg>', address
    )


@register.simple_tag
def status_icon(status: str) -> SafeString:
    """Return the glyph of an item's status alone, named for screen readers."""
    return icon(f"status-{status}", str(STATUSES.get(status, status)))


@register.simple_tag
def status_chip(status: str, until: datetime | None = None) -> SafeString:
    """Return glyph and label of an item's status; `until` is the end of an override."""
    label = str(STATUSES.get(status, status))
    if until is not None:
        label = gettext("%(label)s until %(date)s") % {
            "label": label,
            "date": date_format(timezone.localtime(until), "DATE_FORMAT"),
        }
    return format_html(
        '<span class="status-chip status-{}">{}<span>{}</span></span>',
        status,
        icon(f"status-{status}"),
        label,
    )


@register.inclusion_tag("pictures/token_bar.html")
def token_bar(
    tokens: Mapping[str, int], capacity: int = 0, caption: str = "", with_list: bool = True
) -> dict[str, Any]:
    """Draw the parts of a context window. `tokens`: layer → tokens; `capacity`: of the model."""
    counts = {key: int(tokens.get(key) or 0) for key, _letter, _label in WINDOW_PARTS}
    counts["system"] += int(tokens.get("tools") or 0)
    total = sum(counts.values())
    scale = max(total, capacity, 1)
    rows, segments, x = [], [], 0.0
    for key, letter, label in WINDOW_PARTS:
        count = counts[key]
        share = 100 * count / scale
        rows.append({"key": key, "label": label, "count": count, "percent": share})
        if not count:
            continue
        width = max(share, _SMALLEST)
        segments.append(
            {
                "key": key,
                "letter": letter if width >= 3 else "",
                "label": label,
                "count": count,
                "x": f"{min(x, 100 - width):.3f}%",
                "width": f"{width:.3f}%",
            }
        )
        x += width
    return {
        "rows": rows,
        "segments": segments,
        "total": total,
        "capacity": capacity,
        "percent": round(100 * total / capacity) if capacity else None,
        "caption": caption,
        "with_list": with_list,
    }


@register.inclusion_tag("pictures/score_bar.html")
def score_bar(
    parts: Mapping[str, float | None],
    weights: Mapping[str, float] | None = None,
    threshold: float | None = None,
    scale: float = 1.0,
) -> dict[str, Any]:
    """Draw a score as stacked contributions on a common scale.

    `parts`: component → value in [0, 1]; with `weights`, each contributes weight × value;
    a missing weight is 1 (the boost is added as it is). `scale` is the score at the right end.
    """
    segments, x = [], 0.0
    for key, label in PARTS:
        value = parts.get(key)
        if value is None:
            continue
        contribution = value * (weights or {}).get(key, 1.0)
        width = max(0.0, min(100 * contribution / scale, 100 - x))
        segments.append(
            {
                "key": key,
                "label": label,
                "value": value,
                "contribution": contribution,
                "x": f"{x:.3f}%",
                "width": f"{width:.3f}%",
            }
        )
        x += width
    return {
        "segments": segments,
        "score": sum(s["contribution"] for s in segments),
        "threshold": threshold,
        "threshold_x": None if threshold is None else f"{100 * threshold / scale:.3f}%",
    }


@register.inclusion_tag("pictures/meter.html")
def meter(value: float, mark: float | None = None, label: str = "") -> dict[str, Any]:
    """Draw one value in [0, 1] with an optional mark (retention with its threshold)."""
    value = min(max(value, 0.0), 1.0)
    return {
        "width": f"{100 * value:.2f}%",
        "mark_x": None if mark is None else f"{100 * mark:.2f}%",
        "label": label or f"{value:.2f}",
    }


@register.inclusion_tag("pictures/sparkline.html")
def sparkline(values: Iterable[float | None], label: str = "") -> dict[str, Any]:
    """Draw a series as a line of 120 × 28 units; a gap (None) is bridged by a dotted line."""
    series = list(values)
    known = [v for v in series if v is not None]
    low, high = (min(known), max(known)) if known else (0.0, 0.0)
    step = 116 / max(len(series) - 1, 1)
    points = [
        (index, 2 + index * step, _height(value, low, high))
        for index, value in enumerate(series)
        if value is not None
    ]
    path = bridges = ""
    for n, (index, x, y) in enumerate(points):
        follows = n > 0 and points[n - 1][0] == index - 1
        path += f"L{x:.1f} {y:.1f}" if follows else f"M{x:.1f} {y:.1f}h0"  # alone: a dot
        if n > 0 and not follows:
            _before, old_x, old_y = points[n - 1]
            bridges += f"M{old_x:.1f} {old_y:.1f}L{x:.1f} {y:.1f}"
    return {
        "path": path,
        "bridges": bridges,
        "last_x": f"{points[-1][1]:.1f}" if points else "",
        "last_y": f"{points[-1][2]:.1f}" if points else "",
        "has_values": bool(points),
        "label": _range_of(known, label),
    }


def _range_of(known: Sequence[float], label: str) -> str:
    """Return what a small line shows, in words."""
    if not known:
        return label
    low, high, last = (f"{value:,.4g}" for value in (min(known), max(known), known[-1]))
    words = gettext("%(label)s: lowest %(low)s, highest %(high)s, last %(last)s")
    return words % {"label": label, "low": low, "high": high, "last": last}


def _height(value: float, low: float, high: float) -> float:
    """Return the y of a value; a series that does not move lies in the middle."""
    return 14.0 if high == low else 25 - 22 * (value - low) / (high - low)


@register.inclusion_tag("pictures/columns.html")
def columns(values: Sequence[Mapping[str, Any]], label: str = "") -> dict[str, Any]:
    """Draw upright bars. `values`: mappings with `label` and `count`, and optionally `url`."""
    highest = max((v["count"] for v in values), default=0) or 1
    width = 100 / max(len(values), 1)
    bars = [
        {
            **value,
            "x": f"{i * width + width * 0.12:.3f}%",
            "width": f"{width * 0.76:.3f}%",
            "y": f"{100 - 96 * value['count'] / highest:.2f}%",
            "height": f"{96 * value['count'] / highest:.2f}%",
        }
        for i, value in enumerate(values)
    ]
    return {"bars": bars, "label": label}


@register.simple_tag
def ago(moment: datetime | None) -> SafeString | str:
    """Return a moment in relative words that the page keeps fresh.

    The whole moment is in the accessible name; the page shows it on hover, focus and tap.
    """
    if moment is None:
        return "–"
    local = timezone.localtime(moment)
    return format_html(
        '<time datetime="{}" data-relative><span>{}</span>'
        '<span class="visually-hidden"> {}</span></time>',
        moment.isoformat(),
        _in_words((timezone.now() - moment).total_seconds(), local),
        f"{date_format(local, 'DATETIME_FORMAT')} {local:%Z}",
    )


def _in_words(seconds: float, local: datetime) -> str:
    if abs(seconds) < 60:
        return gettext("just now")
    if seconds < 0 or seconds >= 7 * 86400:
        return date_format(local, "DATE_FORMAT")
    if seconds < 3600:
        n = int(seconds // 60)
        return ngettext("%(n)d minute ago", "%(n)d minutes ago", n) % {"n": n}
    if seconds < 86400:
        n = int(seconds // 3600)
        return ngettext("%(n)d hour ago", "%(n)d hours ago", n) % {"n": n}
    n = int(seconds // 86400)
    return ngettext("%(n)d day ago", "%(n)d days ago", n) % {"n": n}


@register.filter
def get(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return `mapping[key]`, or None."""
    return mapping.get(key)


@register.filter
def language(text: str | None) -> str:
    """Return the language of words that somebody said, for their `lang` attribute."""
    return language_of(str(text or ""))


@register.filter
def percent(value: float | None) -> str:
    """Return a share as a whole per cent; an en dash when there is none."""
    return "–" if value is None else f"{100 * value:.0f}\N{NO-BREAK SPACE}%"
