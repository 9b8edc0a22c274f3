"""Starts the programs of an instance, waits until they are well, restarts them, stops them all."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from config.supervisor.binaries import StartupError
from config.supervisor.child import Child
from config.supervisor.programs import Program
from config.supervisor.records import MARK, write_children

TICK_SECONDS = 0.1
START_SECONDS = 90.0

Say = Callable[[str], None]


class Stopped(Exception):
    """A person or the system asked the instance to end."""


class Supervisor:
    """The children of one instance. Everything happens in the thread that made it."""

    def __init__(self, *, run_dir: Path, log_dir: Path, mark: str, say: Say) -> None:
        self._stop_request = StopRequest()
        self.children: dict[str, Child] = {}
        self._run_dir = run_dir
        self._log_dir = log_dir
        self._environment = {**os.environ, MARK: mark, "PYTHONUNBUFFERED": "1"}
        self._say = say

    def start(self, program: Program) -> Child:
        self._stop_request.check()
        child = Child(program, self._log_dir, self._environment)
        self.children[program.name] = child
        child.start()
        self._record()
        return child

    def wait_until_well(self, *names: str) -> None:
        """Return when the named children are well, asked in this order.

        Raises StartupError when any child ends or one takes too long.
        """
        deadline = time.monotonic() + START_SECONDS
        for name in names:
            while not self.children[name].is_well():
                self._stop_request.check()
                self._refuse_the_dead()
                if time.monotonic() > deadline:
                    raise StartupError(f"{name} did not answer within {START_SECONDS:.0f} s.")
                time.sleep(TICK_SECONDS)

    def _refuse_the_dead(self) -> None:
        for child in self.children.values():
            if not child.is_running():
                raise StartupError(
                    f"{child.program.name} {child.how_it_ended()} while starting: "
                    f"{child.last_line()} (all of it: {child.log})"
                )

    def watch(self) -> None:
        """Restart what dies, forward logs; only Stopped ends it."""
        for child in self.children.values():
            child.new_lines()  # what was said while starting stays in the log alone
        while True:
            self._stop_request.check()
            self._forward_logs()
            now = time.monotonic()
            for child in self.children.values():
                self._look_after(child, now)
            time.sleep(TICK_SECONDS)

    def stop(self) -> None:
        """End every child: those who use the stores first, then the stores."""
        for group in (("web", "worker"), ("chroma", "redis")):
            children = [self.children[name] for name in group if name in self.children]
            for child in children:
                child.ask_to_stop()
            begun = time.monotonic()
            for child in children:
                child.wait(begun + child.program.stop_seconds)
        self._forward_logs()
        self.children.clear()
        self._record()

    def _look_after(self, child: Child, now: float) -> None:
        name = child.program.name
        if child.is_running():
            return
        if child.restart_at is None:
            pause = child.plan_restart(now)
            self._say(f"{name} {child.how_it_ended()}; starting it again in {pause:g} s")
        elif now >= child.restart_at:
            child.start()
            self._record()
            self._say(f"{name} started again")

    def _forward_logs(self) -> None:
        for child in self.children.values():
            if child.program.forwards_log:
                for line in child.new_lines():
                    self._say(f"{child.program.name:6} | {line}")

    def _record(self) -> None:
        write_children(
            self._run_dir,
            {name: c.process.pid for name, c in self.children.items() if c.process},
        )


class StopRequest:
    """Notes that SIGINT, SIGTERM or SIGHUP came.

    An exception raised in a signal handler is lost when it happens to hit a finaliser, so that the
    handler only notes, and the loops ask.
    """

    def __init__(self) -> None:
        self._signal: signal.Signals | None = None
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, self._note)

    def check(self) -> None:
        """Raise Stopped when somebody asked for the end."""
        if self._signal is not None:
            raise Stopped(self._signal.name)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._signal = signal.Signals(number)
