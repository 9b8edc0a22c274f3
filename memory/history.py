"""Past exchanges as candidates of a recall: the last resort, always quoted with their date."""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from memory.domain.freshness import (
    Overtaken,
    Statement,
    asks_current,
    newest_first,
    overtaken,
    wants_earlier,
)
from memory.domain.history import Floats, Talk, Wanted, neighbours, rank_scores, signals
from memory.domain.lexical import term_id
from memory.domain.policy import Policy
from memory.domain.temporal import asks_number, asks_time, iter_closeness, spans
from memory.domain.types import DropReason, Layer, Outcome, RecalledItem
from memory.exchanges import quotation
from memory.models import Episode
from memory.questions import Question, Relevance, reduced, relevance
from memory.segments import Segment
from memory.sources import hours
from memory.statements import asked_terms, best_window, weights_of, words_of
from memory.terms import terms

ONE_QUESTION = 200  # characters; what is longer tells a story, and no one thing has a newest value
CORRECTION_CARRIES = 0.9  # of the relevance of what was said before it
CORRECTIONS_IN_A_ROW = 3
SCORE_FALL = 4.0  # ranking points behind the best at which a score has fallen to 1/e


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One past exchange with its row in the segment and its score relative to the best."""

    episode: Episode
    row: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What the closest exchanges state; `asked` are the words of the question (t,)."""

    asked: tuple[int, ...]
    weights: Floats
    exchanges: tuple[Exchange, ...]
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Exchanges, best first; `overtaken` gives the later one by the id of the earlier. `stated`
    is None for what is no single question."""

    exchanges: tuple[Exchange, ...]
    relevance: Relevance
    overtaken: Mapping[int, tuple[Episode, Overtaken]]
    stated: Stated | None = None


def find_exchanges(
    question: Question, segment: Segment, policy: Policy, now: datetime, *, namespace_id: int
) -> Found:
    """Return the best past exchanges before `now`, best first (one query)."""
    speakers = sorted({name for name in segment.columns["speaker"] if name})
    names = {term_id(term) for name in speakers for term in terms(name)}
    found = _with_corrections(relevance(question, segment, without=names), segment)
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
    return _with_newest_first(exchanges, found, question, segment, policy, names)


def _with_newest_first(
    exchanges: tuple[Exchange, ...],
    found: Relevance,
    question: Question,
    segment: Segment,
    policy: Policy,
    names: Collection[int],
) -> Found:
    """Let the later of two statements about the same thing come first, where the user made both."""
    text = question.text.strip()
    if len(text) > ONE_QUESTION or "\n" in text:
        return Found(exchanges=exchanges, relevance=found, overtaken={})
    close = [e for e in exchanges if found.fused[e.row] >= policy.history_floor]
    close = close[: 2 * policy.max_history]
    asked = asked_terms([reduced(part, names) for part in question.terms])
    weights = weights_of(asked, segment.postings)
    statements = _statements(close, found, segment, asked, weights)
    pairs = overtaken(statements, weights, asks_current=asks_current(text))
    if wants_earlier(text):
        pairs = {place: dataclasses.replace(pair, replaced=False) for place, pair in pairs.items()}
    own = {place: pair for place, pair in pairs.items() if not statements[place].speaker}
    # The later ones move among the places of the close ones; every other exchange keeps its own.
    moved = iter([close[place] for place in newest_first(len(close), own)])
    chosen = {exchange.row for exchange in close}
    return Found(
        exchanges=tuple(
            next(moved) if exchange.row in chosen else exchange for exchange in exchanges
        ),
        relevance=_with_successors(found, close, pairs),
        overtaken={
            close[place].episode.pk: (close[pair.later].episode, pair)
            for place, pair in pairs.items()
        },
        stated=Stated(
            asked=tuple(asked),
            weights=weights,
            exchanges=tuple(close),
            statements=tuple(statements),
        ),
    )


def _with_successors(
    found: Relevance, close: Sequence[Exchange], pairs: Mapping[int, Overtaken]
) -> Relevance:
    """Let what replaces a statement be as relevant, so that one of the two is always told."""
    fused = found.fused.copy()
    for pair in pairs.values():
        if pair.replaced:
            earlier, later = close[pair.earlier].row, close[pair.later].row
            fused[later] = max(fused[later], CORRECTION_CARRIES * found.fused[earlier])
    return dataclasses.replace(found, fused=fused)


def _statements(
    close: Sequence[Exchange],
    found: Relevance,
    segment: Segment,
    asked: Sequence[int],
    weights: Floats,
) -> list[Statement]:
    """Return what the user stated in each of the exchanges about what is asked."""
    before = talk_of(segment).before if segment.columns["corrects"].any() else None
    place_of = {exchange.row: place for place, exchange in enumerate(close)}
    made: list[Statement] = []
    for exchange in close:
        episode, row = exchange.episode, exchange.row
        told, frame, has = best_window(episode.user_text, asked, weights)
        corrected = -1
        if before is not None and segment.columns["corrects"][row]:
            has = has | _inherited(segment, before, row, asked)
            corrected = place_of.get(int(before[row]), -1)
        made.append(
            Statement(
                text=episode.user_text,
                told=told,
                speaker=episode.speaker,
                hours=float(segment.columns["occurred"][row]),
                relevance=float(found.fused[row]),
                matched=has,
                words=words_of(episode.user_text),
                frame=frame,
                vector=segment.vectors[row],
                talk=int(segment.columns["conversation"][row]),
                corrects=corrected,
            )
        )
    return made


def _inherited(
    segment: Segment, before: NDArray[np.intp], row: int, asked: Sequence[int]
) -> NDArray[np.bool_]:
    """Return (t,): the words of the question in what a correction corrects."""
    rows: list[int] = []
    for _ in range(CORRECTIONS_IN_A_ROW):
        if row < 0 or not segment.columns["corrects"][row]:
            break
        row = int(before[row])
        if row >= 0:
            rows.append(row)
    found = (np.isin(rows, segment.postings.find(term)[0]).any() for term in asked)
    return np.fromiter(found, bool, len(asked))


def _with_corrections(found: Relevance, segment: Segment) -> Relevance:
    """Let "no, make that Tuesday" be as relevant as what it corrects."""
    if not segment.columns["corrects"].any():
        return found
    before = talk_of(segment).before
    fused = found.fused.copy()
    for _ in range(CORRECTIONS_IN_A_ROW):
        inherited = np.where(before >= 0, CORRECTION_CARRIES * fused[before], 0.0)
        fused = np.where(segment.columns["corrects"], np.maximum(fused, inherited), fused)
    return dataclasses.replace(found, fused=fused.astype(np.float32))


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
        spoken=np.asarray(columns["speaker"] != "", np.float32),
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


def recalled_exchange(exchange: Exchange, found: Found, *, rank: int) -> RecalledItem:
    """Return an exchange as it is told to the other layers and kept in the trace."""
    episode, parts = exchange.episode, found.relevance
    later = found.overtaken.get(episode.pk)
    is_replaced = later is not None and later[1].replaced
    return RecalledItem(
        item_id=episode.pk,
        layer=Layer.HISTORY,
        text=quotation(episode),
        outcome=Outcome.DROPPED if is_replaced else Outcome.REVIVED,
        reason=DropReason.SUPERSEDED if is_replaced else "from_history",
        detail=_detail(episode, later[0] if later else None),
        score=exchange.score,
        relevance=round(float(parts.fused[exchange.row]), 6),
        semantic=round(float(parts.semantic[exchange.row]), 6),
        lexical=round(float(parts.lexical[exchange.row]), 6),
        rank=rank,
        quote=episode.user_text,
        language=episode.language,
        said_at=episode.occurred_at,
        conversation_id=episode.conversation_id,
        message_id=episode.user_message_id,
    )


def _detail(episode: Episode, later: Episode | None) -> dict[str, object]:
    detail: dict[str, object] = {"speaker": episode.speaker} if episode.speaker else {}
    if later is not None:
        detail["by_episode"] = later.pk
        detail["marks"] = [mark_of(later.occurred_at)]
    return detail


def mark_of(moment: datetime) -> str:
    """Return what is told of a statement that another, said at `moment`, may have overtaken."""
    return f"earlier than what was said on {moment:%Y-%m-%d %H:%M}"


def in_window(exchange: Exchange, recent_texts: Collection[str]) -> bool:
    """Tell whether an exchange is still in front of the model word for word."""
    return exchange.episode.user_text in recent_texts
