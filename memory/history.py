"""Past exchanges as candidates of a recall: the last resort, always quoted with their date."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from memory.domain.history import Floats, Talk, Wanted, neighbours, rank_scores, signals
from memory.domain.lexical import term_id
from memory.domain.policy import Policy
from memory.domain.temporal import asks_number, asks_time, iter_closeness, spans
from memory.domain.types import Layer, Outcome, RecalledItem
from memory.exchanges import quotation
from memory.models import Episode
from memory.questions import Question, Relevance, reduced, relevance
from memory.segments import Segment
from memory.sources import hours
from memory.terms import terms

SCORE_FALL = 4.0  # ranking points behind the best at which a score has fallen to 1/e


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One past exchange with its row in the segment and its score relative to the best."""

    episode: Episode
    row: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    exchanges: tuple[Exchange, ...] = ()
    relevance: Relevance | None = None


def find_exchanges(
    question: Question, segment: Segment, policy: Policy, now: datetime, *, namespace_id: int
) -> Found:
    """Return the best past exchanges before `now`, best first (one query)."""
    speakers = sorted({name for name in segment.columns["speaker"] if name})
    names = {term_id(term) for name in speakers for term in terms(name)}
    scores = _scores(question, segment, now, speakers, names)
    scores[segment.columns["occurred"] > hours(now)] = -np.inf
    best = np.lexsort((-segment.ids, -scores))[: policy.kept_candidates]
    best = best[np.isfinite(scores[best])]
    episodes = Episode.objects.filter(
        namespace_id=namespace_id, quotable=True, pk__in=[int(segment.ids[row]) for row in best]
    ).in_bulk()
    exchanges = tuple(
        Exchange(
            episode=episodes[int(segment.ids[row])],
            row=int(row),
            score=round(float(np.exp(scores[row] / SCORE_FALL)), 6),
        )
        for row in best
        if int(segment.ids[row]) in episodes
    )
    return Found(exchanges=exchanges, relevance=relevance(question, segment, without=names))


def _scores(
    question: Question,
    segment: Segment,
    now: datetime,
    speakers: list[str],
    names: Collection[int],
) -> NDArray[np.float64]:
    """Return ranking points (n,), 0 for the best exchange of each part of the question."""
    talk = talk_of(segment)
    best = np.full(len(segment), -np.inf)
    for place, part in enumerate(question.parts):
        wanted = Wanted(
            terms=reduced(question.terms[place], names),
            cosines=(
                segment.vectors @ question.vectors[place]
                if len(question.vectors)
                else np.zeros(len(segment), np.float32)
            ),
            in_time=_in_time(segment, part, now),
            speaker_named=_speaker_named(segment, part, speakers),
            asks_time=asks_time(part),
            asks_number=asks_number(part),
        )
        points = rank_scores(signals(talk, segment.postings, wanted))
        best = np.maximum(best, points - points.max())
    return best


def talk_of(segment: Segment) -> Talk:
    """Return what the ranking needs to know of the exchanges of a segment."""
    columns = segment.columns
    before, after = neighbours(columns["conversation"], columns["occurred"])
    return Talk(
        before=before,
        after=after,
        conversation=np.unique(columns["conversation"], return_inverse=True)[1],
        asks=columns["asks"],
        ends_asking=columns["ends_asking"],
        length=columns["length"],
        tells_time=columns["tells_time"],
        tells_number=columns["tells_number"],
    )


def _in_time(segment: Segment, part: str, now: datetime) -> Floats:
    named = spans(part, now)
    if not named:
        return np.zeros(len(segment), np.float32)
    return np.array(iter_closeness(iter(segment.columns["occurred"]), named), np.float32)


def _speaker_named(segment: Segment, part: str, speakers: list[str]) -> Floats:
    """1 for the exchanges of the one speaker whom the question names."""
    named = [name for name in speakers if name.casefold() in part.casefold()]
    if len(named) != 1:
        return np.zeros(len(segment), np.float32)
    return np.asarray(segment.columns["speaker"] == named[0], np.float32)


def recalled_exchange(
    exchange: Exchange, found: Relevance, *, outcome: Outcome, reason: str, rank: int | None
) -> RecalledItem:
    """Return an exchange as it is told to the other layers and kept in the trace."""
    episode = exchange.episode
    return RecalledItem(
        item_id=episode.pk,
        layer=Layer.HISTORY,
        text=quotation(episode),
        outcome=outcome,
        reason=reason,
        detail={"speaker": episode.speaker} if episode.speaker else {},
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
