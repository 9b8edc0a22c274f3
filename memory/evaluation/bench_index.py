"""How large the hot index of one namespace is, and how long it takes to build and to search.

Without a database or a model: vectors and words are drawn at random, which changes no time here.
"""

import time
from typing import Any

import numpy as np

from memory.backends import embedder
from memory.domain.types import Status
from memory.evaluation.bench import NOW, QUERIES, percentile
from memory.questions import ask, relevance
from memory.segments import lay_out
from memory.sources import ITEMS, STATUS_CODES, hours

WORDS = 12  # of an item, as many as those of the other measurements have
VOCABULARY = 50_000
PASSES = 20
BATCH = 100_000


def bench_index(*, items: int) -> dict[str, Any]:
    """Lay out `items` items of one namespace and score all of them for each of some questions."""
    random = np.random.default_rng(7)
    parts = _parts(items, random)
    begun = time.perf_counter()
    segment = lay_out(**parts)
    built = time.perf_counter() - begun
    spent = []
    for number in range(PASSES):
        question = ask(QUERIES[number % len(QUERIES)], now=NOW)
        begun = time.perf_counter()
        relevance(question, segment)
        spent.append((time.perf_counter() - begun) * 1000.0)
    return {
        "items": items,
        "layout_seconds": round(built, 3),
        "pass_p50": percentile(spent, 50),
        "pass_p99": percentile(spent, 99),
        "bytes_per_item": round(segment.nbytes / items),
    }


def _parts(items: int, random: np.random.Generator) -> dict[str, Any]:
    vectors = np.empty((items, embedder().dimensions), np.float32)
    for start in range(0, items, BATCH):
        block = random.normal(size=vectors[start : start + BATCH].shape).astype(np.float32)
        vectors[start : start + BATCH] = block / np.linalg.norm(block, axis=1, keepdims=True)
    # Words are used as words are: a few in most texts, most in a few.
    words = random.zipf(1.3, size=(items, WORDS)) % VOCABULARY
    said = hours(NOW) - random.uniform(0, 2000, items)
    columns = {name: np.zeros(items, dtype) for name, dtype in ITEMS.dtypes.items()} | {
        "begun": said,
        "over": said,
    }
    columns["status"][:] = STATUS_CODES[Status.ACTIVE]
    return {
        "ids": np.arange(1, items + 1, dtype=np.int64),
        "revisions": np.zeros(items, np.int64),
        "vectors": vectors,
        "has_vector": np.ones(items, bool),
        "documents": tuple(row.astype(np.uint64) for row in words),
        "columns": columns,
    }
