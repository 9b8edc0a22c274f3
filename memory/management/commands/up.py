"""Starts the whole instance and keeps it running until Ctrl-C or SIGTERM."""

import contextlib
import os
import secrets
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections

from config.supervisor import ground, programs, records
from config.supervisor.binaries import StartupError
from config.supervisor.ports import next_free
from config.supervisor.supervisor import Stopped, Supervisor
from memory.accounts import ensure_demo_accounts


class Command(BaseCommand):
    help = "Start Redis, Chroma, the web server and the worker, and keep them running."
    requires_system_checks: list[str] = []  # a read-only disk should be one line, not a check

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._run(options["host"], options["port"])
        except StartupError as error:
            raise CommandError(str(error)) from None

    def _run(self, host: str, port: int) -> None:
        ground.prepare_directories(settings.VAR_DIR)
        with records.take_lock(settings.RUN_DIR) as lock:
            mark = records.instance_mark(settings.RUN_DIR)
            left = records.end_leftovers(settings.RUN_DIR, mark)
            if left:
                self.say(f"Ended {left} processes that an earlier run had left")
            ground.check_port(host, port)
            address = f"http://{programs.reachable(host)}:{port}/"
            records.sign_lock(lock, f"process {os.getpid()}, {address}")
            supervisor = Supervisor(
                run_dir=settings.RUN_DIR,
                log_dir=settings.VAR_DIR / "log",
                mark=mark,
                say=self.say,
            )
            try:
                self._start(supervisor, host, port)
                supervisor.wait_until_well("worker", "web")
                self._welcome(host, address)
                supervisor.watch()
            except Stopped as stopped:
                self.say(f"{stopped}: stopping")
            finally:
                supervisor.stop()
                self.say("Stopped")

    def _start(self, supervisor: Supervisor, host: str, port: int) -> None:
        stores = self._start_stores(supervisor)
        self._migrate()
        self.passwords = self._make_demo_accounts()
        supervisor.wait_until_well(*stores)
        self._play_demo()
        connections.close_all()
        self.say("Starting the web server and the worker")
        supervisor.start(programs.worker_program())
        supervisor.start(programs.web_program(host, port))

    def _start_stores(self, supervisor: Supervisor) -> list[str]:
        """Start the stores that no setting names; return their names."""
        started = []
        if not settings.IS_REDIS_GIVEN:
            self.say("Starting Redis")
            supervisor.start(programs.redis_program(ground.prepare_socket(settings.REDIS_URL)))
            started.append("redis")
        if not settings.IS_CHROMA_GIVEN:
            self.say("Starting Chroma")
            port = next_free("127.0.0.1", settings.CHROMA_PORT)
            (settings.RUN_DIR / "chroma-url").write_text(f"http://127.0.0.1:{port}")
            supervisor.start(programs.chroma_program(port))
            started.append("chroma")
        return started

    def _migrate(self) -> None:
        self.say("Preparing the database")
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except DatabaseError as error:
            raise StartupError(f"The database cannot be used: {str(error).strip()}") from None

    def _make_demo_accounts(self) -> dict[str, str]:
        """Return what to print by account name; empty where there are no demo accounts."""
        if not settings.EMBEDDED:
            return {}
        password = settings.DEMO_PASSWORD or self._kept_password()
        opens = ensure_demo_accounts(
            tenant_slug=settings.DEFAULT_TENANT,
            password=password,
            is_password_given=bool(settings.DEMO_PASSWORD),
        )
        return {name: password if ok else "(changed since)" for name, ok in opens.items()}

    def _play_demo(self) -> None:
        """Fill a new embedded instance, once: who erases the demo people does not get them back."""
        played = settings.VAR_DIR / "demo_played"
        if not settings.DEMO_DATA or played.exists():
            return
        self.say("Telling some weeks of two people for the demo (once)")
        try:
            call_command("demo_data", stdout=self.stdout)
        except CommandError as error:
            self.say(f"The demo could not be told: {error}")
            return
        played.touch()

    def _kept_password(self) -> str:
        path = settings.VAR_DIR / "demo_password"
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text(secrets.token_urlsafe(9))
        return path.read_text().strip()

    def _welcome(self, host: str, address: str) -> None:
        self.say("")
        self.say(f"Palimpsest is ready: {address}")
        for name, password in self.passwords.items():
            self.say(f"  {name:9} {password}")
        if host in {"127.0.0.1", "::1", "localhost"}:
            self.say("It answers this machine only; set HOST to let others in.")
        else:
            self.say(f"Warning: HOST={host} lets others in the network reach it, without https.")
            names = ", ".join(settings.ALLOWED_HOSTS)
            self.say(f"Browsers may ask for it as {names}; ALLOWED_HOSTS names others.")
        self.say("Ctrl-C stops it.")
        self.say("")

    def say(self, line: str) -> None:
        """Print a line at once; a terminal that was closed is no reason to fail."""
        with contextlib.suppress(BrokenPipeError):
            self.stdout.write(line)
            self.stdout.flush()
