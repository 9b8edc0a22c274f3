"""Says in the page why memory refused an act, instead of an error page."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext

from chat.requests import UserRequest
from memory import api

View = Callable[..., HttpResponse]


def says_refusals(view: View) -> View:
    """Turn a refusal of memory into a notice; nothing was changed."""

    @wraps(view)
    def wrapped(request: UserRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (api.ActionRefused, api.StaleItem):
            text = gettext(
                "Memory has changed meanwhile, so nothing was done. Load the page again."
            )
            response = HttpResponse(status=204 if request.htmx else 409)
            response["HX-Trigger"] = json.dumps({"toast": {"text": text, "level": "error"}})
            return response

    return wrapped
