"""A real Redis and a real Chroma server on temporary paths, for as long as a suite runs."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import redis

from config.supervisor.binaries import chroma_command, redis_command
from config.supervisor.death import die_with_parent

START_SECONDS = 90  # the machine may be shared with everything else


class Services:
    """The addresses of what runs; `restart_*` and `stop_*` are for tests of losing it."""

    def __init__(self, var_dir: Path, chroma_port: int) -> None:
        self.socket = var_dir / "run" / "redis.sock"
        self.redis_url = f"unix://{self.socket}"
        self.chroma_url = f"http://127.0.0.1:{chroma_port}"
        self._var_dir = var_dir
        self._chroma_port = chroma_port
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self.redis = redis.Redis(unix_socket_path=str(self.socket))

    def start_redis(self) -> None:
        self._start(
            "redis",
            redis_command(socket=self.socket, directory=self._var_dir / "redis"),
            self.redis.ping,
        )

    def start_chroma(self) -> None:
        self._start(
            "chroma",
            chroma_command(port=self._chroma_port, directory=self._var_dir / "chroma"),
            lambda: httpx.get(f"{self.chroma_url}/api/v2/heartbeat", timeout=1).is_success,
        )

    def stop(self, name: str) -> None:
        process = self._processes.pop(name, None)
        if process is None:
            return
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def stop_all(self) -> None:
        self.redis.close()
        for name in list(self._processes):
            self.stop(name)

    def _start(self, name: str, command: list[str], is_up: Callable[[], object]) -> None:
        (self._var_dir / "run").mkdir(parents=True, exist_ok=True)
        (self._var_dir / name).mkdir(parents=True, exist_ok=True)
        log = self._var_dir / f"{name}.log"
        with log.open("ab") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=die_with_parent,
            )
        self._processes[name] = process
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            try:
                if is_up():
                    return
            except (redis.ConnectionError, httpx.HTTPError):
                time.sleep(0.05)
        raise RuntimeError(f"{name} did not start:\n{log.read_text(errors='replace')[-2000:]}")


@contextmanager
def running_services(var_dir: Path, chroma_port: int) -> Iterator[Services]:
    services = Services(var_dir, chroma_port)
    try:
        services.start_redis()
        services.start_chroma()
        yield services
    finally:
        services.stop_all()
