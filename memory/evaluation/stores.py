"""Temporary stores for a measurement: nothing of any user's memory is read or written.

A database of its own, a Redis of its own, an index in the process (or, where the index itself is
measured, a Chroma server of its own). Embeddings are kept between runs under `var/evaluation`.
"""

import hashlib
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from celery import current_app
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.test.utils import override_settings
from django.utils import timezone
from django.utils.module_loading import import_string

from config.supervisor.binaries import chroma_command, redis_command
from config.supervisor.death import die_with_parent
from config.supervisor.ports import any_free
from memory import index
from memory.backends import state_store, vector_index
from memory.backends.base import BackendError, Embedder, Matrix
from memory.domain.policy import Policy
from memory.models import RecallPolicy
from memory.policies import forget_policies

START_SECONDS = 60


class KeptEmbedder(Embedder):
    """The configured embedder, with every vector kept in a file between runs."""

    def __init__(
        self, *, path: str, backend: str, options: dict[str, Any], keeps_queries: bool = True
    ) -> None:
        super().__init__(path=path)
        self._keeps_queries = keeps_queries  # not where the time of embedding is measured
        self._inner: Embedder = import_string(backend)(**options)
        self.name, self.dimensions = self._inner.name, self._inner.dimensions
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(path, check_same_thread=False)
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS vectors (model, form, text, vector BLOB,"
            " PRIMARY KEY (model, form, text)) WITHOUT ROWID"
        )

    def embed_queries(self, texts: Sequence[str]) -> Matrix:
        if not self._keeps_queries:
            return self._inner.embed_queries(texts)
        return self._embed("query", texts, self._inner.embed_queries)

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        return self._embed("passage", texts, self._inner.embed_passages)

    def _embed(
        self, form: str, texts: Sequence[str], compute: Callable[[Sequence[str]], Matrix]
    ) -> Matrix:
        known = {text: self._kept(form, text) for text in texts}
        missing = [text for text, vector in known.items() if vector is None]
        for start in range(0, len(missing), 64):
            batch = missing[start : start + 64]
            for text, vector in zip(batch, compute(batch), strict=True):
                known[text] = vector
                self._file.execute(
                    "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)",
                    (self.name, form, text, vector.astype("<f4").tobytes()),
                )
            self._file.commit()
        return np.stack([np.asarray(known[text], np.float32) for text in texts])

    def _kept(self, form: str, text: str) -> Any:
        row = self._file.execute(
            "SELECT vector FROM vectors WHERE model = ? AND form = ? AND text = ?",
            (self.name, form, text),
        ).fetchone()
        return None if row is None else np.frombuffer(row[0], "<f4")


def evaluation_dir() -> Path:
    directory = Path(settings.VAR_DIR) / "evaluation"
    directory.mkdir(parents=True, exist_ok=True)
    return directory


@contextmanager
def temporary_stores(*, chroma: bool = False, policy: Policy | None = None) -> Iterator[None]:
    """Point everything at fresh stores until the end of the block, with `policy` in force there."""
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pal-")))
        stack.enter_context(_services(directory, chroma=chroma))
        stack.enter_context(_database())
        index.clear()
        stack.callback(index.clear)
        forget_policies()
        stack.callback(forget_policies)
        if policy is not None:
            _put_in_force(policy)
        yield


def _put_in_force(policy: Policy) -> None:
    RecallPolicy.objects.filter(name=policy.name).delete()
    RecallPolicy.objects.update(is_default=False)
    RecallPolicy.objects.create(
        name=policy.name,
        version=policy.version,
        values=policy.values(),
        is_default=True,
        created_at=timezone.now(),
    )


@contextmanager
def _services(
    directory: Path, *, chroma: bool, kept: Path | None = None, shards: int = 8
) -> Iterator[None]:
    socket, port = directory / "redis.sock", any_free()
    configured = settings.MEMORY
    embedding = configured["embedder"]
    memory = {
        **configured,
        "embedder": {
            "BACKEND": "memory.evaluation.stores.KeptEmbedder",
            "OPTIONS": {
                "path": str(evaluation_dir() / "embeddings.sqlite3"),
                "backend": embedding["BACKEND"],
                "options": embedding["OPTIONS"],
                "keeps_queries": kept is None,
            },
        },
        "state": {
            **configured["state"],
            "OPTIONS": {"url": f"unix://{socket}", "prefix": "evaluation"},
        },
        "index": (
            {
                **configured["index"],
                "OPTIONS": {
                    **configured["index"]["OPTIONS"],
                    "url": f"http://127.0.0.1:{port}",
                    "shards": shards,
                    "timeout": 120.0,  # a build writes large pages
                },
            }
            if chroma
            else {"BACKEND": "memory.evaluation.exact.ExactIndex", "OPTIONS": {}}
        ),
    }
    broker = current_app.conf.broker_url
    with ExitStack() as stack:
        stack.enter_context(_process(redis_command(socket=socket, directory=directory)))
        if chroma:
            stack.enter_context(
                _process(chroma_command(port=port, directory=(kept or directory) / "chroma"))
            )
        layer = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
        stack.enter_context(override_settings(MEMORY=memory, CHANNEL_LAYERS=layer))
        current_app.conf.broker_url = "memory://localhost/"  # no worker listens
        stack.callback(setattr, current_app.conf, "broker_url", broker)
        _wait_for(state_store().check)
        if chroma:
            _wait_for(vector_index().check)
        yield


@contextmanager
def _process(command: list[str]) -> Iterator[None]:
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=die_with_parent,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(check: Callable[[], object]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            check()
        except (BackendError, httpx.HTTPError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


@contextmanager
def _database(path: Path | None = None) -> Iterator[None]:
    """A database of its own: in memory (or the server's test database), or kept at `path`."""
    name = connection.settings_dict["NAME"]
    test = connection.settings_dict["TEST"]
    before = test["NAME"]
    if path is not None and connection.vendor == "sqlite":
        test["NAME"] = str(path)
    keep = path is not None
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False, keepdb=keep)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0, keepdb=keep)
        test["NAME"] = before


@contextmanager
def kept_stores(name: str) -> Iterator[None]:
    """Like `temporary_stores` with Chroma, but built once and kept under `var/bench`.

    Built anew where the tables have changed since.
    """
    kept = Path(settings.VAR_DIR) / "bench"
    directory = kept / f"{name}-{_schema()}"
    for outdated in set(kept.glob(f"{name}-*")) - {directory}:
        shutil.rmtree(outdated)
    directory.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        socket_directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pal-")))
        stack.enter_context(_services(socket_directory, chroma=True, kept=directory, shards=1))
        stack.enter_context(_database(directory / "bench.sqlite3"))
        index.clear()
        stack.callback(index.clear)
        yield


def _schema() -> str:
    """Return a name for the tables as they are: the digest of what makes them."""
    digest = hashlib.sha256()
    for app in apps.get_app_configs():
        for path in sorted((Path(app.path) / "migrations").glob("*.py")):
            lines = path.read_bytes().splitlines()
            digest.update(b"\n".join(line for line in lines if not line.startswith(b"#")))
    return digest.hexdigest()[:8]
