"""Vectors of texts, each computed once: passages through the database, queries in the process."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from memory.backends import embedder
from memory.backends.base import Matrix
from memory.domain.scoring import calibrate
from memory.models import EmbeddingCache

BATCH = 500  # below the limit of variables of one SQLite statement
QUERIES_KEPT = 4096

_queries: OrderedDict[tuple[str, str], NDArray[np.float32]] = OrderedDict()
_lock = threading.Lock()


def text_hash(text: str) -> str:
    """Return the key of a text in the embedding cache."""
    return hashlib.sha256(text.encode()).hexdigest()


def passage_vectors(texts: Sequence[str]) -> Matrix:
    """Return the vectors (n, dimensions) of passages, computing only those never seen before."""
    model = embedder()
    hashes = [text_hash(text) for text in texts]
    known = cached_vectors(hashes)
    missing = {key: text for key, text in zip(hashes, texts, strict=True) if key not in known}
    if missing:
        vectors = model.embed_passages(list(missing.values()))
        known.update(zip(missing, vectors, strict=True))
        keep_vectors(dict(zip(missing, vectors, strict=True)))
    if not texts:
        return np.zeros((0, model.dimensions), np.float32)
    return np.stack([known[key] for key in hashes])


def cached_vectors(hashes: Sequence[str]) -> dict[str, NDArray[np.float32]]:
    """Return the stored vectors of today's embedding model among `hashes`."""
    rows: dict[str, NDArray[np.float32]] = {}
    for batch in _batches(list(dict.fromkeys(hashes))):
        found = EmbeddingCache.objects.filter(model=embedder().name, content_hash__in=batch)
        for key, vector in found.values_list("content_hash", "vector"):
            rows[key] = np.frombuffer(vector, "<f4")
    return rows


def keep_vectors(vectors: dict[str, NDArray[np.float32]]) -> None:
    """Store vectors by text hash; one that is there already stays."""
    EmbeddingCache.objects.bulk_create(
        [
            EmbeddingCache(
                model=embedder().name, content_hash=key, vector=vector.astype("<f4").tobytes()
            )
            for key, vector in vectors.items()
        ],
        batch_size=BATCH,
        ignore_conflicts=True,
    )


def query_vectors(texts: Sequence[str]) -> Matrix:
    """Return the vectors (n, dimensions) of queries; the latest few thousand are kept."""
    model = embedder()
    with _lock:
        known = {text: _queries.get((model.name, text)) for text in texts}
    missing = [text for text, vector in known.items() if vector is None]
    if missing:
        vectors = model.embed_queries(missing)
        known.update(zip(missing, vectors, strict=True))
    with _lock:
        for text in known:
            _queries[model.name, text] = known[text]  # type: ignore[assignment]
            _queries.move_to_end((model.name, text))
        while len(_queries) > QUERIES_KEPT:
            _queries.popitem(last=False)
    return np.stack([known[text] for text in texts])  # type: ignore[misc]


def similarity(text: str, others: Sequence[str]) -> float:
    """Return how near a text is to the nearest of `others`, calibrated to [0, 1]."""
    if not others:
        return 0.0
    vectors = query_vectors([text, *others])
    cosines = vectors[1:] @ vectors[0]
    return float(calibrate(cosines, embedder().name).max())


def forget_queries() -> None:
    """Drop the kept vectors of queries."""
    with _lock:
        _queries.clear()


def _batches(keys: list[str]) -> Iterator[list[str]]:
    return (keys[start : start + BATCH] for start in range(0, len(keys), BATCH))
