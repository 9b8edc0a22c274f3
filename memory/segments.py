"""One kind of memory of one namespace, laid out for a vectorised pass. No caching here.

A segment is never changed: a partial update builds the next one from the rows that stayed and
the few that are new.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from memory.backends import embedder, vector_index
from memory.backends.base import BackendError, Matrix
from memory.domain.lexical import Postings, Terms, build_postings, joined_postings, term_ids
from memory.embedding import cached_vectors, passage_vectors, text_hash
from memory.terms import terms

EMBEDDED_AT_LOAD = 256  # texts without a vector that a load computes itself; more are left to jobs

Revisions = tuple[NDArray[np.int64], NDArray[np.int64]]  # (n,) each

# Bytes of a row that no array counts: its place in the dictionary.
OBJECTS_PER_ROW = 2 * sys.getsizeof(1 << 20) + 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row as its source reads it. `text` is embedded, `words` are the terms it is found by."""

    id: int
    revision: int
    text: str
    words: str
    columns: tuple[Any, ...]


class Source(ABC):
    """Where the rows of a segment come from."""

    name: ClassVar[str]
    dtypes: ClassVar[Mapping[str, Any]]

    @abstractmethod
    def revisions(self, namespace_id: int) -> Revisions:
        """Return the ids of everything that belongs in the segment, ascending, and the revision of
        each. One query."""

    @abstractmethod
    def rows(self, namespace_id: int, ids: Sequence[int] | None) -> list[Row]:
        """Read the rows, all or those named, in the order of their ids. One query."""

    @abstractmethod
    def key(self, row_id: int) -> str:
        """Return the key of a row in the vector index."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """Aligned arrays of n rows. `has_vector` is False where the vector could not be had."""

    ids: NDArray[np.int64]
    revisions: NDArray[np.int64]
    vectors: Matrix
    has_vector: NDArray[np.bool_]
    postings: Postings
    columns: Mapping[str, NDArray[Any]]
    places: Mapping[int, int] = field(repr=False)  # id → row

    @property
    def nbytes(self) -> int:
        arrays: list[NDArray[Any]] = [
            self.ids,
            self.revisions,
            self.vectors,
            self.has_vector,
            *self.columns.values(),
        ]
        objects = OBJECTS_PER_ROW * len(self)
        return sum(a.nbytes for a in arrays) + self.postings.nbytes + objects

    def __len__(self) -> int:
        return len(self.ids)


def build_segment(
    source: Source, namespace_id: int, rows: Sequence[Row], *, of: int = 0
) -> Segment:
    """Lay out rows; their vectors come from the cache, else the index, else are computed.

    `of` counts the rows that these were selected from, if they were.
    """
    vectors, has_vector = _vectors(source, namespace_id, rows)
    return lay_out(
        ids=np.array([row.id for row in rows], np.int64),
        revisions=np.array([row.revision for row in rows], np.int64),
        vectors=vectors,
        has_vector=has_vector,
        documents=tuple(term_ids(terms(row.words)) for row in rows),
        columns={
            name: np.array([row.columns[i] for row in rows], dtype)
            for i, (name, dtype) in enumerate(source.dtypes.items())
        },
        of=of,
    )


def update_segment(source: Source, namespace_id: int, old: Segment) -> Segment:
    """Return the segment of today: reads the rows whose revision changed, and no others."""
    ids, revisions = source.revisions(namespace_id)
    places = np.minimum(np.searchsorted(old.ids, ids), max(len(old) - 1, 0))
    if len(old):
        known = (old.ids[places] == ids) & (old.revisions[places] == revisions)
    else:
        known = np.zeros(len(ids), bool)
    changed = ids[~known].tolist()
    if len(changed) > max(len(ids) // 2, 1):
        return build_segment(source, namespace_id, source.rows(namespace_id, None))
    if not changed and len(ids) == len(old):
        return old
    rows = source.rows(namespace_id, changed) if changed else []
    gone = np.isin(old.ids, ids, invert=True, assume_unique=True)
    return _joined(old, gone, build_segment(source, namespace_id, rows))


def _joined(old: Segment, gone: NDArray[np.bool_], new: Segment) -> Segment:
    """Put together what stays and what is new, by id, as a full load would have it.

    What grows with the number of rows is copied once, and sorted anew only where a new id is not
    the highest.
    """
    stays = slice(None) if not gone.any() else ~gone
    base = old.ids[stays]
    is_known = np.isin(new.ids, base, assume_unique=True)
    at = np.searchsorted(base, new.ids[is_known])
    ids = np.concatenate([base, new.ids[~is_known]])
    is_sorted = bool((ids[1:] > ids[:-1]).all())
    order = slice(None) if is_sorted else np.argsort(ids, kind="stable")

    def joined(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
        both = np.concatenate([one[stays], other[~is_known]])
        both[at] = other[is_known]
        return both if is_sorted else both[order]

    ids = ids[order]
    moved = np.searchsorted(ids, old.ids)
    moved[gone | np.isin(old.ids, new.ids, assume_unique=True)] = -1
    return Segment(
        ids=ids,
        revisions=joined(old.revisions, new.revisions),
        vectors=joined(old.vectors, new.vectors),
        has_vector=joined(old.has_vector, new.has_vector),
        postings=joined_postings(
            old.postings, moved, new.postings, np.searchsorted(ids, new.ids), total=len(ids)
        ),
        columns={name: joined(column, new.columns[name]) for name, column in old.columns.items()},
        places=_places(ids),
    )


def _places(ids: NDArray[np.int64]) -> dict[int, int]:
    return dict(zip(ids.tolist(), range(len(ids)), strict=True))


def lay_out(
    *, ids: NDArray[np.int64], documents: Sequence[Terms], of: int = 0, **arrays: Any
) -> Segment:
    """Return the segment of aligned arrays, ordered by id, with what is derived from them."""
    postings = build_postings(documents, of=of)
    return Segment(ids=ids, postings=postings, places=_places(ids), **arrays)


def _vectors(
    source: Source, namespace_id: int, rows: Sequence[Row]
) -> tuple[Matrix, NDArray[np.bool_]]:
    hashes = [text_hash(row.text) for row in rows]
    known = cached_vectors(hashes)
    missing = [row for row, key in zip(rows, hashes, strict=True) if key not in known]
    if missing:
        known.update(_missing_vectors(source, namespace_id, missing))
    vectors = np.zeros((len(rows), embedder().dimensions), np.float32)
    for place, key in enumerate(hashes):
        if key in known:
            vectors[place] = known[key]
    return vectors, np.array([key in known for key in hashes], bool)


def _missing_vectors(
    source: Source, namespace_id: int, rows: Iterable[Row]
) -> dict[str, NDArray[np.float32]]:
    """Return vectors by text hash from the index, then from the model while they are few.

    What cannot be had is left out: those rows are found by their words alone until it can.
    """
    by_key = {source.key(row.id): row for row in rows}
    found: dict[str, NDArray[np.float32]] = {}
    try:
        if len(by_key) > EMBEDDED_AT_LOAD:
            for key, vector in vector_index().fetch(namespace_id, list(by_key)).items():
                found[text_hash(by_key.pop(key).text)] = np.asarray(vector, np.float32)
        texts = [row.text for row in by_key.values()][:EMBEDDED_AT_LOAD]
        for text, vector in zip(texts, passage_vectors(texts), strict=True):
            found[text_hash(text)] = vector
    except BackendError:
        return found
    return found
