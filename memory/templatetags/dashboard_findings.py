"""What a picture shows, in one sentence for its caption, from the numbers it was drawn from."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memory.templatetags.pictures import WINDOW_PARTS

register = template.Library()

HALF = 0.5
NEAR = 0.1  # of the line at which an item is archived


@register.simple_tag
def finding_of_days(days: Sequence[Mapping[str, Any]]) -> str:
    """Return how many there are and on which day most. `days`: with `label` and `count`."""
    total = sum(entry["count"] for entry in days)
    most = max(days, key=lambda entry: entry["count"], default=None)
    if not total or most is None:
        return ""
    words = _("%(n)d; most on %(day)s: %(most)d.")
    return words % {"n": total, "day": _day(most["label"]), "most": most["count"]}


@register.simple_tag
def finding_of_latency(latency: Mapping[str, Any]) -> str:
    """Return the slowest time. `latency`: `times` and `lines`, name → milliseconds or None."""
    slow = list(latency["lines"].values())[-1]
    known = [(value, time) for value, time in zip(slow, latency["times"], strict=True) if value]
    if not known:
        return ""
    value, time = max(known)
    return _("Slowest: %(ms)s ms, %(when)s.") % {"ms": f"{value:,.0f}", "when": _moment(time)}


@register.simple_tag
def finding_of_tokens(tokens: Mapping[str, Any]) -> str:
    """Return which part of the context is the largest. `tokens`: `layers`, name → means or None."""
    sums = {name: sum(v or 0 for v in values) for name, values in tokens["layers"].items()}
    total = sum(sums.values())
    if not total:
        return ""
    name = max(sums, key=lambda key: sums[key])
    share = f"{100 * sums[name] / total:.0f}"
    return _("Largest part: %(part)s, %(share)s %% of all.") % {
        "part": next(label for key, _letter, label in WINDOW_PARTS if key == name),
        "share": share,
    }


@register.simple_tag
def finding_of_retention(histogram: Mapping[str, Any]) -> str:
    """Return how many items are close to being archived. `histogram`: `bars` and `threshold`."""
    low = histogram["threshold"]
    near = sum(bar["count"] for bar in histogram["bars"] if bar["from"] < low + NEAR)
    return ngettext(
        "%(n)d item is below %(edge)s, close to the line at %(line)s.",
        "%(n)d items are below %(edge)s, close to the line at %(line)s.",
        near,
    ) % {"n": near, "edge": f"{low + NEAR:.2f}", "line": f"{low:.2f}"}


@register.simple_tag
def finding_of_attributes(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return how many attributes there are and how many had another value before."""
    changed = sum(len(row["bars"]) > 1 for row in rows)
    return ngettext(
        "%(n)d attribute; %(changed)d had more than one value.",
        "%(n)d attributes; %(changed)d had more than one value.",
        len(rows),
    ) % {"n": len(rows), "changed": changed}


@register.simple_tag
def finding_of_help(rates: Sequence[Mapping[str, Any]]) -> str:
    """Return how many surely help more often than not, and how many surely do not."""
    good = sum(rate["estimate"].low > HALF for rate in rates)
    bad = sum(rate["estimate"].high < HALF for rate in rates)
    words = _("%(good)d surely more often than not, %(bad)d surely not; of %(n)d it is open.")
    return words % {"good": good, "bad": bad, "n": len(rates) - good - bad}


def _day(label: str) -> str:
    """Return a day in words; `label` is its ISO form."""
    return date_format(date.fromisoformat(label), "DATE_FORMAT")


def _moment(time: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(time)), "DATETIME_FORMAT")
