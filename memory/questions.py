"""What a recall looks for: the query made to stand alone, its parts, their vectors and terms."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.backends import embedder
from memory.backends.base import BackendError, Matrix
from memory.domain.lexical import coverage, term_id
from memory.domain.rewrite import Rewritten, refers_to_past, rewrite, split_parts
from memory.domain.scoring import calibrate, fuse
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
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """Of each row of a segment (n,): both witnesses, their fusion, and the best matching part."""

    semantic: NDArray[np.float32]
    lexical: NDArray[np.float32]
    fused: NDArray[np.float32]
    part: NDArray[np.int64]


def ask(
    text: str, *, recent: Sequence[tuple[str, str]] = (), entities: Sequence[str] = ()
) -> Question:
    """Prepare a query for scoring."""
    rewritten = rewrite(text, recent=recent, entities=entities)
    # What was added belongs to the whole message, not to one of its parts.
    parts = (rewritten.text,) if rewritten.rewriter else split_parts(text)
    degraded: tuple[str, ...] = ()
    try:
        vectors = query_vectors(parts)
    except BackendError as error:
        vectors = np.zeros((0, embedder().dimensions), np.float32)
        degraded = (f"embedding: {error}",)
    return Question(
        text=text,
        rewritten=rewritten,
        parts=parts,
        vectors=vectors,
        terms=tuple({term_id(term): 1.0 for term in terms(part)} for part in parts),
        refers_to_past=refers_to_past(text),
        degraded=degraded,
    )


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
    fused = fuse(semantic, lexical)
    part = fused.argmax(axis=0)
    rows = np.arange(len(segment))
    return Relevance(
        semantic=semantic[part, rows].astype(np.float32),
        lexical=lexical[part, rows],
        fused=fused[part, rows].astype(np.float32),
        part=part,
    )


def reduced(wanted: Mapping[int, float], without: Collection[int]) -> dict[int, float]:
    return {term: weight for term, weight in wanted.items() if term not in without}
