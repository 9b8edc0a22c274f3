"""Shows times in the time zone of the signed-in person; tells scripts that nobody is signed in."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
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


def sign_in_again(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return the middleware. A part of a page is asked for: the sign-in page would be put into it.

    The answer is 401 instead; the page says so, and what was typed stays where it is.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        address = response.headers.get("Location", "").partition("?")[0]
        if "HX-Request" in request.headers and address == resolve_url(settings.LOGIN_URL):
            return HttpResponse(status=401)
        return response

    return middleware
