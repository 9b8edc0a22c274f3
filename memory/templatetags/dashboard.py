"""Template tags of the dashboard: its navigation, links to people and things, values in words."""

import dataclasses
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
from django.utils.translation import pgettext

from memory.dashboard import access, lists, navigation, saved_views, undo
from memory.dashboard.differences import Change, FieldChange, field_changes
from memory.dashboard.field_words import (
    coded_value,
    entity_kind,
    field_label,
    relation_label,
    role_label,
    step_label,
    subject_label,
)
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
from memory.layers import layer_label as layer_words
from memory.models import Episode
from memory.ontology import attribute_label
from memory.templatetags.pictures import icon

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


@register.simple_tag
def shown_of(part: lists.Part) -> SafeString | str:
    """Say that a list is cut, and how many there are; "" for a whole one."""
    if part.total <= len(part):
        return ""
    said = _("first %(n)s of %(total)s shown") % {"n": len(part), "total": f"{part.total:,}"}
    return format_html('<p class="muted small">{}</p>', said)


@register.simple_tag
def clip_note(text: str, limit: int) -> SafeString | str:
    """Say that a text is cut after `limit` characters, and how many it has; "" for a whole one."""
    if len(text) <= limit:
        return ""
    said = _("first %(n)s of %(total)s characters") % {"n": limit, "total": f"{len(text):,}"}
    return format_html('<p class="muted small">{}</p>', said)


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
        '{} <time datetime="{}">{}</time>', _("as of"), now.isoformat(), f"{now:%H:%M:%S %Z}"
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
        return f"{number / 1000:.1f}\N{NO-BREAK SPACE}s"
    return (
        f"{number:.1f}\N{NO-BREAK SPACE}ms" if number < 10 else f"{number:.0f}\N{NO-BREAK SPACE}ms"
    )


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
    """Return a field's value as words: lists by commas, mappings as name: value, tasks ticked."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, float):
        return f"{value:,.3f}".rstrip("0").rstrip(".")
    if isinstance(value, str) and _ISO_MOMENT.match(value):
        return at(datetime.fromisoformat(value))
    if isinstance(value, Mapping) and {"text", "done"} <= value.keys():
        state = pgettext("to-do", "done") if value["done"] else pgettext("to-do", "not done")
        return f"{value['text']} ({state})"
    if isinstance(value, Mapping):
        return "; ".join(f"{field_label(k)}: {value_words(v)}" for k, v in value.items()) or "–"
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
        return format_html('<span class="muted">{}</span>', _("shared"))
    address = reverse("dashboard:user", args=[user.pk])
    return format_html('<a href="{}">{}</a>', address, user.get_username())


@register.simple_tag
def item_link(item: Any, text: str = "") -> SafeString:
    if item is None:
        return format_html('<span class="muted">{}</span>', _("no longer there"))
    address = reverse("dashboard:item", args=[item.pk])
    return format_html('<a href="{}" lang="{}">{}</a>', address, item.language, text or item.text)


# Things with a page of their own, by the name that an event gives them.
PAGES = {
    "conversation": "dashboard:conversation",
    "document": "dashboard:document",
    "experience": "dashboard:experience",
    "policy": "dashboard:policy",
    "user": "dashboard:user",
}


@register.simple_tag
def event_object(event: Any) -> SafeString | str:
    """Return what an event is about, as a link where it has a page."""
    name, number = name_of(event.object_type), event.object_id
    label = f"{name} {number}" if number else name
    page = PAGES.get(event.object_type)
    if page is None or not number:
        return label
    return format_html('<a href="{}">{}</a>', reverse(page, args=[number]), label)


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
    return f"{100 * float(value or 0) / float(total):.0f}\N{NO-BREAK SPACE}%" if total else "–"


@register.filter
def svg(value: Any) -> str:
    """Return a coordinate: a point as decimal sign whatever the language."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


@register.filter
def words_of(text: str) -> list[str]:
    return text.split()


register.filter("role_label", role_label)
register.filter("field_label", field_label)
register.filter("step_label", step_label)
register.filter("entity_kind", entity_kind)
register.filter("relation_label", relation_label)
register.filter("subject_label", subject_label)
register.filter("attribute_label", attribute_label)


@register.filter
def about_words(statement: Any) -> str:
    """Return what an item or a decision is about: "the user · lives in"."""
    return f"{subject_label(statement.subject)} · {attribute_label(statement.attribute)}"


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


@register.inclusion_tag("dashboard/includes/event_changes.html")
def event_changes(event: Any) -> dict[str, Any]:
    """Draw what an event changed, field by field."""
    found = field_changes(event.before or {}, event.after or {})[:12]
    return {"changes": [_in_words(change) for change in found], "is_new": not event.before}


def _in_words(change: FieldChange) -> FieldChange:
    """Return a change with words in place of codes, which have no word diff."""
    before, after = (coded_value(change.name, side) for side in (change.before, change.after))
    if before is None and after is None:
        return change
    return dataclasses.replace(
        change,
        before=change.before if before is None else before,
        after=change.after if after is None else after,
        changes=(),
    )


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
