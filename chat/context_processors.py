"""What every page needs to draw its frame."""

from django.conf import settings
from django.http import HttpRequest


def appearance(request: HttpRequest) -> dict[str, object]:
    """Return the theme of the signed-in user, and whether a model is connected."""
    return {
        "theme": getattr(request.user, "theme", "auto") if hasattr(request, "user") else "auto",
        "has_model": bool(settings.OPENAI_API_KEY),
    }
