"""Memory items as candidates of a recall: scored in one pass, then judged by their rows.

The pass reads the hot index; what is decided about the best rows rests on the database alone, so
that an index that lags can never bring back what was deprecated or erased.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.domain.policy import Policy
from memory.domain.scoring import Score, recency, total
from memory.domain.temporal import tells_time
from memory.domain.types import USER, Kind, Layer, Outcome, RecalledItem, Status
from memory.domain.verdicts import Standing, Verdict, verdict
from memory.item_rows import ItemRow, Reader, read_rows
from memory.models import Namespace
from memory.questions import Question, Relevance, relevance
from memory.segments import Segment
from memory.sources import EPISODIC, STATUS_CODES, hours, is_profile


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One item with its row of today, its score, and the rule that keeps it out, if one does."""

    item: ItemRow
    score: Score
    verdict: Verdict | None
    layer: Layer
    part: int
    vector: NDArray[np.float32]
    reranked: float | None = None  # the reranker's score, where there is one
    entity: str = ""  # named in the question, for an item that is only its neighbour in the graph
    in_time: bool = False  # of a time that the question asks about

    @property
    def order(self) -> tuple[bool, float, float, float, int]:
        """Sort key: best first, then the one said later, then the higher id."""
        said = self.item.said_at.timestamp()
        judged = self.reranked or 0.0
        return (self.reranked is None, -judged, -self.score.total, -said, -self.item.pk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortlist:
    """The rows of one segment that are worth reading from the database."""

    namespace_id: int
    segment: Segment
    relevance: Relevance
    ids: tuple[int, ...]


def shortlist(
    question: Question, segment: Segment, namespace_id: int, *, limit: int, profile_limit: int
) -> Shortlist:
    """Pick the most relevant rows of any status, and the active rows of the profile."""
    found = relevance(question, segment)
    active = segment.columns["status"] == STATUS_CODES[Status.ACTIVE]
    best = _top(found.fused, limit)
    best_active = np.flatnonzero(active)[_top(found.fused[active], limit)]
    profile = np.flatnonzero(active & segment.columns["is_profile"])
    weight = segment.columns["importance"][profile] + found.fused[profile]
    rows = np.concatenate([best, best_active, profile[_top(weight, profile_limit)]])
    ids = tuple(np.unique(segment.ids[rows]).tolist())
    return Shortlist(namespace_id=namespace_id, segment=segment, relevance=found, ids=ids)


def _top(values: NDArray[Any], limit: int) -> NDArray[np.intp]:
    """Return the places of the highest values; ties go to the later place.

    Most values are 0, and a stable sort is done with equal ones at once: a partition takes up to
    seventeen times as long on them.
    """
    return np.argsort(values, kind="stable")[max(len(values) - limit, 0) :]


def read_candidates(
    shortlists: Sequence[Shortlist],
    question: Question,
    policy: Policy,
    now: datetime,
    *,
    owner: Namespace,
    excluded: Collection[int],
    neighbours: Mapping[int, str],
    read: Reader = read_rows,
) -> list[Candidate]:
    """Read the shortlisted rows (one query) and score and judge them as they are now; another
    reader gives them as they were.

    `neighbours` names, by item, the entity of the question that a relation ties it to.
    """
    by_namespace = {entry.namespace_id: entry for entry in shortlists}
    wanted = {item_id for entry in shortlists for item_id in entry.ids}
    related = {item_id for entry in shortlists for item_id in _related(entry)}
    rows = read(list(by_namespace), sorted(wanted | related))
    relations = _Relations(rows, now)
    items = [row for row in rows if row.pk in wanted and row.pk in _places(by_namespace, row)]
    scores = _scores(items, by_namespace, question, policy, now)
    found = []
    for item, score in zip(items, scores, strict=True):
        entry, place = by_namespace[item.namespace_id], _place(by_namespace, item)
        layer, entity = _layer(item, owner), neighbours.get(item.pk, "")
        if layer == Layer.LONG_TERM and entity and score.relevance < policy.threshold:
            layer = Layer.GRAPH
        found.append(
            Candidate(
                item=item,
                score=score,
                verdict=verdict(relations.standing(item, excluded), now),
                layer=layer,
                part=int(entry.relevance.part[place]),
                vector=entry.segment.vectors[place],
                entity=entity if layer == Layer.GRAPH else "",
                in_time=bool(entry.relevance.in_time[place] > 0),
            )
        )
    return found


def _related(entry: Shortlist) -> Iterable[int]:
    """Return the ids of the items that override or succeed those of a shortlist."""
    ids = np.array(entry.ids, np.int64)
    columns = entry.segment.columns
    is_related = np.isin(columns["overrides"], ids) | np.isin(columns["supersedes"], ids)
    return (int(item_id) for item_id in entry.segment.ids[is_related])


class _Relations:
    """Which items of a set override or succeed which, at one moment."""

    def __init__(self, rows: Iterable[ItemRow], now: datetime) -> None:
        self.successors: dict[int, ItemRow] = {}
        self.overriders: dict[int, ItemRow] = {}
        for row in rows:
            if row.supersedes_id:
                self.successors[row.supersedes_id] = row
            if row.overrides_id and row.status == Status.ACTIVE and _holds(row, now):
                self.overriders[row.overrides_id] = row

    def standing(self, item: ItemRow, excluded: Collection[int]) -> Standing:
        successor, overrider = self.successors.get(item.pk), self.overriders.get(item.pk)
        return Standing(
            status=item.status,
            status_reason=item.status_reason,
            status_changed_at=item.status_changed_at,
            valid_from=item.valid_from,
            valid_to=item.valid_to,
            expires_at=item.expires_at,
            successor={"item_id": successor.pk, "text": successor.text} if successor else {},
            override=(
                {
                    "item_id": overrider.pk,
                    "text": overrider.text,
                    "until": overrider.expires_at and overrider.expires_at.isoformat(),
                }
                if overrider
                else {}
            ),
            is_excluded=item.pk in excluded,
        )


def _holds(item: ItemRow, now: datetime) -> bool:
    begun = item.valid_from is None or item.valid_from <= now
    return begun and all(end is None or end > now for end in (item.valid_to, item.expires_at))


def _places(by_namespace: dict[int, Shortlist], item: ItemRow) -> Collection[int]:
    return by_namespace[item.namespace_id].segment.places


def _place(by_namespace: dict[int, Shortlist], item: ItemRow) -> int:
    return by_namespace[item.namespace_id].segment.places[item.pk]


def _scores(
    items: Sequence[ItemRow],
    by_namespace: dict[int, Shortlist],
    question: Question,
    policy: Policy,
    now: datetime,
) -> list[Score]:
    if not items:
        return []
    found = [
        [
            part[_place(by_namespace, item)]
            for part in _parts(by_namespace[item.namespace_id].relevance)
        ]
        for item in items
    ]
    semantic, lexical, fused = np.array(found, np.float64).T
    recent = recency_of(items, policy, now)
    importance = np.array([item.importance for item in items], np.float64)
    boost = np.array(
        [
            boost_of(item, rel, question, policy)
            for item, rel in zip(items, fused.tolist(), strict=True)
        ]
    )
    totals = total(fused, recent, importance, boost, policy)
    columns = (semantic, lexical, fused, recent, importance, boost, totals)
    return [
        Score(
            semantic=row[0],
            lexical=row[1],
            relevance=row[2],
            recency=row[3],
            importance=row[4],
            boost=row[5],
            total=row[6],
        )
        for row in np.round(np.array(columns), 6).T.tolist()
    ]


def _parts(found: Relevance) -> tuple[NDArray[np.float32], ...]:
    return found.semantic, found.lexical, found.fused


def recency_of(items: Sequence[ItemRow], policy: Policy, now: datetime) -> NDArray[Any]:
    """Return R of items from their decay states; 1 for what never fades."""
    accessed = [item.last_accessed_at or item.said_at for item in items]
    tau = [
        np.inf
        if item.last_accessed_at and item.half_life_hours is None
        else (policy.tau_episodic_hours if item.kind in EPISODIC else policy.tau_hours)
        for item in items
    ]
    return recency(
        np.array([hours(now) - hours(moment) for moment in accessed]),
        np.array([item.recall_count or 0 for item in items], np.float64),
        np.array(tau),
        base_per_day=policy.recency_base_per_day,
    )


def boost_of(item: ItemRow, relevant: float, question: Question, policy: Policy) -> float:
    """Return the sum of the business rules that speak for an item."""
    boost = policy.boost_pinned if item.pinned else 0.0
    if relevant < policy.threshold:
        return boost
    if item.kind == Kind.CONSTRAINT:
        boost += policy.boost_constraint
    query = question.rewritten.text.casefold()
    names = [item.subject if item.subject != USER else "", item.value]
    if any(len(name) > 1 and name.casefold() in query for name in names):
        boost += policy.boost_entity
    if question.asks_time and (item.valid_from or tells_time(item.text)):
        boost += policy.boost_time
    return boost


def _layer(item: ItemRow, owner: Namespace) -> Layer:
    if item.namespace_id != owner.pk or item.kind == Kind.KNOWLEDGE:
        return Layer.KNOWLEDGE
    return Layer.PROFILE if is_profile(item.subject, item.attribute) else Layer.LONG_TERM


def recalled(
    candidate: Candidate,
    *,
    layer: Layer,
    outcome: Outcome,
    reason: str,
    detail: dict[str, Any],
    rank: int | None = None,
) -> RecalledItem:
    """Return a candidate as it is told to the other layers and kept in the trace."""
    item, score = candidate.item, candidate.score
    notes = {"entity": candidate.entity, "in_time": candidate.in_time}
    detail = {**{name: value for name, value in notes.items() if value}, **detail}
    return RecalledItem(
        item_id=item.pk,
        layer=layer,
        text=item.text,
        outcome=outcome,
        reason=reason,
        detail=detail,
        score=score.total,
        relevance=score.relevance,
        semantic=score.semantic,
        lexical=score.lexical,
        recency=score.recency,
        importance=score.importance,
        boost=score.boost,
        rank=rank,
        subject=item.subject,
        attribute=item.attribute,
        value=item.value,
        kind=item.kind,
        quote=item.quote,
        language=item.language,
        said_at=item.said_at,
        valid_from=item.valid_from,
        valid_to=item.valid_to,
        expires_at=item.expires_at,
        status=item.status,
        conversation_id=item.conversation_id,
        message_id=item.message_id,
    )
