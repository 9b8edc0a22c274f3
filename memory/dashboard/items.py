"""The list of memory items, of the tenant or of one user."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from memory.dashboard import access, lists
from memory.dashboard.csv_file import csv_response
from memory.dashboard.narrowing import by_user
from memory.domain.types import Kind, Status
from memory.held import retention_of
from memory.models import MemoryItem, VectorOperation

KINDS = {
    Kind.FACT: gettext_lazy("Fact"),
    Kind.PREFERENCE: gettext_lazy("Preference"),
    Kind.CONSTRAINT: gettext_lazy("Constraint"),
    Kind.EVENT: gettext_lazy("Event"),
    Kind.DECISION: gettext_lazy("Decision"),
    Kind.EPISODE_CHUNK: gettext_lazy("Abstract of a conversation"),
    Kind.KNOWLEDGE: gettext_lazy("Knowledge"),
}
STATUSES = {
    Status.ACTIVE: gettext_lazy("Active"),
    Status.PENDING: gettext_lazy("Waiting for review"),
    Status.DEPRECATED: gettext_lazy("No longer right"),
    Status.ARCHIVED: gettext_lazy("Archived"),
}
SOURCES = {
    "chat": gettext_lazy("Chat"),
    "working_memory": gettext_lazy("Working memory"),
    "import": gettext_lazy("Import"),
    "operator": gettext_lazy("Operator"),
    "consolidation": gettext_lazy("Consolidation"),
}


COLUMNS = (
    lists.Column(name="id", value=lambda i: i.pk),
    lists.Column(name="user",
                 value=lambda i: i.namespace.user.username if i.namespace.user else ""),
    lists.Column(name="status", value=lambda i: i.status),
    lists.Column(name="kind", value=lambda i: i.kind),
    lists.Column(name="subject", value=lambda i: i.subject),
    lists.Column(name="attribute", value=lambda i: i.attribute),
    lists.Column(name="value", value=lambda i: i.value),
    lists.Column(name="text", value=lambda i: i.text),
    lists.Column(name="quote", value=lambda i: i.quote),
    lists.Column(name="importance", value=lambda i: i.importance),
    lists.Column(name="said_at", value=lambda i: i.said_at),
    lists.Column(name="updated_at", value=lambda i: i.updated_at),
)  # fmt: skip


def spec(request: HttpRequest, *, with_user: bool = True) -> lists.ListSpec:
    """Return what the list can do; a user's own page leaves out the filter by user."""
    return lists.ListSpec(
        name="items",
        search=lists.contains("text", "value", "quote"),
        search_label=_("Words of the memory"),
        sorts=[
            _sort("updated", _("Last changed"), "updated_at", lists.parse_time),
            _sort("said", _("Last said"), "said_at", lists.parse_time),
            _sort("importance", _("Most important"), "importance", float),
            _sort("least", _("Least important"), "importance", float, is_descending=False),
            _sort("recalls", _("Most recalled"), "decay__recall_count", int),
            _sort("access", _("Longest not used"), "decay__last_accessed_at", lists.parse_time,
                  is_descending=False),
        ],
        filters=[
            lists.Filter(name="status", label=_("Status"), apply=lists.equals("status"),
                         choices=[(k.value, str(v)) for k, v in STATUSES.items()]),
            lists.Filter(name="kind", label=_("Kind"), apply=lists.equals("kind"),
                         choices=[(k.value, str(v)) for k, v in KINDS.items()]),
            lists.Filter(name="source", label=_("Source"), apply=lists.equals("source"),
                         choices=[(k, str(v)) for k, v in SOURCES.items()]),
            lists.Filter(name="mark", label=_("Marked"), apply=_by_mark,
                         choices=_marks()),
            lists.Filter(name="language", label=_("Language"), apply=_by_language,
                         choices=[("en", _("English")), ("zh", _("Chinese"))]),
            *([by_user(request)] if with_user else []),
            lists.Filter(name="attribute", label=_("Attribute"),
                         apply=lists.equals("attribute")),
            lists.Filter(name="message", label=_("From message"),
                         apply=lists.equals("message_id")),
            lists.Filter(name="document", label=_("From document"),
                         apply=lists.equals("document_id")),
            lists.Filter(name="reason", label=_("Reason"),
                         apply=lists.equals("status_reason")),
            lists.Filter(name="from", label=_("New since"), apply=_since),
            lists.Filter(name="changed", label=_("Status since"), apply=_changed_since),
        ],
        columns=COLUMNS,
        time_field="updated_at",
    )  # fmt: skip


