"""Carries out, for one candidate, what the gate and the conflict rules decided."""

from dataclasses import replace
from datetime import datetime

from memory import changes
from memory.changes import Change
from memory.domain.conflicts import CLASHES, OPPOSITES, decide
from memory.domain.conflicts import Decision as Ruling
from memory.domain.gate import GateDecision, GateOutcome
from memory.domain.kinds import NAMED_KINDS
from memory.domain.naming import ItemView
from memory.domain.types import Action, Candidate, Kind, Mode, Status
from memory.domain.validity import end_of_day
from memory.models import MemoryItem, Namespace
from memory.rulings import RULINGS, Applied, Origin, live_twin


def apply_candidate(
    change: Change, candidate: Candidate, judged: GateDecision, origin: Origin
) -> list[Applied]:
    """Apply one candidate within the change, and return what was done, at least one entry."""
    if judged.outcome == GateOutcome.DROPPED:
        return [Applied(action=Action.REFUSED, reason=judged.reason, candidate=candidate)]
    timed = with_times(change, candidate, origin.said_at)
    if judged.outcome == GateOutcome.REVIEW:
        return [_review(change, timed, judged.reason, origin)]
    ruling = _ruled(change, timed, origin)
    return RULINGS[ruling.kind](change, timed, ruling, origin)


def with_times(change: Change, candidate: Candidate, said_at: datetime) -> Candidate:
    """Fill in what a mode implies: passing ends with the day, the past with the telling."""
    if candidate.mode == Mode.TEMPORARY and candidate.expires_at is None:
        user = change.namespace.user
        zone = user.time_zone if user else "UTC"
        return replace(candidate, expires_at=end_of_day(said_at, zone))
    spec = change.ontology.spec(candidate.attribute)
    happened = spec.kind in (Kind.EVENT, Kind.DECISION)
    if candidate.mode == Mode.PAST and candidate.valid_to is None and not happened:
        return replace(candidate, valid_to=said_at)
    return candidate


def view(item: MemoryItem) -> ItemView:
    """Return what the rules read of an item."""
    decay = getattr(item, "decay", None)
    return ItemView(
        id=item.pk,
        subject=item.subject,
        attribute=item.attribute,
        value=item.value,
        text=item.text,
        status=item.status,
        pinned=item.pinned,
        protected=bool(decay and decay.protected),
        confidence=item.confidence,
        source=item.source,
        said_at=item.said_at,
        valid_from=item.valid_from,
        valid_to=item.valid_to,
        expires_at=item.expires_at,
        overrides=item.overrides_id,
    )


def _ruled(change: Change, candidate: Candidate, origin: Origin) -> Ruling:
    return decide(
        candidate,
        related_views(change.namespace, candidate),
        origin.said_at,
        spec=change.ontology.spec(candidate.attribute),
        source=origin.source,
    )


def related_views(namespace: Namespace, candidate: Candidate) -> list[ItemView]:
    """Return the items that the rules compare a candidate with, as they read them."""
    items = MemoryItem.objects.of(namespace)
    items = items.exclude(kind__in=[Kind.EPISODE_CHUNK, Kind.KNOWLEDGE])
    if candidate.mode in (Mode.FORGET, Mode.DENIAL):  # a person is called by role and by name
        if candidate.attribute not in (*NAMED_KINDS, "name"):
            items = items.filter(subject__iexact=candidate.subject)
    else:
        items = items.filter(subject__iexact=candidate.subject)
        opposite = OPPOSITES.get(candidate.attribute, candidate.attribute)
        near = {candidate.attribute, opposite, *CLASHES.get(candidate.attribute, ())}
        items = items.filter(attribute__in=near)
    return [view(item) for item in items.select_related("decay").order_by("pk")]


def _review(change: Change, candidate: Candidate, reason: str, origin: Origin) -> Applied:
    known = live_twin(change, candidate)
    if known is not None:
        changes.add_evidence(change, known, candidate, said_at=origin.said_at, reason="said_again")
        return Applied(
            action=Action.REINFORCED, reason="said_again", candidate=candidate, item=known
        )
    item = changes.add_item(
        change,
        candidate,
        source=origin.source,
        said_at=origin.said_at,
        extractor=origin.extractor,
        status=Status.PENDING,
        status_reason=reason,
        action="item.quarantined",
    )
    return Applied(action=Action.TO_REVIEW, reason=reason, candidate=candidate, item=item)
