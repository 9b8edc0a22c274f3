"""The layers outside the database: the vector index and working memory."""

from collections.abc import Sequence

from django.conf import settings

from memory import backends
from memory.backends.base import BackendError, VersionConflict
from memory.domain.scrub import scrub
from memory.erasure.counts import Counts, Sought
from memory.models import Episode, Experience, MemoryItem

SCRUBBED = ("item", "messages")  # scopes that take sentences out of what stays
TRIES = 20


def remove_vectors(sought: Sought, counts: Counts) -> None:
    """Remove rows of the index now; the outbox has them too, should this fail."""
    try:
        if sought.keys:
            backends.vector_index().delete(sought.namespace.pk, sought.keys)
        counts.add("vectors", len(sought.keys), len(sought.keys))
    except BackendError as error:
        counts.add("vectors", len(sought.keys), 0)
        counts.failed("vectors", str(error))


def remove_strays(namespace_id: int, counts: Counts) -> None:
    """Remove index rows that no row of the database stands behind."""
    try:
        strays = _strays(namespace_id)
        if strays:
            backends.vector_index().delete(namespace_id, strays)
        counts.left("vectors", len(_strays(namespace_id)))
    except BackendError as error:
        counts.failed("vectors", str(error))


def scrub_working(sought: Sought, scope: str, counts: Counts) -> None:
    """Take what is erased out of working memory: whole states, or entries that name it."""
    try:
        keys = _states(sought, scope)
        store = backends.state_store()
        if scope not in SCRUBBED:
            counts.add("working", len(keys), store.delete(keys) if keys else 0)
            return
        changed = sum(_scrub_state(key, sought) for key in keys)
        counts.add("working", changed, changed)
    except BackendError as error:
        counts.failed("working", str(error))


def clear_working(namespace_id: int, counts: Counts) -> None:
    """Delete every state of a namespace."""
    store = backends.state_store()
    try:
        keys = store.scan(f"{namespace_id}:")
        if keys:
            store.delete(keys)
        counts.left("working", len(store.scan(f"{namespace_id}:")))
    except BackendError as error:
        counts.failed("working", str(error))


def read_back(sought: Sought, scope: str, counts: Counts) -> None:
    """Count what the index and working memory still hold."""
    try:
        held = set(backends.vector_index().fetch(sought.namespace.pk, list(sought.keys)))
        counts.left("vectors", len(held))
    except BackendError as error:
        counts.failed("vectors", str(error))
    try:
        counts.left("working", _still_named(sought, scope))
    except BackendError as error:
        counts.failed("working", str(error))


def _still_named(sought: Sought, scope: str) -> int:
    keys = _states(sought, scope)
    if scope not in SCRUBBED:
        return len(keys)
    store = backends.state_store()
    fields = (store.load(key)[0] for key in keys)
    return sum(_without(state, sought) != state for state in fields)


def _states(sought: Sought, scope: str) -> list[str]:
    store = backends.state_store()
    if scope == "conversation":
        wanted = {f"{sought.namespace.pk}:{number}" for number in sought.conversation_ids}
        return [key for key in store.scan(f"{sought.namespace.pk}:") if key in wanted]
    return store.scan(f"{sought.namespace.pk}:")


def _scrub_state(key: str, sought: Sought) -> bool:
    """Write the state without what is erased; a writer that came between is read again."""
    store = backends.state_store()
    for _ in range(TRIES):
        fields, version = store.load(key)
        cleaned = _without(fields, sought)
        changes = {name: value for name, value in cleaned.items() if value != fields.get(name)}
        removed = [name for name in fields if name not in cleaned]
        if not changes and not removed:
            return False
        try:
            store.compare_and_set(
                key,
                version=version,
                changes=changes,
                removed=removed,
                ttl=settings.WORKING_MEMORY_TTL_SECONDS,
            )
        except VersionConflict:
            continue
        return True
    raise VersionConflict(f"working memory {key} changed {TRIES} times while it was scrubbed")


def _without(fields: dict[str, object], sought: Sought) -> dict[str, object]:
    """Return the fields without entries that are an erased value, and with its sentences out."""
    cleaned: dict[str, object] = {}
    for name, value in fields.items():
        if isinstance(value, str) and value in sought.values:
            continue
        if isinstance(value, list):
            value = [entry for entry in value if _named(entry) not in sought.values]
        elif isinstance(value, dict):
            value = {key: part for key, part in value.items() if part not in sought.values}
        cleaned[name] = scrub(value, sought.texts)
    return cleaned


def _named(entry: object) -> object:
    return entry.get("text") if isinstance(entry, dict) else entry


def _strays(namespace_id: int) -> list[str]:
    """Return the index keys of a namespace that the database does not know."""
    held = backends.vector_index().keys(namespace_id)
    known = {f"item:{pk}" for pk in _ids(MemoryItem, namespace_id)}
    known |= {
        f"episode:{pk}"
        for pk in Episode.objects.filter(namespace_id=namespace_id, quotable=True).values_list(
            "pk", flat=True
        )
    }
    known |= {f"experience:{pk}" for pk in _ids(Experience, namespace_id)}
    return sorted(set(held) - known)


def _ids(model: type[MemoryItem] | type[Experience], namespace_id: int) -> Sequence[int]:
    return list(model.objects.filter(namespace_id=namespace_id).values_list("pk", flat=True))
