"""What a person sees of their own memory: lists and single rows, read only.

Every question takes the namespace, and answers with nothing for what belongs to another.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from memory.domain.forgetting import due_at
from memory.domain.ontology import attribute_spec
from memory.domain.types import USER, Kind, Layer, Outcome, Status
from memory.held import held, settings_for
from memory.models import Conflict, Episode, MemoryItem, Namespace, RecallCandidate

GROUPS = ("about", "preferences", "people", "progress", "now", "other")
_PROGRESS = ("goal", "project", "plan", "commitment", "decision")
_PEOPLE = ("family", "relationship", "pet", "visited")
# Quoted in full: word-for-word pieces of past talks are not statements about the person.
_STATEMENTS = tuple(k.value for k in Kind if k not in (Kind.EPISODE_CHUNK, Kind.KNOWLEDGE))


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedMemory:
    """One memory that a reply used. `item` is None where the layer has no items (history)."""

    candidate: RecallCandidate
    item: MemoryItem | None
    layer: str
    text: str
    quote: str
    said_at: datetime | None


def items_of(
    *,
    namespace: Namespace,
    statuses: Iterable[Status] = (Status.ACTIVE, Status.PENDING),
    query: str = "",
) -> list[MemoryItem]:
    """Return the statements kept about a person, newest first; `query` searches their words."""
    rows = (
        MemoryItem.objects.of(namespace)
        .filter(status__in=[s.value for s in statuses], kind__in=_STATEMENTS)
        .select_related("decay", "overrides")
    )
    for word in query.split():
        rows = rows.filter(
            Q(text__icontains=word) | Q(value__icontains=word) | Q(quote__icontains=word)
        )
    return list(rows.order_by("-pinned", "-said_at", "-pk"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """How many statements were learned in a month, and how many faded or stopped being right."""

    start: datetime
    learned: int
    left: int


def months_of(*, namespace: Namespace, now: datetime, count: int = 6) -> list[Month]:
    """Return the last months, the oldest first, in the time zone that is active."""
    local = timezone.localtime(now).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    starts = [local]
    while len(starts) < count:
        starts.insert(0, (starts[0] - timedelta(days=1)).replace(day=1))
    rows = MemoryItem.objects.of(namespace).filter(kind__in=_STATEMENTS)
    gone = rows.filter(status__in=(Status.ARCHIVED, Status.DEPRECATED))
    learned = _by_month(rows.filter(said_at__gte=starts[0]), "said_at")
    left = _by_month(gone.filter(status_changed_at__gte=starts[0]), "status_changed_at")
    return [Month(start=s, learned=learned.get(s, 0), left=left.get(s, 0)) for s in starts]


def _by_month(rows: QuerySet[MemoryItem], moment: str) -> dict[datetime, int]:
    found = rows.order_by().annotate(month=TruncMonth(moment)).values_list("month")
    return dict(found.annotate(Count("pk")))


def item_of(*, namespace: Namespace, item_id: int) -> MemoryItem | None:
    """Return one item of this namespace, or None."""
    return (
        MemoryItem.objects.of(namespace)
        .select_related("decay", "supersedes", "overrides")
        .filter(pk=item_id)
        .first()
    )


def group_of(item: MemoryItem) -> str:
    """Return the group of My memory (see GROUPS) under which an item is listed."""
    head = item.attribute.partition(":")[0]
    if item.expires_at is not None:
        return "now"
    if item.subject != USER or head in _PEOPLE:
        return "people"
    if head in _PROGRESS or item.kind == Kind.DECISION:
        return "progress"
    if item.kind in (Kind.PREFERENCE, Kind.CONSTRAINT):
        return "preferences"
    if item.attribute and attribute_spec(item.attribute).is_profile:
        return "about"
    return "other"


def due_dates(namespace: Namespace, items: Iterable[MemoryItem]) -> dict[int, datetime]:
    """Return when each of these items will be archived if nothing happens; others are kept."""
    rules = settings_for(namespace)
    dues = {item.pk: due_at(held(item), rules) for item in items}
    return {pk: due[0] for pk, due in dues.items() if due is not None}


def versions_of(*, namespace: Namespace, item: MemoryItem) -> list[MemoryItem]:
    """Return every version of an item, newest first."""
    return list(MemoryItem.objects.of(namespace).filter(chain=item.chain).order_by("-version"))


def used_in_turn(*, namespace: Namespace, trace_id: str) -> list[UsedMemory]:
    """Return the memories that a reply used, the best first.

    Until the reply was read for what it used, everything that reached the prompt counts.
    """
    rows = list(
        RecallCandidate.objects.filter(
            trace__namespace=namespace,
            trace__trace_id=trace_id,
            outcome__in=[Outcome.INJECTED, Outcome.REVIVED],
        ).select_related("item", "episode")
    )
    if any(row.is_used is not None for row in rows):
        rows = [row for row in rows if row.is_used]
    return [_used(row) for row in _without_repeats(rows)]


def _without_repeats(rows: Sequence[RecallCandidate]) -> list[RecallCandidate]:
    """Return one candidate an item: it may have come through the profile and by recall."""
    seen: dict[tuple[str, int], RecallCandidate] = {}
    for row in rows:
        key = ("item", row.item_id) if row.item_id else ("row", row.pk)
        seen.setdefault(key, row)
    return list(seen.values())


def _used(row: RecallCandidate) -> UsedMemory:
    item, episode = row.item, row.episode
    if item is not None:
        return UsedMemory(
            candidate=row,
            item=item,
            layer=row.layer,
            text=item.text,
            quote=item.quote,
            said_at=item.said_at,
        )
    return UsedMemory(
        candidate=row,
        item=None,
        layer=row.layer,
        text=row.text,
        quote=episode.user_text if episode and row.layer == Layer.HISTORY else "",
        said_at=episode.occurred_at if episode else None,
    )


def absorb_state(*, namespace: Namespace, turn_id: int) -> str:
    """Return the state of the episode of a turn (Episode.State), or "" when there is none."""
    row = Episode.objects.filter(namespace=namespace, turn_id=turn_id).values_list("state").first()
    return row[0] if row else ""


def open_conflicts(*, namespace: Namespace, turn_id: int | None = None) -> list[Conflict]:
    """Return the open questions for a person; with `turn_id`, those to show under that turn.

    That is the turn in which it was asked; until then, the one that raised it.
    """
    rows = Conflict.objects.filter(namespace=namespace, state=Conflict.State.OPEN).select_related(
        "old_item", "new_item", "new_item__episode"
    )
    if turn_id is not None:
        raised = Q(asked_turn_id=None, new_item__episode__turn_id=turn_id)
        rows = rows.filter(Q(asked_turn_id=turn_id) | raised)
    return list(rows.order_by("created_at"))


def items_from_conversation(*, namespace: Namespace, conversation_id: int) -> list[MemoryItem]:
    """Return what is kept from one conversation."""
    return [
        item for item in items_of(namespace=namespace) if item.conversation_id == conversation_id
    ]
