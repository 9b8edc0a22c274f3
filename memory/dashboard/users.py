"""The list of users of the tenant: what is held about each, and what waits."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from memory.dashboard import access, lists, transcripts
from memory.dashboard.csv_file import csv_response
from memory.domain.types import Status
from memory.models import Conflict, MemoryItem, Namespace, Profile, User, WorkingSnapshot

WORKING_KEPT = timedelta(seconds=settings.WORKING_MEMORY_TTL_SECONDS)


def spec() -> lists.ListSpec:
    return lists.ListSpec(
        name="users",
        search=lists.contains("username", "email"),
        search_label=_("Name or e-mail"),
        sorts=[
            lists.Sort(name="name", label=_("Name"), field="username", parse=str,
                       is_descending=False),
            lists.Sort(name="joined", label=_("Newest account"), field="date_joined",
                       parse=lists.parse_time),
        ],
        filters=[
            lists.Filter(name="memory", label=_("Memory"), apply=_by_memory,
                         choices=[("on", pgettext("memory state", "On")),
                                  ("paused", _("Not learning")), ("off", _("Not used"))]),
            lists.Filter(name="has", label=_("Has"), apply=_by_waiting,
                         choices=[("review", _("items waiting for review")),
                                  ("conflict", _("open conflicts")),
                                  ("items", _("any memory")),
                                  ("profile", _("a profile")),
                                  ("working", _("working memory of the last hour"))]),
        ],
        columns=[
            lists.Column(name="id", value=lambda u: u.pk),
            lists.Column(name="name", value=lambda u: u.username),
            lists.Column(name="joined", value=lambda u: u.date_joined),
        ],
    )  # fmt: skip


def _by_memory(rows: lists.Rows, value: str) -> lists.Rows:
    wanted: dict[str, dict[str, bool]] = {
        "on": {"uses_memory": True, "learns": True},
        "paused": {"learns": False},
        "off": {"uses_memory": False},
    }
    return rows.filter(**wanted[value]) if value in wanted else rows.none()


def _by_waiting(rows: lists.Rows, value: str) -> lists.Rows:
    owners = {
        "review": MemoryItem.objects.filter(status=Status.PENDING).values("namespace__user"),
        "conflict": Conflict.objects.filter(state=Conflict.State.OPEN).values("namespace__user"),
        "items": MemoryItem.objects.values("namespace__user"),
        "profile": Profile.objects.exclude(document={}).values("namespace__user"),
        "working": WorkingSnapshot.objects.filter(
            created_at__gt=timezone.now() - WORKING_KEPT
        ).values("namespace__user"),
    }
    return rows.filter(pk__in=owners[value]) if value in owners else rows.none()


@access.operator_page
def user_list(request: HttpRequest) -> HttpResponse:
    """Show the users of the tenant."""
    rows = access.users_of(request)
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(), rows)
    page = lists.build_page(request, spec(), rows)
    return render(request, "dashboard/users.html", {"page": page, "rows": user_rows(page.rows)})


def user_rows(users: list[User]) -> list[dict[str, Any]]:
    """Return what the list shows of these users: four queries for all of them."""
    ids = [user.pk for user in users]
    held = Namespace.objects.filter(user_id__in=ids)
    items = {
        row["user_id"]: row
        for row in held.values("user_id").annotate(
            active=Count("items", filter=Q(items__status=Status.ACTIVE)),
            pending=Count("items", filter=Q(items__status=Status.PENDING)),
            archived=Count("items", filter=Q(items__status=Status.ARCHIVED)),
            deprecated=Count("items", filter=Q(items__status=Status.DEPRECATED)),
        )
    }
    conflicts = dict(
        Conflict.objects.filter(namespace__user_id__in=ids, state=Conflict.State.OPEN)
        .values_list("namespace__user_id")
        .annotate(Count("pk"))
        .order_by()
    )
    profiles = dict(held.values_list("user_id", "profile__document"))
    seen = transcripts.activity(ids)
    return [
        {
            "user": user,
            "counts": items.get(user.pk, {}),
            "conflicts": conflicts.get(user.pk, 0),
            "profile": len(profiles.get(user.pk) or {}),
            "last_turn": seen.get(user.pk),
        }
        for user in users
    ]
