"""Consolidation: what tasks and long conversations leave behind, and duplicates made one.

It proposes, checks what it proposes against what is there, and only then changes it. Running
twice changes nothing the second time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Max

from memory import backends
from memory.actions.merges import fold
from memory.audit import SYSTEM, Author
from memory.changes import Change, add_item, changing, update_item
from memory.domain.consolidation import (
    MIN_CONFIDENCE,
    MIN_ROUNDS,
    Statement,
    candidate_of,
    entries_of,
    find_duplicates,
    is_refused,
    is_worth_keeping,
    summarise_rounds,
)
from memory.domain.language import language_of
from memory.domain.normalise import content_hash
from memory.domain.types import Candidate, Kind, WorkingState
from memory.domain.validity import zone
from memory.embedding import passage_vectors
from memory.models import (
    Episode,
    JobRun,
    MemoryItem,
    Namespace,
    ReviewProposal,
    Tombstone,
    WorkingSnapshot,
)
from memory.working import clear_working

BATCH = 500


@dataclass(slots=True)
class Report:
    """What one run did (or would do) in one namespace."""

    namespace_id: int
    kept: list[str] = field(default_factory=list)  # texts taken over from working memory
    chunks: list[str] = field(default_factory=list)  # episodic chunks
    merged: list[tuple[int, int]] = field(default_factory=list)  # (kept, merged)
    refused: str = ""  # why duplicates were left to an operator

    @property
    def is_empty(self) -> bool:
        return not (self.kept or self.chunks or self.merged or self.refused)


def run_consolidation(
    *, now: datetime, dry_run: bool = False, author: Author = SYSTEM
) -> list[Report]:
    """Consolidate every namespace of a user; return what was done where anything was."""
    reports = []
    for namespace in (
        Namespace.objects.exclude(user=None).select_related("tenant", "user").iterator(BATCH)
    ):
        report = consolidate_namespace(namespace, now=now, dry_run=dry_run, author=author)
        if not report.is_empty:
            reports.append(report)
    return reports


def consolidate_namespace(
    namespace: Namespace, *, now: datetime, dry_run: bool = False, author: Author = SYSTEM
) -> Report:
    report = Report(namespace_id=namespace.pk)
    for conversation_id, fields in _states(namespace):
        _keep_state(namespace, conversation_id, fields, report, now, author, dry_run)
    _make_chunks(namespace, report, now, author, dry_run)
    _merge_duplicates(namespace, report, now, author, dry_run)
    if not (dry_run or report.is_empty):
        JobRun.objects.create(
            job="consolidate",
            namespace=namespace,
            started_at=now,
            finished_at=now,
            counts={
                "kept": len(report.kept),
                "chunks": len(report.chunks),
                "merged": len(report.merged),
                "refused": int(bool(report.refused)),
            },
        )
    return report


def consolidate_conversation(
    namespace: Namespace, conversation_id: int, *, now: datetime, author: Author = SYSTEM
) -> Report:
    """Take over what a completed task leaves, before its working memory is cleared."""
    report = Report(namespace_id=namespace.pk)
    fields, _version = backends.state_store().load(f"{namespace.pk}:{conversation_id}")
    _keep_state(namespace, conversation_id, fields, report, now, author, dry_run=False)
    return report


def complete_task(namespace: Namespace, conversation_id: int, *, now: datetime) -> WorkingState:
    """Clear the working memory of a task that is done; what is worth keeping is kept first."""
    consolidate_conversation(namespace, conversation_id, now=now)
    return clear_working(namespace, conversation_id)


def apply_proposal(proposal: ReviewProposal, *, author: Author, now: datetime) -> int:
    """Carry out a refused merge that an operator approved; return how many items were merged.

    What changed since it was proposed is left as it is.
    """
    with changing(proposal.namespace, author=author, now=now, reason="approved") as change:
        return sum(
            _merge(change, pair["kept"], pair["merged"], revision=pair["revision"])
            for pair in proposal.payload["pairs"]
        )


def _states(namespace: Namespace) -> list[tuple[int, dict[str, object]]]:
    store = backends.state_store()
    keys = store.scan(f"{namespace.pk}:")
    return [(int(key.rsplit(":", 1)[1]), store.load(key)[0]) for key in sorted(keys)]


def _keep_state(
    namespace: Namespace,
    conversation_id: int,
    fields: dict[str, object],
    report: Report,
    now: datetime,
    author: Author,
    dry_run: bool,
) -> None:
    """Add the entries that are worth it, marked as from working memory, each once."""
    turns = _turns_by_entry(namespace, conversation_id)
    wanted = [
        candidate_of(entry)
        for entry in entries_of(fields)
        if is_worth_keeping(entry, turns=turns.get((entry.field, entry.value), 1))
    ]
    new = [candidate for candidate in wanted if not _is_known(namespace, candidate)]
    report.kept += [candidate.text for candidate in new]
    if dry_run or not new:
        return
    with changing(namespace, author=author, now=now, reason="consolidated") as change:
        for candidate in new:
            if not _is_known(namespace, candidate):
                item = add_item(change, candidate, source="working_memory", said_at=now)
                item.conversation_id = conversation_id
                item.save(update_fields=["conversation_id"])


def _turns_by_entry(namespace: Namespace, conversation_id: int) -> dict[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    snapshots = WorkingSnapshot.objects.filter(
        namespace=namespace, conversation_id=conversation_id
    ).order_by("-pk")
    for after in snapshots.values_list("after", flat=True)[:BATCH]:
        for entry in entries_of(after):
            key = entry.field, entry.value
            counts[key] = counts.get(key, 0) + 1
    return counts


def _is_known(namespace: Namespace, candidate: Candidate) -> bool:
    """Tell whether it is remembered, or was, in whatever state: nothing comes back by this way."""
    digest = content_hash(candidate)
    return (
        MemoryItem.objects.of(namespace).filter(content_hash=digest).exists()
        or Tombstone.objects.filter(namespace=namespace, content_hash=digest).exists()
    )


def _make_chunks(
    namespace: Namespace, report: Report, now: datetime, author: Author, dry_run: bool
) -> None:
    """Make an episodic chunk of each conversation that has enough new rounds."""
    done = dict(
        MemoryItem.objects.of(namespace)
        .filter(kind=Kind.EPISODE_CHUNK)
        .exclude(conversation_id=None)
        .values("conversation_id")
        .annotate(last=Max("episode_id"))
        .values_list("conversation_id", "last")
    )
    spoken = (
        Episode.objects.filter(namespace=namespace, state=Episode.State.DONE, quotable=True)
        .exclude(conversation_id=None)
        .values("conversation_id")
        .annotate(rounds=Count("pk"))
        .filter(rounds__gte=MIN_ROUNDS)
    )
    for row in spoken:
        conversation_id = row["conversation_id"]
        new = list(
            Episode.objects.filter(
                namespace=namespace,
                conversation_id=conversation_id,
                state=Episode.State.DONE,
                quotable=True,
                pk__gt=done.get(conversation_id) or 0,
            ).order_by("pk")
        )
        if len(new) >= MIN_ROUNDS:
            _make_chunk(namespace, new, report, now, author, dry_run)


def _make_chunk(
    namespace: Namespace,
    rounds: Sequence[Episode],
    report: Report,
    now: datetime,
    author: Author,
    dry_run: bool,
) -> None:
    told, confidence = summarise_rounds([episode.user_text for episode in rounds])
    if not told or confidence <= MIN_CONFIDENCE:
        return
    language = language_of(told)
    place = zone(namespace.user.time_zone if namespace.user else "UTC")
    first, last = (at.occurred_at.astimezone(place) for at in (rounds[0], rounds[-1]))
    text = _chunk_text(told, first, last, language)
    report.chunks.append(text)
    if dry_run:
        return
    candidate = Candidate(
        text=text,
        kind=Kind.EPISODE_CHUNK,
        importance=0.5,
        confidence=confidence,
        language=language,
    )
    with changing(
        namespace, author=author, now=now, reason="consolidated", episode=rounds[-1]
    ) as change:
        add_item(change, candidate, source="consolidation", said_at=last)


def _chunk_text(told: str, first: datetime, last: datetime, language: str) -> str:
    days = (
        f"{first:%Y-%m-%d}"
        if first.date() == last.date()
        else f"{first:%Y-%m-%d} – {last:%Y-%m-%d}"
    )
    return f"{days}，用户说：{told}" if language == "zh" else f"{days}, the user said: {told}"


def _merge_duplicates(
    namespace: Namespace, report: Report, now: datetime, author: Author, dry_run: bool
) -> None:
    """Merge what says the same; a merge that would take too much goes to review instead."""
    items = list(
        MemoryItem.objects.of(namespace)
        .active()
        .exclude(kind__in=[Kind.KNOWLEDGE, Kind.EPISODE_CHUNK])
        .filter(expires_at=None, valid_to=None)
        .order_by("pk")
    )
    pairs = [pair for group in _slots(items) for pair in _duplicates(group)]
    if not pairs:
        return
    revisions = {item.pk: item.revision for item in items}
    active = MemoryItem.objects.of(namespace).active().count()
    if is_refused(active=active, removed=len(pairs)):
        report.refused = f"would merge {len(pairs)} of {active} items"
        if not dry_run:
            _send_to_review(namespace, pairs, revisions, report, now)
        return
    report.merged += pairs
    if dry_run:
        return
    with changing(namespace, author=author, now=now, reason="consolidated") as change:
        for kept, merged in pairs:
            _merge(change, kept, merged, revision=revisions[merged])


def _merge(change: Change, kept_id: int, merged_id: int, *, revision: int) -> bool:
    """Fold one item into another; not when somebody changed it since it was read."""
    active = MemoryItem.objects.of(change.namespace).active()
    items = active.filter(pk__in=[kept_id, merged_id]).in_bulk()
    kept, merged = items.get(kept_id), items.get(merged_id)
    if kept is None or merged is None or merged.revision != revision:
        return False
    fold(change, merged, kept)
    update_item(
        change,
        kept,
        "item.merged",
        mention_count=kept.mention_count + merged.mention_count,
        importance=max(kept.importance, merged.importance),
    )
    return True


def _slots(items: Sequence[MemoryItem]) -> list[list[MemoryItem]]:
    slots: dict[tuple[str, str], list[MemoryItem]] = {}
    for item in items:
        slots.setdefault((item.subject, item.attribute), []).append(item)
    return [group for group in slots.values() if len(group) > 1]


def _duplicates(group: Sequence[MemoryItem]) -> list[tuple[int, int]]:
    vectors = passage_vectors([item.text for item in group])
    cosines = vectors @ vectors.T
    statements = [
        Statement(
            item_id=item.pk,
            subject=item.subject,
            attribute=item.attribute,
            value=item.value,
            text=item.text,
            mentions=item.mention_count,
            pinned=item.pinned,
        )
        for item in group
    ]
    return find_duplicates(statements, lambda i, j: float(cosines[i, j]))


def _send_to_review(
    namespace: Namespace,
    pairs: Sequence[tuple[int, int]],
    revisions: dict[int, int],
    report: Report,
    now: datetime,
) -> None:
    waiting = ReviewProposal.objects.filter(
        namespace=namespace, kind="consolidation", state=ReviewProposal.State.WAITING
    )
    payload = {
        "pairs": [
            {"kept": kept, "merged": merged, "revision": revisions[merged]}
            for kept, merged in pairs
        ]
    }
    if any(proposal.payload == payload for proposal in waiting):
        report.refused = ""  # it waits already
        return
    ReviewProposal.objects.create(
        namespace=namespace,
        kind="consolidation",
        reason="removes_too_much",
        payload=payload,
        created_at=now,
    )
