"""Contracts of the swappable parts, the values that cross them, and the errors that they raise."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from memory.domain.types import Extraction, ExtractionRequest, Solution

Matrix = NDArray[np.float32]  # (n, dimensions), rows of length 1


class BackendError(Exception):
    """An outside part failed. `permanent` says that trying again will not help."""

    permanent: ClassVar[bool] = False


class BackendUnavailable(BackendError):
    """The part did not answer; a later try may succeed."""


class BackendMisconfigured(BackendError):
    """The part answered that it cannot serve what is asked (wrong key, size, name)."""

    permanent = True


class DimensionMismatch(BackendMisconfigured):
    """The index was built with another embedding model or size: rebuild it before writing."""


class VersionConflict(BackendError):
    """The state changed since it was read; read again and repeat."""


class Embedder(ABC):
    """Turns text into vectors of length 1. Queries and passages may have different forms."""

    name: str
    dimensions: int

    def __init__(self, **options: Any) -> None:
        self.options = options

    @abstractmethod
    def embed_queries(self, texts: Sequence[str]) -> Matrix: ...

    @abstractmethod
    def embed_passages(self, texts: Sequence[str]) -> Matrix: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorRecord:
    """A row of the index. `key` is unique in the index: "item:12", "episode:7", "experience:3"."""

    key: str
    namespace_id: int
    status: str
    vector: NDArray[np.float32]
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorHit:
    key: str
    similarity: float  # cosine, nearer = higher


class VectorIndex(ABC):
    """Nearest neighbours within one namespace. Owner and status are filtered inside the query."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    @abstractmethod
    def upsert(self, records: Sequence[VectorRecord]) -> None: ...

    @abstractmethod
    def delete(self, namespace_id: int, keys: Sequence[str]) -> None: ...

    @abstractmethod
    def query(
        self, namespace_id: int, vector: NDArray[np.float32], *, limit: int, statuses: Sequence[str]
    ) -> list[VectorHit]: ...

    @abstractmethod
    def fetch(self, namespace_id: int, keys: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the vectors by key: those named, or all of the namespace."""

    @abstractmethod
    def keys(self, namespace_id: int) -> dict[str, str]:
        """Return status by key of everything stored for the namespace."""

    @abstractmethod
    def delete_namespace(self, namespace_id: int) -> int:
        """Remove everything of one namespace and return how many rows there were."""

    @abstractmethod
    def reset(self) -> None:
        """Drop and remake every collection, with the model and size of today's embedder."""

    @abstractmethod
    def check(self) -> None:
        """Raise BackendUnavailable or DimensionMismatch when the index cannot be used."""


class StateStore(ABC):
    """Short-lived structured state with a time to live, changed by compare-and-set."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    @abstractmethod
    def load(self, key: str) -> tuple[dict[str, Any], int]:
        """Return (fields, version); ({}, 0) when there is none. Renews the time to live."""

    @abstractmethod
    def compare_and_set(
        self,
        key: str,
        *,
        version: int,
        changes: Mapping[str, Any],
        removed: Sequence[str],
        ttl: int,
    ) -> int:
        """Write the changed fields only if the version is still `version`; return the new one.

        Raises VersionConflict when another writer came first.
        """

    @abstractmethod
    def time_to_live(self, key: str) -> int:
        """Return the seconds left, 0 when the key is gone."""

    @abstractmethod
    def delete(self, keys: Sequence[str]) -> int: ...

    @abstractmethod
    def scan(self, prefix: str) -> list[str]: ...

    @abstractmethod
    def check(self) -> None: ...


class Extractor(ABC):
    """Finds statements worth keeping in a message."""

    name: str

    def __init__(self, **options: Any) -> None:
        self.options = options

    @abstractmethod
    def extract(self, request: ExtractionRequest) -> Extraction: ...


class Generaliser(ABC):
    """Abstracts a solved task from the one case it comes from. Its answer is checked by rules."""

    name: str

    def __init__(self, **options: Any) -> None:
        self.options = options

    @abstractmethod
    def generalise(self, solution: Solution) -> Solution:
        """Return the general form. Raises BackendError when there is none in time."""


class Rewriter(ABC):
    """Makes a message that leans on its conversation into a query that stands alone."""

    name: str  # as the trace names it

    def __init__(self, **options: Any) -> None:
        self.options = options

    @abstractmethod
    def rewrite(
        self, text: str, *, recent: Sequence[tuple[str, str]], entities: Sequence[str]
    ) -> str:
        """Return the query; BackendError when there is none in time."""


class Reranker(ABC):
    """Orders texts by relevance to a query, as the `/rerank` endpoint of Cohere, Jina or vLLM."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    @abstractmethod
    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return a score in [0, 1] for each text, in the order given."""
