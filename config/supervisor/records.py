"""What a supervisor leaves on disk: its lock, and who its children are.

A supervisor that was killed cannot tidy up. The next one ends what it left, but only processes
that carry the mark of this very instance: a number alone could belong to anybody by now.
"""

import contextlib
import fcntl
import json
import secrets
from pathlib import Path
from typing import IO

import psutil

from config.supervisor.binaries import StartupError

MARK = "PALIMPSEST_INSTANCE"  # name of the environment variable that every child carries


def take_lock(run_dir: Path) -> IO[str]:
    """Return the locked file that says who runs here; raises StartupError when another does."""
    handle = (run_dir / "up.lock").open("a+")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.seek(0)
        who = handle.read().strip() or "another process"
        handle.close()
        raise StartupError(
            f"Palimpsest already runs in {run_dir.parent} ({who}). "
            "Stop it first, or give this one its own VAR_DIR and PORT."
        ) from None
    return handle


def sign_lock(handle: IO[str], text: str) -> None:
    handle.seek(0)
    handle.truncate()
    handle.write(text)
    handle.flush()


def instance_mark(run_dir: Path) -> str:
    """Return the random name of this instance, made at first use."""
    path = run_dir / "instance"
    if not path.exists():
        path.write_text(secrets.token_hex(16))
    return path.read_text().strip()


def write_children(run_dir: Path, processes: dict[str, int]) -> None:
    """Record each child by process id and moment of creation, which together are unique."""
    rows = {}
    for name, pid in processes.items():
        try:
            rows[name] = [pid, psutil.Process(pid).create_time()]
        except psutil.Error:
            continue
    path = run_dir / "children.json"
    path.with_suffix(".new").write_text(json.dumps(rows))
    path.with_suffix(".new").replace(path)


def end_leftovers(run_dir: Path, mark: str, *, seconds: float = 6.0) -> int:
    """End what an earlier supervisor of this instance left running; return how many there were."""
    found = _recorded(run_dir) | _marked(mark)
    for process in found:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.terminate()
    _, alive = psutil.wait_procs(found, timeout=seconds)
    for process in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(alive, timeout=5)
    return len(found)


def _recorded(run_dir: Path) -> set[psutil.Process]:
    try:
        rows = json.loads((run_dir / "children.json").read_text())
    except (OSError, ValueError):
        return set()
    found: set[psutil.Process] = set()
    for pid, created in rows.values():
        try:
            process = psutil.Process(pid)
            if abs(process.create_time() - created) < 0.05:
                found |= {process, *process.children(recursive=True)}
        except psutil.Error:
            continue
    return found


def _marked(mark: str) -> set[psutil.Process]:
    found = set()
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) == mark:
                found.add(process)
        except (psutil.Error, OSError):
            continue  # of another user, or gone meanwhile
    return found - {psutil.Process()}
