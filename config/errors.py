"""What a person sees when a page fails: a number that the log has too."""

import logging
import uuid

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

logger = logging.getLogger(__name__)

NUMBER_HEADER = "X-Error-Number"
DIGITS = 8


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page of an error that nothing expected; Django logs its traceback next."""
    number = uuid.uuid4().hex[:DIGITS]
    logger.error("error %s: %s %s", number, request.method, request.path)
    page = render_to_string("500.html", {"number": number})
    return HttpResponse(page, status=500, headers={NUMBER_HEADER: number})
