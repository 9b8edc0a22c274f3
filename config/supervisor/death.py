"""Ties the life of a process to that of its parent (Linux; elsewhere it does nothing)."""

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h
# Loaded at import: between fork and exec nothing may be loaded or locked.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """Ask the kernel to send SIGTERM to this process when the thread that made it ends."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
