"""The way to the vector index: operations are written with the change and carried out after it.

The rows are drained in order and each may be carried out twice: an upsert reads what the database
says *then*, so that the index ends as the database is, whatever happened in between.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from kombu.exceptions import OperationalError

from memory import backends
from memory.backends.base import BackendError, VectorRecord
from memory.embedding import passage_vectors
from memory.exchanges import exchange_text
from memory.models import Episode, Experience, MemoryItem, VectorOperation

logger = logging.getLogger(__name__)
WRITE_TASK = "memory.tasks.write_vectors"
BATCH = 200
KEEP_DONE = timedelta(hours=1)  # for the dashboard; then pruned


def enqueue_vectors(
    namespace_id: int, *, upserts: Iterable[str] = (), deletes: Iterable[str] = ()
) -> None:
    """Write operations into the outbox; wakes the writer after the commit."""
    rows = [
        VectorOperation(namespace_id=namespace_id, op=op, key=key)
        for op, keys in ((VectorOperation.Op.UPSERT, upserts), (VectorOperation.Op.DELETE, deletes))
        for key in sorted(set(keys))
    ]
    if rows:
        VectorOperation.objects.bulk_create(rows)
        transaction.on_commit(wake_writer)


def wake_writer() -> None:
    """Tell the worker that vectors wait. Without a broker the periodic run finds them."""
    try:
        current_app.send_task(WRITE_TASK)
    except OperationalError as error:
        logger.warning("the index writer was not woken: %s", error)


def write_vectors(*, limit: int = 10_000) -> int:
    """Carry out what waits, in order, and return how many operations are done.

    Raises BackendError when the index fails: the rows stay, with the error and the attempt.
    """
    done = 0
    while done < limit:
        batch = list(VectorOperation.objects.filter(done_at=None).order_by("pk")[:BATCH])
        if not batch:
            break
        try:
            _carry_out(batch)
        except BackendError as error:
            VectorOperation.objects.filter(pk__in=[row.pk for row in batch]).update(
                attempts=F("attempts") + 1, error=str(error)[:2000]
            )
            raise
        VectorOperation.objects.filter(pk__in=[row.pk for row in batch]).update(
            done_at=timezone.now(), error=""
        )
        done += len(batch)
    prune(now=timezone.now())
    return done


def prune(*, now: datetime) -> None:
    VectorOperation.objects.filter(done_at__lt=now - KEEP_DONE).delete()


def waiting_operations(namespace_id: int | None = None) -> int:
    """Return how far the index lags behind, in operations."""
    rows = VectorOperation.objects.filter(done_at=None)
    return (rows if namespace_id is None else rows.filter(namespace_id=namespace_id)).count()


def _carry_out(batch: Sequence[VectorOperation]) -> None:
    """Bring the index to what the database says now about the keys of a batch."""
    owners = {row.key: row.namespace_id for row in batch}
    records = {record.key: record for record in vector_records(owners)}
    index = backends.vector_index()
    gone: dict[int, list[str]] = {}
    for key, namespace_id in owners.items():
        record = records.get(key)
        if record is None or record.namespace_id != namespace_id:
            gone.setdefault(namespace_id, []).append(key)
    if records:
        index.upsert(list(records.values()))
    for namespace_id, keys in gone.items():
        index.delete(namespace_id, keys)
    name = backends.embedder().name
    items = [int(key.partition(":")[2]) for key in records if key.startswith("item:")]
    MemoryItem.objects.filter(pk__in=items).exclude(embedding_model=name).update(
        embedding_model=name
    )


def vector_records(keys: Iterable[str]) -> list[VectorRecord]:
    """Return the rows of the index for those of `keys` that the database has."""
    ids: dict[str, list[int]] = {}
    for key in keys:
        noun, _, number = key.partition(":")
        ids.setdefault(noun, []).append(int(number))
    found = [
        *_item_texts(ids.get("item", [])),
        *_episode_texts(ids.get("episode", [])),
        *_experience_texts(ids.get("experience", [])),
    ]
    vectors = passage_vectors([text for *_rest, text in found])
    return [
        VectorRecord(
            key=key,
            namespace_id=namespace_id,
            status=status,
            vector=vector,
            metadata={"noun": key.partition(":")[0]},
        )
        for (key, namespace_id, status, text), vector in zip(found, vectors, strict=True)
    ]


Row = tuple[str, int, str, str]  # key, namespace id, status, text


def _item_texts(ids: Sequence[int]) -> list[Row]:
    rows = MemoryItem.objects.filter(pk__in=ids).order_by("pk")
    return [
        (f"item:{pk}", namespace_id, status, text)
        for pk, namespace_id, status, text in rows.values_list(
            "pk", "namespace_id", "status", "text"
        )
    ]


def _episode_texts(ids: Sequence[int]) -> list[Row]:
    """The history: past exchanges, word for word, unless the user asked to forget what they say."""
    rows = Episode.objects.filter(pk__in=ids, quotable=True).order_by("pk")
    return [(f"episode:{row.pk}", row.namespace_id, "history", exchange_text(row)) for row in rows]


def _experience_texts(ids: Sequence[int]) -> list[Row]:
    rows = Experience.objects.filter(pk__in=ids).order_by("pk")
    return [
        (f"experience:{pk}", namespace_id, state, text)
        for pk, namespace_id, state, text in rows.values_list(
            "pk", "namespace_id", "state", "general_task"
        )
    ]
