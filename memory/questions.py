"""What a recall looks for: the query made to stand alone, its parts, their vectors and terms."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from memory.backends import embedder, rewriter
from memory.backends.base import BackendError, Matrix
from memory.domain.lexical import coverage, term_id
from memory.domain.rewrite import (
    BY_RULES,
    Rewritten,
    is_question,
    leans_on_context,
    refers_to_past,
    rewrite,
    speaks_of_self,
    split_parts,
)
from memory.domain.scoring import calibrate, fuse
from memory.domain.temporal import Span, asks_time, overlap, spans
from memory.embedding import query_vectors
from memory.segments import Segment
from memory.terms import terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`vectors` (p, dimensions) and `terms` are of the p parts; no vectors when embedding failed.

    `degraded` names what was missing.
    """

    text: str
    rewritten: Rewritten
    parts: tuple[str, ...]
    vectors: Matrix
    terms: tuple[Mapping[int, float], ...]
    refers_to_past: bool
    times: tuple[Span, ...] = ()  # that it asks about ("last week", 上个月)
    asks_time: bool = False
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """Of each row of a segment (n,): both witnesses, their fusion, and the best matching part.

    `in_time` is above 0 for rows of a time that the question asks about; `fused` counts that in.
    """

    semantic: NDArray[np.float32]
    lexical: NDArray[np.float32]
    fused: NDArray[np.float32]
    part: NDArray[np.int64]
    in_time: NDArray[np.float32]


def ask(
    text: str,
    *,
    now: datetime,
    recent: Sequence[tuple[str, str]] = (),
    entities: Sequence[str] = (),
) -> Question:
    """Prepare a query for scoring."""
    rewritten, degraded = _standalone(text, recent, entities)
    # What the rules add belongs to the whole message, not to one of its parts.
    is_whole = rewritten.rewriter == BY_RULES
    parts = (rewritten.text,) if is_whole else split_parts(rewritten.text)
    try:
        vectors = query_vectors(parts)
    except BackendError as error:
        vectors = np.zeros((0, embedder().dimensions), np.float32)
        degraded = (*degraded, f"embedding: {error}")
    return Question(
        text=text,
        rewritten=rewritten,
        parts=parts,
        vectors=vectors,
        terms=tuple({term_id(term): 1.0 for term in terms(part)} for part in parts),
        refers_to_past=refers_to_past(text),
        times=_asked_times(text, now),
        asks_time=asks_time(text),
        degraded=degraded,
    )


def _standalone(
    text: str, recent: Sequence[tuple[str, str]], entities: Sequence[str]
) -> tuple[Rewritten, tuple[str, ...]]:
    """Return the query that stands alone, and what was missing.

    A message that leans on nothing costs no call. What the model does not do in time, rules do.
    """
    by_rules = rewrite(text, recent=recent, entities=entities)
    model = rewriter()
    if model is None or not leans_on_context(text) or not (recent or entities):
        return by_rules, ()
    try:
        query = model.rewrite(text, recent=recent, entities=entities)
    except BackendError as error:
        return by_rules, (f"rewriter: {error}",)
    return (
        Rewritten(text=text) if query == text else Rewritten(text=query, rewriter=model.name)
    ), ()


def _asked_times(text: str, now: datetime) -> tuple[Span, ...]:
    """Return the times that a question asks about.

    What is over is asked of memory; what goes on ("today") only where the user asks about
    themselves: "what is the weather today?" does not.
    """
    if not is_question(text):
        return ()
    is_own = speaks_of_self(text)
    return tuple(span for span in spans(text, now) if is_own or span.end <= now)


def relevance(question: Question, segment: Segment, *, without: Collection[int] = ()) -> Relevance:
    """Score every row of a segment against every part; each row keeps its best part.

    `without` are terms that say nothing here, such as the names of those who speak.
    """
    lexical = np.stack(
        [coverage(segment.postings, reduced(wanted, without)) for wanted in question.terms]
    )
    if len(question.vectors):
        cosines = question.vectors @ segment.vectors.T
        semantic = calibrate(cosines, embedder().name) * segment.has_vector
    else:
        semantic = np.zeros_like(lexical)
    in_time = _in_time(question, segment)
    fused = 1.0 - (1.0 - fuse(semantic, lexical)) * (1.0 - in_time)
    part = fused.argmax(axis=0)
    rows = np.arange(len(segment))
    return Relevance(
        semantic=semantic[part, rows].astype(np.float32),
        lexical=lexical[part, rows],
        fused=fused[part, rows].astype(np.float32),
        part=part,
        in_time=in_time,
    )


def _in_time(question: Question, segment: Segment) -> NDArray[np.float32]:
    """Return (n,) how far a time asked about speaks for each row; history has its own way."""
    columns = segment.columns
    if not question.times or "dated" not in columns:
        return np.zeros(len(segment), np.float32)
    touches = overlap(columns["begun"], columns["over"], question.times)
    return np.where(touches, columns["dated"], np.float32(0.0))


def reduced(wanted: Mapping[int, float], without: Collection[int]) -> dict[int, float]:
    return {term: weight for term, weight in wanted.items() if term not in without}
