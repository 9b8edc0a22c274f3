"""Rebuilds the vector index from the database, while the product runs."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from django.db.models import F
from django.utils import timezone

from memory import backends, graph
from memory.audit import SYSTEM, Author, person
from memory.backends.base import DimensionMismatch
from memory.changes import changing
from memory.models import JobRun, MemoryItem, Namespace, VectorOperation
from memory.outbox import vector_records
from memory.profile import rebuild_profile
from memory.runs import Outcome
from memory.runs import Progress as RunProgress
from memory.verify import expected_keys, verify_namespace

BATCH = 200
Progress = Callable[[int, int], None]  # rows done, rows in all


def rebuild_index(*, on_progress: Progress = lambda _done, _total: None) -> int:
    """Write every row that belongs into the index and remove what does not; return how many.

    With another embedding model or size than the index was made with, its collections are made
    anew first. A change that happens meanwhile goes through the outbox as ever. Vectors come from
    the embedding cache: nothing is embedded twice.
    """
    index = backends.vector_index()
    try:
        index.check()
    except DimensionMismatch:
        index.reset()
    plan = {namespace.pk: expected_keys(namespace) for namespace in Namespace.objects.all()}
    total = sum(len(keys) for keys in plan.values())
    done = 0
    for namespace_id, keys in plan.items():
        for number in _write(namespace_id, keys):
            done += number
            on_progress(done, total)
    MemoryItem.objects.exclude(embedding_model=backends.embedder().name).update(
        embedding_model=backends.embedder().name
    )
    VectorOperation.objects.filter(done_at=None).exclude(error="").update(error="")
    return total


def rebuild_namespace(
    namespace: Namespace, *, author: Author = SYSTEM, on_progress: Progress = lambda _d, _t: None
) -> int:
    """Make the index rows and the profile of one namespace anew; return how many rows belong.

    Raises DimensionMismatch when the index was made with another model: then only all of it can be
    rebuilt.
    """
    backends.vector_index().check()
    keys = expected_keys(namespace)
    done = 0
    for number in _write(namespace.pk, keys):
        done += number
        on_progress(done, len(keys))
    items = MemoryItem.objects.of(namespace)
    items.exclude(embedding_model=backends.embedder().name).update(
        embedding_model=backends.embedder().name
    )
    with changing(namespace, author=author, now=timezone.now()) as change:
        rebuild_profile(change.namespace, change.now)
        graph.remove_orphans(change.namespace)
        # Every process then reads its hot index anew.
        Namespace.objects.filter(pk=namespace.pk).update(generation=F("generation") + 1)
    return len(keys)


def rebuild_job(run: JobRun, on_progress: RunProgress) -> Outcome:
    """Rebuild what is derived for one person, and compare it afterwards."""
    if run.namespace is None:
        raise ValueError("whose memory is to be rebuilt?")
    author = person(run.asked_by) if run.asked_by else SYSTEM
    rows = rebuild_namespace(run.namespace, author=author, on_progress=on_progress)
    left = verify_namespace(run.namespace, now=timezone.now())
    return Outcome(
        counts={"rows": rows, "differences": len(left)},
        findings=[{"check": d.check, "subject": d.subject, "found": d.found} for d in left],
    )


def _write(namespace_id: int, keys: Iterable[str]) -> Iterator[int]:
    """Write the rows of a namespace in batches and yield how many each had; strays go last."""
    for batch in _batches(keys):
        records = vector_records(batch)
        if records:
            backends.vector_index().upsert(records)
        yield len(batch)
    _remove_strays(namespace_id)


def _remove_strays(namespace_id: int) -> None:
    """Remove what no row stands behind; the rows are read anew, as they are by now."""
    index = backends.vector_index()
    held = set(index.keys(namespace_id))
    namespace = Namespace.objects.filter(pk=namespace_id).first()
    known = set(expected_keys(namespace)) if namespace else set()
    strays = sorted(held - known)
    if strays:
        index.delete(namespace_id, strays)


def _batches(keys: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(keys)
    while batch := list(islice(rest, BATCH)):
        yield batch
