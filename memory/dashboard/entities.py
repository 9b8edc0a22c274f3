"""The list of entities of all graphs: people, places and things that memories speak of."""

from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from memory.dashboard import access, lists
from memory.dashboard.csv_file import csv_response
from memory.dashboard.field_words import entity_kind
from memory.graph import aliases_of
from memory.models import Entity, Relation


def spec(request: HttpRequest) -> lists.ListSpec:
    types = access.entities_of(request).order_by().values_list("type", flat=True).distinct()
    return lists.ListSpec(
        name="entities",
        search=lists.contains("name"),
        search_label=_("Name"),
        sorts=[
            lists.Sort(name="newest", label=_("Newest first"), field="created_at",
                       parse=lists.parse_time),
            lists.Sort(name="name", label=_("Name"), field="key", parse=str, is_descending=False),
        ],
        filters=[
            lists.Filter(name="type", label=_("Kind"), apply=lists.equals("type"),
                         choices=[(name, entity_kind(name)) for name in sorted(types)[:40]]),
            lists.Filter(name="user", label=_("User"), apply=lists.equals("namespace__user_id"),
                         show=lambda value: access.user_name(request, value)),
        ],
        columns=[
            lists.Column(name="id", value=lambda e: e.pk),
            lists.Column(name="name", value=lambda e: e.name),
            lists.Column(name="type", value=lambda e: e.type),
            lists.Column(name="user", value=lambda e: e.namespace.user and
                         e.namespace.user.username),
        ],
        time_field="created_at",
    )  # fmt: skip


@access.operator_page
def entities(request: HttpRequest) -> HttpResponse:
    """Show the entities of the tenant's users; each leads to its place in the graph."""
    rows = access.entities_of(request).select_related("namespace__user")
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(request), rows)
    page = lists.build_page(request, spec(request), rows)
    return render(
        request, "dashboard/entities.html", {"page": page, "rows": entity_rows(page.rows)}
    )


def entity_rows(found: list[Entity]) -> list[dict[str, Any]]:
    """Return the entities with their other names and the number of their relations: three
    queries for all of them."""
    ids = [entity.pk for entity in found]
    counts: dict[int, int] = dict.fromkeys(ids, 0)
    for side in ("subject_id", "object_id"):
        rows = Relation.objects.filter(**{f"{side}__in": ids}).order_by()
        for pk, number in rows.values_list(side).annotate(n=Count("pk")):
            counts[pk] += number
    aliases = aliases_of(Relation.objects.filter(object_id__in=ids))
    return [
        {
            "entity": entity,
            "aliases": sorted(aliases.get(entity.pk, ())),
            "relations": counts[entity.pk],
        }
        for entity in found
    ]
