"""A vector index in the process, exact and without a server: for measurements of what is not the
index. Nothing of it outlives the process."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.backends.base import VectorHit, VectorIndex, VectorRecord


class ExactIndex(VectorIndex):
    """Keeps the records in a dictionary; a query compares with all of the namespace."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._records: dict[int, dict[str, VectorRecord]] = {}

    def upsert(self, records: Sequence[VectorRecord]) -> None:
        for record in records:
            self._records.setdefault(record.namespace_id, {})[record.key] = record

    def delete(self, namespace_id: int, keys: Sequence[str]) -> None:
        for key in keys:
            self._records.get(namespace_id, {}).pop(key, None)

    def query(
        self, namespace_id: int, vector: NDArray[np.float32], *, limit: int, statuses: Sequence[str]
    ) -> list[VectorHit]:
        hits = [
            VectorHit(key=key, similarity=float(record.vector @ vector))
            for key, record in self._records.get(namespace_id, {}).items()
            if record.status in statuses
        ]
        return sorted(hits, key=lambda hit: (-hit.similarity, hit.key))[:limit]

    def fetch(self, namespace_id: int, keys: Sequence[str] | None = None) -> dict[str, Any]:
        kept = self._records.get(namespace_id, {})
        return {key: kept[key].vector for key in (keys or kept) if key in kept}

    def keys(self, namespace_id: int) -> dict[str, str]:
        return {key: r.status for key, r in self._records.get(namespace_id, {}).items()}

    def delete_namespace(self, namespace_id: int) -> int:
        return len(self._records.pop(namespace_id, {}))

    def reset(self) -> None:
        self._records.clear()

    def check(self) -> None:
        """Always ready."""
