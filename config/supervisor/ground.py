"""Checks and prepares the ground before anything starts; every fault is one clear line."""

import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from config.supervisor.binaries import StartupError
from config.supervisor.ports import is_free

SUBDIRECTORIES = ("run", "log", "redis", "chroma", "static")
SOCKET_PATH_BYTES = 107  # sun_path in sys/un.h holds 108 with the closing zero


def prepare_directories(var_dir: Path) -> None:
    """Make everything below `var_dir` and check that it can be written."""
    try:
        for name in SUBDIRECTORIES:
            (var_dir / name).mkdir(parents=True, exist_ok=True)
        for directory in (var_dir, *(var_dir / name for name in SUBDIRECTORIES)):
            with tempfile.TemporaryFile(dir=directory):
                pass
        os.chmod(var_dir / "run", 0o700)
    except OSError as error:
        raise StartupError(
            f"Cannot write below {var_dir}: {error.strerror or error}. "
            "Make it writable, or name another place in VAR_DIR."
        ) from None


def prepare_socket(url: str) -> Path:
    """Return the path of the Unix socket of this address, with its directory made and private."""
    path = Path(urlsplit(url).path)
    if len(os.fsencode(path)) > SOCKET_PATH_BYTES:
        raise StartupError(
            f"The path of the Redis socket is too long for this system: {path}. "
            "Name a shorter place in VAR_DIR."
        )
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = path.parent.stat().st_uid
    except OSError as error:
        raise StartupError(
            f"Cannot use {path.parent} for the Redis socket: {error.strerror}."
        ) from None
    if owner != os.geteuid():
        raise StartupError(f"{path.parent} belongs to another user: name another VAR_DIR.")
    return path


def check_port(host: str, port: int) -> None:
    try:
        free = is_free(host, port)
    except OSError as error:
        raise StartupError(f"HOST={host} is not an address of this machine: {error}.") from None
    if not free:
        raise StartupError(
            f"Port {port} on {host} is taken by another program. Stop that one, "
            f"or choose another port: make up PORT={port + 1}"
        )
