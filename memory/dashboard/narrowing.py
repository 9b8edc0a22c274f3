"""Filters and orders that several lists share."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from memory.dashboard import access, lists


def by_user(request: HttpRequest) -> lists.Filter:
    """Return the filter by the user whose memory a row is of; it comes by a link, as a pill."""
    return lists.Filter(
        name="user",
        label=_("User"),
        apply=lists.equals("namespace__user_id"),
        show=lambda value: access.user_name(request, value),
    )


def newest_and_oldest(field: str = "created_at") -> list[lists.Sort]:
    """Return both orders by time, the newest first as the default."""
    return [
        lists.Sort(name="newest", label=_("Newest first"), field=field, parse=lists.parse_time),
        lists.Sort(name="oldest", label=_("Oldest first"), field=field, parse=lists.parse_time,
                   is_descending=False),
    ]  # fmt: skip
