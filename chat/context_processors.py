"""What every page needs to draw its frame."""

from django.conf import settings
from django.http import HttpRequest

THEMES = ("auto", "light", "dark")


def appearance(request: HttpRequest) -> dict[str, object]:
    """Return the chosen theme, the theme to draw now, and whether a model is connected.

    "auto" is resolved by the browser, which keeps the result in a cookie: so the first byte of
    the next page is already right, and nothing flashes.
    """
    user = getattr(request, "user", None)
    cookie = request.COOKIES.get("theme", "auto")
    chosen = user.theme if user is not None and user.is_authenticated else cookie
    if chosen not in THEMES:
        chosen = "auto"
    shown = request.COOKIES.get("theme_shown", "light") if chosen == "auto" else chosen
    return {
        "theme": chosen,
        "theme_shown": "dark" if shown == "dark" else "light",
        "has_model": bool(settings.OPENAI_API_KEY),
        "is_embedded": settings.EMBEDDED,
    }