def _sort(
    name: str, label: str, field: str, parse: Any, *, is_descending: bool = True
) -> lists.Sort:
    return lists.Sort(name=name, label=label, field=field, parse=parse, is_descending=is_descending)


def _marks() -> list[tuple[str, str]]:
    return [
        ("pinned", pgettext("memory item", "Pinned")),
        ("protected", _("Protected")),
        ("exempt", _("Exempt from forgetting")),
        ("overridden", _("Overridden for now")),
        ("temporary", _("Temporary")),
        ("unused", _("Never recalled")),
        ("waiting", _("Not in the index yet")),
    ]


def _by_mark(rows: lists.Rows, value: str) -> lists.Rows:
    now = timezone.now()
    if value == "waiting":
        keys = VectorOperation.objects.filter(done_at=None, key__startswith="item:")
        ids = [int(key.split(":")[1]) for key in keys.values_list("key", flat=True)[:1000]]
        return rows.filter(pk__in=ids)
    narrowing: dict[str, dict[str, Any]] = {
        "pinned": {"pinned": True},
        "protected": {"decay__protected": True},
        "exempt": {"decay__exempt_until__gt": now},
        "overridden": {"status": Status.ACTIVE, "overridden_by__status": Status.ACTIVE,
                       "overridden_by__expires_at__gt": now},
        "temporary": {"expires_at__gt": now},
        "unused": {"decay__recall_count": 0},
    }  # fmt: skip
    return rows.filter(**narrowing[value]) if value in narrowing else rows.none()


def _by_language(rows: lists.Rows, value: str) -> lists.Rows:
    return rows.filter(language__startswith=value)


def _since(rows: lists.Rows, value: str) -> lists.Rows:
    try:
        return rows.filter(created_at__gte=lists.parse_time(value))
    except ValueError:
        return rows.none()


def _changed_since(rows: lists.Rows, value: str) -> lists.Rows:
    try:
        return rows.filter(status_changed_at__gte=lists.parse_time(value))
    except ValueError:
        return rows.none()


@access.operator_page
def item_list(request: HttpRequest) -> HttpResponse:
    """Show the memory items of the tenant."""
    rows = with_details(access.items_of(request))
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(request), rows)
    page = lists.build_page(request, spec(request), rows)
    return render(request, "dashboard/items.html", {"page": page, "rows": item_rows(page.rows)})


def with_details(rows: lists.Rows) -> lists.Rows:
    return rows.select_related("namespace__user", "decay")


def item_rows(items: list[MemoryItem]) -> list[dict[str, Any]]:
    """Return what a row shows: the item, its shown status, and how strongly it is held."""
    now = timezone.now()
    overridden = _overrides([item.pk for item in items])
    return [
        {
            "item": item,
            "status": "overridden" if item.pk in overridden else item.status,
            "until": overridden.get(item.pk),
            "retention": retention_of(item, now),
            "kind": KINDS.get(Kind(item.kind), item.kind),
        }
        for item in items
    ]


def _overrides(ids: list[int]) -> dict[int, Any]:
    """Return, for the items that a temporary one hides now, until when."""
    rows = MemoryItem.objects.filter(
        overrides_id__in=ids, status=Status.ACTIVE, expires_at__gt=timezone.now()
    )
    return dict(rows.values_list("overrides_id", "expires_at"))
