"""Questions about TCP ports of this machine."""

import socket
from collections.abc import Iterable

import psutil


def is_free(host: str, port: int) -> bool:
    """Say whether a server could listen on this address now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # As daphne does: an address in TIME_WAIT is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def next_free(host: str, first: int, *, tries: int = 200) -> int:
    """Return the first free port from `first` on; raises OSError when there is none in reach."""
    for port in range(first, min(first + tries, 65536)):
        if is_free(host, port):
            return port
    raise OSError(f"no free port on {host} from {first} on")


def any_free(host: str = "127.0.0.1") -> int:
    """Return a port that the system says is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
    return port


def listener_of(port: int, processes: Iterable[psutil.Process]) -> psutil.Process | None:
    """Return which of these processes listens on a TCP port."""
    for process in processes:
        try:
            connections = process.net_connections(kind="tcp")
        except psutil.Error:
            continue
        if any(c.status == psutil.CONN_LISTEN and c.laddr.port == port for c in connections):
            return process
    return None
