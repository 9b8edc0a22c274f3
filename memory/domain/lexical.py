"""BM25 over hashed terms, as flat arrays. Tokenising is the caller's: pure numpy here."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.75

Terms = NDArray[np.uint64]
Scores = NDArray[np.float32]


@lru_cache(maxsize=200_000)
def term_id(term: str) -> int:
    """Return the 64-bit id of a term, the same in every process."""
    return int.from_bytes(hashlib.blake2b(term.encode(), digest_size=8).digest(), "little")


def term_ids(terms: Sequence[str]) -> Terms:
    return np.fromiter((term_id(term) for term in terms), np.uint64, len(terms))


@dataclass(frozen=True, slots=True, kw_only=True)
class Postings:
    """For each distinct term the documents that hold it, with how often.

    `terms` (t,) is sorted; the postings of term i are `documents[starts[i]:starts[i + 1]]`.
    `of` is how many documents there are in all, where these are a selection.
    """

    terms: Terms
    starts: NDArray[np.int64]
    documents: NDArray[np.int32]
    counts: NDArray[np.float32]
    lengths: NDArray[np.float32]
    of: int

    @property
    def nbytes(self) -> int:
        return sum(
            part.nbytes
            for part in (self.terms, self.starts, self.documents, self.counts, self.lengths)
        )

    def by_term(self) -> Terms:
        """Return (p,) the term of each posting."""
        return np.repeat(self.terms, np.diff(self.starts))

    def find(self, term: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return (documents, counts) of a term; empty when no document holds it."""
        place = int(np.searchsorted(self.terms, np.uint64(term)))
        if place == len(self.terms) or int(self.terms[place]) != term:
            return self.documents[:0], self.counts[:0]
        span = slice(self.starts[place], self.starts[place + 1])
        return self.documents[span], self.counts[span]


def build_postings(documents: Sequence[Terms], *, of: int = 0) -> Postings:
    """Build the postings of documents given as arrays of term ids, repeats included.

    `of` counts the documents that they were selected from, if they were.
    """
    lengths = np.fromiter((len(terms) for terms in documents), np.float32, len(documents))
    owners = np.repeat(np.arange(len(documents), dtype=np.int32), lengths.astype(np.int64))
    flat = np.concatenate([*documents, np.zeros(0, np.uint64)]).astype(np.uint64)
    order = np.lexsort((owners, flat))
    flat, owners = flat[order], owners[order]
    is_new = np.ones(len(flat), bool)
    is_new[1:] = (flat[1:] != flat[:-1]) | (owners[1:] != owners[:-1])
    firsts = np.flatnonzero(is_new)
    counts = np.diff(np.append(firsts, len(flat))).astype(np.float32)
    terms, starts = np.unique(flat[firsts], return_index=True)
    return Postings(
        terms=terms,
        starts=np.append(starts, len(firsts)).astype(np.int64),
        documents=owners[firsts],
        counts=counts,
        lengths=lengths,
        of=max(of, len(documents)),
    )


def joined_postings(
    old: Postings,
    moved: NDArray[np.int64],
    new: Postings,
    places: NDArray[np.int64],
    *,
    total: int,
) -> Postings:
    """Return the postings of `total` documents as `build_postings` would, without a sort of all.

    `moved` (n,) gives the place of each document of `old`, -1 for none, and `places` that of each
    of `new`; both ascend, and no place is given twice.
    """
    lengths = np.zeros(total, np.float32)
    lengths[moved[moved >= 0]] = old.lengths[moved >= 0]
    lengths[places] = new.lengths
    owners = moved[old.documents]
    stays = owners >= 0
    terms, owners, counts = old.by_term()[stays], owners[stays], old.counts[stays]
    added, added_owners = new.by_term(), places[new.documents]
    first, last = np.searchsorted(terms, added), np.searchsorted(terms, added, side="right")
    at = [
        begin + int(np.searchsorted(owners[begin:end], owner))
        for begin, end, owner in zip(
            first.tolist(), last.tolist(), added_owners.tolist(), strict=True
        )
    ]
    terms = np.insert(terms, at, added)
    firsts = np.flatnonzero(np.append(True, terms[1:] != terms[:-1])[: len(terms)])
    return Postings(
        terms=terms[firsts],
        starts=np.append(firsts, len(terms)).astype(np.int64),
        documents=np.insert(owners, at, added_owners).astype(np.int32),
        counts=np.insert(counts, at, new.counts),
        lengths=lengths,
        of=total,
    )


def inverse_frequency(frequency: int, total: int) -> float:
    """Return the BM25 weight of a term held by `frequency` of `total` documents (never below 0)."""
    return float(np.log1p((total - frequency + 0.5) / (frequency + 0.5)))


def bm25(postings: Postings, query: Mapping[int, float]) -> tuple[Scores, float]:
    """Return the BM25 scores (n,) and the score of a document that held every term once.

    `query` is term → weight. Robertson and Zaragoza (2009), "The Probabilistic Relevance
    Framework: BM25 and Beyond". The second value includes terms that no document holds, so that
    scores divided by it say how much of the question a document covers.
    """
    scores = np.zeros(len(postings.lengths), np.float32)
    if not len(scores):
        return scores, 0.0
    mean = max(float(postings.lengths.mean()), 1.0)
    best = 0.0
    for term, weight in query.items():
        documents, counts = postings.find(term)
        idf = inverse_frequency(len(documents), postings.of) * weight
        best += idf
        norm = K1 * (1 - B + B * postings.lengths[documents] / mean)
        scores[documents] += idf * counts * (K1 + 1) / (counts + norm)
    return scores, best


def coverage(postings: Postings, query: Mapping[int, float]) -> Scores:
    """Return BM25 scores (n,) as a share in [0, 1] of what a full match would have."""
    scores, best = bm25(postings, query)
    return np.clip(scores / best, 0.0, 1.0) if best > 0 else scores
