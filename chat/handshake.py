"""What the handshake of a socket says: the page's language, and where the page came from."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings


def language(scope: Mapping[str, Any]) -> str:
    """Return the language of the page, from the query; the default for one that is not offered."""
    asked = parse_qs(scope["query_string"].decode("ascii", "replace")).get("language", [""])[0]
    offered = {code for code, _ in settings.LANGUAGES}
    return asked if asked in offered else settings.LANGUAGE_CODE


def is_same_origin(scope: Mapping[str, Any]) -> bool:
    """Say whether the page was served by the address that the socket was opened to.

    Cookies do not know ports: a page of another program on the same host would bring the user's
    session along. Behind a proxy that changes the host, CSRF_TRUSTED_ORIGINS names the origin.
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    return bool(host) and (
        urlsplit(origin).netloc == host or origin in settings.CSRF_TRUSTED_ORIGINS
    )
