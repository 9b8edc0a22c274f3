"""/healthz: whether database, Redis, Chroma and the worker answer, and which does not."""

import logging
import time
from collections.abc import Callable
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)

HEARTBEAT_KEY = "worker-heartbeat"  # written by memory.tasks.heartbeat: seconds since the epoch
HEARTBEAT_SECONDS = 35.0  # three beats and a little
CHROMA_SECONDS = 2.0


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when every part answers, else 503; the body names each part."""
    checks = {name: _outcome(name, check) for name, check in CHECKS.items()}
    is_well = all(outcome == "ok" for outcome in checks.values())
    response = JsonResponse(
        {"status": "ok" if is_well else "unavailable", "checks": checks},
        status=200 if is_well else 503,
    )
    response["Cache-Control"] = "no-store"
    return response


def _outcome(name: str, check: Callable[[], None]) -> str:
    try:
        check()
    except Exception as error:  # whatever a part throws, the answer is that it does not answer
        logger.info("health check of %s failed: %s", name, error)
        return f"does not answer ({type(error).__name__})"
    return "ok"


def check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def check_redis() -> None:
    cache.set("healthz", "ok", timeout=10)
    if cache.get("healthz") != "ok":
        raise ConnectionError("Redis did not return what was written")


def check_chroma() -> None:
    url = f"{settings.CHROMA_URL.rstrip('/')}/api/v2/heartbeat"
    with urlopen(url, timeout=CHROMA_SECONDS) as response:
        if response.status != 200:
            raise URLError(f"status {response.status}")


def check_worker() -> None:
    beat = cache.get(HEARTBEAT_KEY)
    age = time.time() - float(beat) if beat is not None else float("inf")
    if age > HEARTBEAT_SECONDS:
        raise TimeoutError("no heartbeat" if beat is None else f"last heartbeat {age:.0f} s ago")


CHECKS: dict[str, Callable[[], None]] = {
    "database": check_database,
    "redis": check_redis,
    "chroma": check_chroma,
    "worker": check_worker,
}
