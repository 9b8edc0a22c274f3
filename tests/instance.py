"""A real running instance: `manage.py up` on free ports in a temporary VAR_DIR."""

import http.client
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from config.supervisor.ports import any_free
from tests.environment import CLEARED, DEMO_PASSWORD

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 90
_OF_THE_SUITE = ("REDIS_URL", "CHROMA_URL", "EMBEDDED", "WARM_UP")  # set for its own process


class Instance:
    """One supervisor with its children. `accounts` are user, operator, admin with `password`."""

    password = DEMO_PASSWORD

    def __init__(self, *, var_dir: Path | None = None, **environment: str) -> None:
        self.var_dir = var_dir or Path(tempfile.mkdtemp(prefix="pal-up-", dir="/tmp"))
        self.port = any_free()
        self.url = f"http://127.0.0.1:{self.port}"
        self.lines: list[str] = []
        self.environment = {k: v for k, v in os.environ.items() if k not in CLEARED}
        for name in (*_OF_THE_SUITE, "DATABASE_URL", "MAKEFLAGS"):
            self.environment.pop(name, None)
        self.environment |= {
            "VAR_DIR": str(self.var_dir),
            "PORT": str(self.port),
            "CHROMA_PORT": str(any_free()),
            "DEMO_PASSWORD": self.password,
            "OPENAI_API_KEY": "",
            "DEMO_DATA": "false",
            "WORKER_CONCURRENCY": "1",
            **environment,
        }
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._new: queue.Queue[str | None] = queue.Queue()

    def start(self, *, until: str = "Ctrl-C stops it") -> "Instance":
        """Start and wait for a line that contains `until`; RuntimeError when it ends before."""
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        self.wait_for_line(until)
        return self

    def wait_for_line(self, part: str, *, seconds: float = START_SECONDS) -> str:
        """Return the next line that contains `part`."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._new.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                raise RuntimeError(f"no line with {part!r} in:\n" + "\n".join(self.lines[-40:]))
            if part in line:
                return line

    def stop(self) -> int:
        """End it with SIGTERM and return its exit code."""
        return self.end(signal.SIGTERM)

    def kill(self) -> None:
        """End the supervisor alone, with SIGKILL."""
        self.end(signal.SIGKILL)

    def end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        code: int = self._process.wait(timeout=45)
        return code

    def wait(self, *, seconds: float = 60) -> int:
        """Wait until it ends by itself and return its exit code."""
        assert self._process is not None
        code: int = self._process.wait(timeout=seconds)
        return code

    def close(self) -> None:
        """Stop whatever is left and remove its files."""
        code = self.stop() if self._process is not None and self._process.poll() is None else 0
        if self._reader is not None:
            self._reader.join(timeout=10)
        shutil.rmtree(self.var_dir, ignore_errors=True)
        assert code == 0, f"SIGTERM ended it with {code}:\n" + "\n".join(self.lines[-40:])

    def run(self, *command: str, timeout: float = 120, stdin: str = "") -> str:
        """Run a management command against this instance and return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        if done.returncode:
            raise RuntimeError(f"{command} ended with {done.returncode}:\n{done.stderr}")
        return done.stdout

    def pid(self, name: str) -> int:
        """Return the process id of a child: redis, chroma, web or worker."""
        rows = json.loads((self.var_dir / "run" / "children.json").read_text())
        pid: int = rows[name][0]
        return pid

    def family(self) -> list[psutil.Process]:
        """Return every process that the supervisor has made, and their own children."""
        assert self._process is not None
        return psutil.Process(self._process.pid).children(recursive=True)

    def kill_child(self, name: str, number: signal.Signals = signal.SIGKILL) -> int:
        """Kill one child and return the process id that it had."""
        pid = self.pid(name)
        os.kill(pid, number)
        return pid

    def health(self) -> tuple[int, dict[str, str]]:
        """Return the status of /healthz and its checks; (0, {}) when the web server is away."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        try:
            connection.request("GET", "/healthz")
            response = connection.getresponse()
            return response.status, json.loads(response.read())["checks"]
        except (OSError, http.client.HTTPException):
            return 0, {}
        finally:
            connection.close()

    def wait_until_healthy(self, *, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while (last := self.health())[0] != 200:
            if time.monotonic() > deadline:
                raise RuntimeError(f"still {last}:\n" + "\n".join(self.lines[-40:]))
            time.sleep(0.2)

    def _read(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        with process.stdout as output:
            for line in output:
                self.lines.append(line.rstrip("\n"))
                self._new.put(line)
        self._new.put(None)
