"""What an embedded instance runs: how each program is called and how to tell that it is well."""

import contextlib
import http.client
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import redis
from django.conf import settings
from django.core.cache import cache

from config.health import HEARTBEAT_KEY
from config.supervisor.binaries import chroma_command, redis_command

PROBE_SECONDS = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """One program of the instance. `port` is the TCP port that it alone may listen on."""

    name: str
    command: list[str]
    is_well: Callable[[], bool]
    port: int | None = None
    stop_seconds: float = 10.0  # from SIGTERM to SIGKILL
    before_start: Callable[[], None] = lambda: None
    forwards_log: bool = False  # its lines are shown, not only kept in var/log


def redis_program(socket: Path) -> Program:
    directory = settings.VAR_DIR / "redis"
    return Program(
        name="redis",
        command=redis_command(socket=socket, directory=directory, binary=settings.REDIS_SERVER),
        is_well=lambda: answers_redis(settings.REDIS_URL),
    )


def chroma_program(port: int) -> Program:
    return Program(
        name="chroma",
        command=chroma_command(port=port, directory=settings.VAR_DIR / "chroma"),
        is_well=lambda: answers_http(f"http://127.0.0.1:{port}/api/v2/heartbeat"),
        port=port,
    )


def web_program(host: str, port: int) -> Program:
    command = [sys.executable, "-m", "daphne", "-b", host, "-p", str(port), "-v", "0"]
    # A message of the longest permitted length, with every character escaped in JSON.
    limit = 12 * int(settings.CHAT["max_message_characters"])
    command += ["--websocket-max-message-size", str(limit), "--no-server-name"]
    return Program(
        name="web",
        command=[*command, "config.asgi:application"],
        is_well=lambda: answers_http(f"http://{reachable(host)}:{port}/healthz"),
        port=port,
        forwards_log=True,
    )


def worker_program() -> Program:
    command = [sys.executable, "-m", "celery", "--app", "config", "--quiet"]
    command += ["worker", "--beat"]
    command += ["--schedule", str(settings.RUN_DIR / "beat-schedule")]
    command += ["--concurrency", str(settings.WORKER_CONCURRENCY), "--loglevel", "WARNING"]
    command += ["--without-gossip", "--without-mingle"]  # there is no other worker to meet
    return Program(
        name="worker",
        command=command,
        is_well=beats,
        before_start=forget_heartbeat,
        forwards_log=True,
    )


def beats() -> bool:
    """Say whether the worker has carried out a heartbeat since this start."""
    try:
        return cache.get(HEARTBEAT_KEY) is not None
    except redis.RedisError:
        return False


def forget_heartbeat() -> None:
    """Drop the heartbeat of a worker that is no more: /healthz must not believe it."""
    with contextlib.suppress(redis.RedisError):
        cache.delete(HEARTBEAT_KEY)


def reachable(host: str) -> str:
    """Return an address on which a server bound to `host` answers this machine."""
    if host in {"0.0.0.0", ""}:
        return "127.0.0.1"
    if host == "::":
        return "[::1]"
    return f"[{host}]" if ":" in host else host


def answers_redis(url: str) -> bool:
    client = redis.Redis.from_url(
        url, socket_timeout=PROBE_SECONDS, socket_connect_timeout=PROBE_SECONDS
    )
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


def answers_http(url: str) -> bool:
    """Say whether a GET of this address of our own is answered with 200."""
    return http_status(url)[0] == 200


def http_status(url: str) -> tuple[int, bytes]:
    """Return status and body of a GET; (0, reason) when nothing answered."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(
        parts.hostname or "127.0.0.1", parts.port, timeout=PROBE_SECONDS + 3
    )
    names = [name for name in settings.ALLOWED_HOSTS if not name.startswith((".", "*"))]
    try:
        connection.request("GET", parts.path, headers={"Host": names[0]} if names else {})
        response = connection.getresponse()
        return response.status, response.read()
    except (OSError, http.client.HTTPException) as error:
        return 0, str(error).encode()
    finally:
        connection.close()
