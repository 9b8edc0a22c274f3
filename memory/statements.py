"""What a message states about what is asked: the two sentences that have most of its words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from memory.domain.freshness import sentences
from memory.domain.lexical import Postings, term_id
from memory.terms import terms

READ_CHARACTERS = 2000  # of a message; what follows is mostly pasted
WINDOW = 2  # sentences: "I run 5 km. My best time is now 25:50."
PRIOR = 10  # exchanges added when weighing a word, so that a short history tells little


@lru_cache(maxsize=4096)
def windows(text: str) -> tuple[tuple[str, frozenset[int]], ...]:
    """Return each two neighbouring sentences of a message with their terms."""
    parts = sentences(text[:READ_CHARACTERS])
    held = [frozenset(term_id(term) for term in terms(part)) for part in parts]
    if len(parts) < WINDOW:
        return tuple(zip(parts, held, strict=True))
    pairs = zip(parts, parts[1:], held, held[1:], strict=False)
    return tuple((f"{one} {two}", first | second) for one, two, first, second in pairs)


def words_of(text: str) -> frozenset[int]:
    return frozenset[int]().union(*(held for _told, held in windows(text)))


def best_window(
    text: str, asked: Sequence[int], weights: NDArray[np.float32]
) -> tuple[str, frozenset[int], NDArray[np.bool_]]:
    """Return the sentences of a message with most words of the question, their terms, and which
    (t,) words of the question they have."""
    told, frame, best = "", frozenset[int](), np.zeros(len(asked), bool)
    for window, held in windows(text):
        found = np.fromiter((term in held for term in asked), bool, len(asked))
        if weights[found].sum() > weights[best].sum():
            told, frame, best = window, held, found
    return told, frame, best


def weights_of(asked: Sequence[int], postings: Postings) -> NDArray[np.float32]:
    """Return (t,): rare words of the question count more; a smoothed inverse frequency."""
    total = len(postings.lengths) + PRIOR
    return np.array(
        [np.log1p(total / (len(postings.find(term)[0]) + 1)) for term in asked], np.float32
    )


def asked_terms(parts: Sequence[Mapping[int, float]]) -> list[int]:
    return sorted({term for part in parts for term in part})
