"""Working memory of a conversation: read, changed by compare-and-set, kept with each turn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_random

from memory import backends, redaction
from memory.backends.base import VersionConflict
from memory.domain.types import WorkingChange, WorkingOp, WorkingState
from memory.domain.working import apply_changes, best_match, difference, text_of
from memory.models import Namespace, WorkingSnapshot

# Writers that meet repeat at once; the pause keeps them from meeting again.
ATTEMPTS = 50
PAUSE_SECONDS = 0.01
SNAPSHOTS_READ = 500  # of a user, newest first, when their to-dos are gathered


def state_key(namespace: Namespace, conversation_id: int) -> str:
    return f"{namespace.pk}:{conversation_id}"


def load_working(namespace: Namespace, conversation_id: int) -> WorkingState:
    """Return the state and renew its time to live. Raises BackendUnavailable."""
    store = backends.state_store()
    key = state_key(namespace, conversation_id)
    fields, version = store.load(key)
    return WorkingState(fields=fields, version=version, ttl_seconds=store.time_to_live(key))


def seconds_left(namespace: Namespace, conversation_id: int) -> int:
    """Return the time to live without renewing it: looking at a state does not keep it alive."""
    return backends.state_store().time_to_live(state_key(namespace, conversation_id))


def change_working(
    namespace: Namespace,
    conversation_id: int,
    changes: Sequence[WorkingChange],
    *,
    turn_id: int | None = None,
    trace_id: str = "",
    said_at: datetime | None = None,
) -> WorkingState:
    """Apply the changes to whatever the state is by then, so that two writers lose nothing.

    Only changed fields are written; changes that change nothing write nothing. With a turn, the
    state before and after is kept with it. Raises BackendUnavailable.
    """
    safe = [_redacted(change, namespace) for change in changes]
    moment = said_at or timezone.now()
    attempts = Retrying(
        retry=retry_if_exception_type(VersionConflict),
        stop=stop_after_attempt(ATTEMPTS),
        wait=wait_random(0, PAUSE_SECONDS),
        reraise=True,
    )
    before, after = attempts(_try_to_change, namespace, conversation_id, safe, moment)
    if turn_id is not None and after.version != before.version:
        snapshot_working(
            namespace,
            conversation_id,
            turn_id=turn_id,
            trace_id=trace_id,
            before=before.fields,
            after=after,
        )
    return after


@transaction.atomic
def snapshot_working(
    namespace: Namespace,
    conversation_id: int,
    *,
    turn_id: int,
    trace_id: str,
    before: Mapping[str, Any],
    after: WorkingState,
) -> WorkingSnapshot:
    """Keep the state with the turn; a later change of the same turn moves only its end."""
    snapshot, is_new = WorkingSnapshot.objects.select_for_update().get_or_create(
        turn_id=turn_id,
        defaults={
            "namespace": namespace,
            "conversation_id": conversation_id,
            "trace_id": trace_id,
            "version": after.version,
            "before": dict(before),
            "after": dict(after.fields),
            "created_at": timezone.now(),
        },
    )
    if not is_new and after.version >= snapshot.version:
        snapshot.after = dict(after.fields)
        snapshot.version = after.version
        snapshot.save(update_fields=["after", "version"])
    return snapshot


def todos_of(namespace: Namespace, here: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the to-dos of all conversations of a user, each once, the newest word about it.

    `here` are those of the conversation that goes on. Others are read from what was kept with
    their turns: working memory itself ends after a while, what a user wants to do does not.
    """
    kept = WorkingSnapshot.objects.filter(namespace=namespace).order_by("-created_at", "-pk")
    seen: set[int] = set()
    found = {str(todo.get("text")).casefold(): dict(todo) for todo in here}
    for conversation_id, after in kept.values_list("conversation_id", "after")[:SNAPSHOTS_READ]:
        if conversation_id in seen:
            continue
        seen.add(conversation_id)
        for todo in after.get("todos", []):
            found.setdefault(str(todo.get("text")).casefold(), dict(todo))
    return sorted(found.values(), key=lambda todo: str(todo.get("said_at", "")))


def adopted(
    changes: Sequence[WorkingChange],
    known: Sequence[Mapping[str, Any]],
    here: Mapping[str, Any],
    *,
    deeds: Sequence[str] = (),
) -> list[WorkingChange]:
    """Return the changes, with a to-do of another conversation taken over before it is ticked.

    A deed that was told in passing ticks off the to-do that it ends, if there is one.
    """
    open_ones = [todo for todo in known if not todo.get("done")]
    texts = [str(todo.get("text")) for todo in open_ones]
    ended = [texts[place] for deed in deeds if (place := best_match(deed, texts)) is not None]
    changes = [*changes, *(WorkingChange(op=WorkingOp.DONE, field="todos", value=t) for t in ended)]
    own = [str(todo.get("text")) for todo in here.get("todos", []) if not todo.get("done")]
    found: list[WorkingChange] = []
    for change in changes:
        if change.op == WorkingOp.DONE and change.field == "todos":
            asked = text_of(change.value)
            place = best_match(asked, texts)
            if best_match(asked, own) is None and place is not None:
                taken = {**open_ones[place], "done": False}
                found.append(replace(change, op=WorkingOp.APPEND, value=taken))
        found.append(change)
    return found


def clear_working(namespace: Namespace, conversation_id: int) -> WorkingState:
    return change_working(namespace, conversation_id, [WorkingChange(op=WorkingOp.CLEAR)])


def _try_to_change(
    namespace: Namespace, conversation_id: int, changes: Sequence[WorkingChange], said_at: datetime
) -> tuple[WorkingState, WorkingState]:
    before = load_working(namespace, conversation_id)
    fields = apply_changes(before.fields, changes, said_at=said_at)
    changed, removed = difference(before.fields, fields)
    if not changed and not removed:
        return before, before
    ttl = settings.WORKING_MEMORY_TTL_SECONDS
    version = backends.state_store().compare_and_set(
        state_key(namespace, conversation_id),
        version=before.version,
        changes=changed,
        removed=removed,
        ttl=ttl,
    )
    return before, WorkingState(fields=fields, version=version, ttl_seconds=ttl)


def _redacted(change: WorkingChange, namespace: Namespace) -> WorkingChange:
    return WorkingChange(
        op=change.op,
        field=change.field,
        value=redaction.redact_value(change.value, namespace.tenant),
    )
