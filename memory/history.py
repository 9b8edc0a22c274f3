"""Past exchanges as candidates of a recall: the last resort, always quoted with their date."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from memory.domain.policy import Policy
from memory.domain.scoring import recency
from memory.domain.types import Layer, Outcome, RecalledItem
from memory.models import Episode
from memory.questions import Question, Relevance, relevance
from memory.segments import Segment
from memory.sources import exchange_text, hours

QUOTED_CHARACTERS = 1200  # of a reply within a quotation


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One past exchange with its place in the pass."""

    episode: Episode
    row: int
    score: float


def find_exchanges(
    question: Question, segment: Segment, policy: Policy, now: datetime, *, namespace_id: int
) -> tuple[list[Exchange], Relevance]:
    """Return the best past exchanges before `now`, best first (one query)."""
    found = relevance(question, segment)
    fresh = recency(
        hours(now) - segment.columns["occurred"],
        np.zeros(len(segment)),
        np.full(len(segment), policy.tau_hours),
    )
    scores = found.fused + 0.02 * fresh
    scores[segment.columns["occurred"] > hours(now)] = -1.0
    best = np.lexsort((-segment.ids, -scores))[: policy.kept_candidates]
    episodes = Episode.objects.filter(
        namespace_id=namespace_id,
        quotable=True,
        pk__in=[int(segment.ids[row]) for row in best if scores[row] >= 0],
    ).in_bulk()
    exchanges = [
        Exchange(
            episode=episodes[int(segment.ids[row])],
            row=int(row),
            score=round(float(scores[row]), 6),
        )
        for row in best
        if int(segment.ids[row]) in episodes
    ]
    return exchanges, found


def recalled_exchange(
    exchange: Exchange,
    found: Relevance,
    *,
    outcome: Outcome,
    reason: str,
    rank: int | None,
    detail: dict[str, object] | None = None,
) -> RecalledItem:
    episode = exchange.episode
    reply = episode.reply_text[:QUOTED_CHARACTERS]
    return RecalledItem(
        item_id=episode.pk,
        layer=Layer.HISTORY,
        text=exchange_text("", episode.user_text, f"[reply] {reply}" if reply else ""),
        outcome=outcome,
        reason=reason,
        detail={"speaker": episode.speaker, **(detail or {})},
        score=exchange.score,
        relevance=round(float(found.fused[exchange.row]), 6),
        semantic=round(float(found.semantic[exchange.row]), 6),
        lexical=round(float(found.lexical[exchange.row]), 6),
        rank=rank,
        quote=episode.user_text,
        language=episode.language,
        said_at=episode.occurred_at,
        conversation_id=episode.conversation_id,
        message_id=episode.user_message_id,
    )


def in_window(exchange: Exchange, recent_texts: Collection[str]) -> bool:
    """Tell whether an exchange is still in front of the model word for word."""
    return exchange.episode.user_text in recent_texts


def vectors_of(segment: Segment, exchanges: Sequence[Exchange]) -> NDArray[np.float32]:
    return segment.vectors[[exchange.row for exchange in exchanges]]
