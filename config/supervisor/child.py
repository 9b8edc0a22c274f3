"""One supervised process: started in its own session, restarted with a growing pause, stopped."""

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

import psutil

from config.supervisor.death import die_with_parent
from config.supervisor.ports import listener_of
from config.supervisor.programs import Program

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds
STEADY_SECONDS = 30.0  # alive for so long, and the pause begins anew
LOG_BYTES = 20_000_000  # beyond it a log is moved to NAME.log.1


class Child:
    """The process of a program, and its log."""

    def __init__(self, program: Program, log_dir: Path, environment: dict[str, str]) -> None:
        self.program = program
        self.log = log_dir / f"{program.name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.restart_at: float | None = None
        self._environment = environment
        self._pause = FIRST_PAUSE
        self._started_at = 0.0
        self._read_to = 0

    def start(self) -> None:
        self.program.before_start()
        self._turn_log_over()
        with self.log.open("ab") as output:
            self._read_to = output.tell()
            self.process = subprocess.Popen(
                self.program.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=self._environment,
                # Ctrl-C of the terminal reaches the supervisor alone, and the whole family of a
                # child can be killed as one group.
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
        self._started_at = time.monotonic()
        self.restart_at = None

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def is_well(self) -> bool:
        """Say whether it runs, answers, and is itself the one who answers on its port."""
        if not self.is_running() or not self.program.is_well():
            return False
        if self.program.port is None or self.process is None:
            return True
        try:
            family = psutil.Process(self.process.pid)
            found = listener_of(self.program.port, [family, *family.children(recursive=True)])
        except psutil.Error:
            return False
        return found is not None

    def plan_restart(self, now: float) -> float:
        """Note when to start again and return the pause in seconds; it doubles up to a limit."""
        if now - self._started_at > STEADY_SECONDS:
            self._pause = FIRST_PAUSE
        pause = self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        self.restart_at = now + pause
        self.kill_group()  # what the dead process left behind
        return pause

    def how_it_ended(self) -> str:
        code = self.process.returncode if self.process else None
        if code is None:
            return "is not running"
        if code < 0:
            return f"was ended by {signal.Signals(-code).name}"
        return f"ended with code {code}"

    def ask_to_stop(self) -> None:
        if self.process is not None and self.is_running():
            self.process.terminate()

    def wait(self, deadline: float) -> None:
        """Wait until the deadline (monotonic), then kill the process and all that it made."""
        if self.process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=max(0.0, deadline - time.monotonic()))
        self.kill_group()
        self.process.wait()

    def kill_group(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):  # nobody is left
                os.killpg(self.process.pid, signal.SIGKILL)

    def new_lines(self) -> list[str]:
        """Return the whole lines written to the log since the last call."""
        try:
            with self.log.open("rb") as source:
                source.seek(self._read_to)
                data = source.read(1_000_000)
        except OSError:
            return []
        end = data.rfind(b"\n") + 1
        self._read_to += end
        return data[:end].decode(errors="replace").splitlines()

    def last_line(self) -> str:
        """Return the last line of the log that says something, for an error message."""
        try:
            lines = self.log.read_bytes()[-4000:].decode(errors="replace").splitlines()
        except OSError:
            return ""
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _turn_log_over(self) -> None:
        if self.log.exists() and self.log.stat().st_size > LOG_BYTES:
            self.log.replace(self.log.with_suffix(".log.1"))
