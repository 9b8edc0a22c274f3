"""Rebuilds the vector index from the database, while the product runs."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from memory import backends
from memory.backends.base import DimensionMismatch
from memory.models import MemoryItem, Namespace, VectorOperation
from memory.outbox import vector_records
from memory.verify import expected_keys

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
        for batch in _batches(keys):
            records = vector_records(batch)
            if records:
                index.upsert(records)
            done += len(batch)
            on_progress(done, total)
        _remove_strays(namespace_id)
    MemoryItem.objects.exclude(embedding_model=backends.embedder().name).update(
        embedding_model=backends.embedder().name
    )
    VectorOperation.objects.filter(done_at=None).exclude(error="").update(error="")
    return total


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
