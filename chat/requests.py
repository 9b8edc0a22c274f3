"""What the views know of a request."""

from collections.abc import Mapping

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from memory.models import User


class UserRequest(HttpRequest):
    """A request of a signed-in user, as `login_required` leaves it."""

    user: User
    htmx: HtmxDetails


def current_conversation(data: Mapping[str, str]) -> int | None:
    """Return the conversation that the page shows, as it said."""
    value = data.get("current", "")
    return int(value) if value.isdigit() else None
