"""What a night of forgetting archived, and taking the whole of it back.

A night is the runs that began at the same moment: one for each namespace in which something faded.
"""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from memory.audit import person
from memory.changes import changing, update_item
from memory.domain.forgetting import ForgetReason
from memory.domain.types import Status
from memory.models import DecayState, JobRun, MemoryEvent, MemoryItem, Namespace, User
from memory.places import obstacles

AT_ONCE = 500  # items that one act restores


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """What restoring a night does: `items` come back, `left_out` stay for a reason each."""

    items: tuple[MemoryItem, ...]
    left_out: tuple[tuple[MemoryItem, str], ...]  # (item, "ended" or "taken")
    more: int = 0  # archived by the night too, but beyond what one act restores


def night_of(run: JobRun, runs: QuerySet[JobRun]) -> QuerySet[JobRun]:
    """Narrow `runs` to those that began with `run`."""
    return runs.filter(job="forget", started_at=run.started_at).exclude(namespace=None)


def archived_in(night: QuerySet[JobRun]) -> QuerySet[MemoryEvent]:
    """Return the audit of what these runs archived; the item is None where it was erased since."""
    return MemoryEvent.objects.filter(
        namespace__in=night.values("namespace"),
        created_at__in=night.values("started_at"),
        action="item.archived",
        reason__in=list(ForgetReason),
    ).order_by("reason", "pk")


def still_archived(night: QuerySet[JobRun]) -> QuerySet[MemoryItem]:
    """Return the items that these runs archived and nobody has touched since."""
    return MemoryItem.objects.filter(
        pk__in=archived_in(night).values("item_id"),
        status=Status.ARCHIVED,
        status_changed_at__in=night.values("started_at"),
    ).order_by("pk")


def plan_return(night: QuerySet[JobRun]) -> Return:
    """Say what would come back. What ended meanwhile, or whose place is taken, stays."""
    rows = still_archived(night).select_related("namespace__tenant", "namespace__user", "decay")
    found = list(rows[: AT_ONCE + 1])
    more = rows.count() - AT_ONCE if len(found) > AT_ONCE else 0
    by_namespace: dict[Namespace, list[MemoryItem]] = defaultdict(list)
    for item in found[:AT_ONCE]:
        by_namespace[item.namespace].append(item)
    items, left_out = [], []
    for namespace, members in by_namespace.items():
        held = obstacles(namespace, members, now=timezone.now())
        items += [item for item in members if item.pk not in held]
        left_out += [(item, held[item.pk]) for item in members if item.pk in held]
    return Return(items=tuple(items), left_out=tuple(left_out), more=more)


def restore_night(*, night: QuerySet[JobRun], acting_user: User, reason: str) -> Return:
    """Make active again what these runs archived, at most AT_ONCE items, a transaction for each
    namespace. What is restored begins to fade anew, so that the next run does not take it at once.
    """
    plan = plan_return(night)
    wanted: dict[Namespace, set[int]] = defaultdict(set)
    for item in plan.items:
        wanted[item.namespace].add(item.pk)
    done: list[MemoryItem] = []
    author, now = person(acting_user), timezone.now()
    for namespace, ids in wanted.items():
        with changing(namespace, author=author, now=now, reason=reason) as change:
            # Read again: what was changed since the plan was made is left alone.
            items = list(MemoryItem.objects.filter(pk__in=ids, status=Status.ARCHIVED))
            held = obstacles(change.namespace, items, now=now)
            for item in items:
                if item.pk in held:
                    continue
                update_item(
                    change, item, "item.restored", status=Status.ACTIVE, status_reason="restored"
                )
                done.append(item)
            DecayState.objects.filter(item__in=done).update(last_accessed_at=now)
    return Return(items=tuple(done), left_out=plan.left_out, more=plan.more)
