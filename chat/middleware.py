"""Shows times in the time zone of the signed-in person."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from chat.zones import known_zones


def time_zone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return the middleware. A zone that the machine does not know falls back to UTC."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.time_zone in known_zones():
            with timezone.override(request.user.time_zone):
                return get_response(request)
        return get_response(request)

    return middleware
