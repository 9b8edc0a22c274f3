"""The vector index in a Chroma server: collections sharded by namespace, cosine."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast
from urllib.parse import urlsplit

import chromadb
import httpx
import numpy as np
from chromadb.api import ClientAPI
from chromadb.api.models.Collection import Collection
from chromadb.config import Settings
from chromadb.errors import ChromaError, NotFoundError
from numpy.typing import NDArray

from memory import backends
from memory.backends.base import (
    BackendError,
    BackendMisconfigured,
    BackendUnavailable,
    DimensionMismatch,
    VectorHit,
    VectorIndex,
    VectorRecord,
)

# Wider than Chroma's own 16, 100 and 100: with those, an item unlike the many around it was out
# of reach in one of fifty searches where a busy machine had built the graph.
HNSW = {"space": "cosine", "max_neighbors": 32, "ef_construction": 200, "ef_search": 200}
PAGE = 1000  # rows of one request


class ChromaIndex(VectorIndex):
    """Options: `url`, `shards`, `prefix`, `timeout` in seconds.

    Each collection carries the name and size of the embedding model that it was made with. The
    client is the HTTP one: Chroma's in-process client must not be opened by two processes.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._client: ClientAPI | None = None
        self._collections: dict[int, Collection] = {}

    def upsert(self, records: Sequence[VectorRecord]) -> None:
        by_shard: dict[int, list[VectorRecord]] = {}
        for record in records:
            self._require_size(record.vector)
            by_shard.setdefault(self._shard(record.namespace_id), []).append(record)
        for shard, rows in by_shard.items():
            for start in range(0, len(rows), PAGE):
                self._upsert_page(shard, rows[start : start + PAGE])

    def _upsert_page(self, shard: int, rows: Sequence[VectorRecord]) -> None:
        with self._collection(shard) as collection:
            collection.upsert(
                ids=[row.key for row in rows],
                embeddings=np.stack([row.vector for row in rows]),
                metadatas=[
                    {**row.metadata, "namespace_id": row.namespace_id, "status": row.status}
                    for row in rows
                ],
            )

    def delete(self, namespace_id: int, keys: Sequence[str]) -> None:
        for start in range(0, len(keys), PAGE):
            with self._collection(self._shard(namespace_id)) as collection:
                collection.delete(
                    ids=list(keys[start : start + PAGE]), where={"namespace_id": namespace_id}
                )

    def query(
        self, namespace_id: int, vector: NDArray[np.float32], *, limit: int, statuses: Sequence[str]
    ) -> list[VectorHit]:
        if not statuses:
            raise ValueError("a query names the statuses that it may return")
        self._require_size(vector)
        owner = {"namespace_id": namespace_id}
        where: Any = {"$and": [owner, {"status": {"$in": list(statuses)}}]}
        with self._collection(self._shard(namespace_id)) as collection:
            found = collection.query(
                query_embeddings=vector[None, :],
                n_results=limit,
                where=where,
                include=["distances"],
            )
        distances = cast("list[list[float]]", found["distances"])
        return [
            VectorHit(key=key, similarity=1.0 - distance)
            for key, distance in zip(found["ids"][0], distances[0], strict=True)
        ]

    def fetch(self, namespace_id: int, keys: Sequence[str] | None = None) -> dict[str, Any]:
        vectors: dict[str, Any] = {}
        for page in self._pages(namespace_id, keys, "embeddings"):
            rows = zip(page["ids"], page["embeddings"], strict=True)
            vectors |= {key: np.asarray(vector, dtype=np.float32) for key, vector in rows}
        return vectors

    def keys(self, namespace_id: int) -> dict[str, str]:
        statuses: dict[str, str] = {}
        for page in self._pages(namespace_id, None, "metadatas"):
            rows = zip(page["ids"], page["metadatas"], strict=True)
            statuses |= {key: str(metadata["status"]) for key, metadata in rows}
        return statuses

    def delete_namespace(self, namespace_id: int) -> int:
        keys = list(self.keys(namespace_id))
        self.delete(namespace_id, keys)
        return len(keys)

    def reset(self) -> None:
        with _typed_errors():
            names = {collection.name for collection in self._connected().list_collections()}
            for shard in range(self._shards):
                if self._name(shard) in names:
                    self._connected().delete_collection(self._name(shard))
        self._collections.clear()
        for shard in range(self._shards):
            self._open(shard)

    def check(self) -> None:
        with _typed_errors():
            self._connected().heartbeat()
        for shard in range(self._shards):
            self._open(shard)

    @property
    def _shards(self) -> int:
        return int(self.options.get("shards", 8))

    def _shard(self, namespace_id: int) -> int:
        digest = hashlib.sha256(str(namespace_id).encode()).digest()
        return int.from_bytes(digest[:4], "big") % self._shards

    def _name(self, shard: int) -> str:
        return f"{self.options.get('prefix', 'memory')}-{shard:02d}"

    def _connected(self) -> ClientAPI:
        if self._client is None:
            address = urlsplit(self.options["url"])
            client = chromadb.HttpClient(
                host=address.hostname or "127.0.0.1",
                port=address.port or (443 if address.scheme == "https" else 8000),
                ssl=address.scheme == "https",
                settings=Settings(anonymized_telemetry=False),
            )
            # The client waits for ever by default; it has no public setting for this.
            session: httpx.Client = client._server._session  # type: ignore[attr-defined]
            session.timeout = httpx.Timeout(float(self.options.get("timeout", 10.0)))
            self._client = client
        return self._client

    def _open(self, shard: int) -> Collection:
        """Return the collection, made when it is not there, with its model and metric checked."""
        if shard not in self._collections:
            model = backends.embedder()
            with _typed_errors():
                collection = self._connected().get_or_create_collection(
                    self._name(shard),
                    configuration=cast(Any, {"hnsw": HNSW}),
                    metadata={"model": model.name, "dimensions": model.dimensions},
                    embedding_function=None,
                )
            _require_same_model(collection, model.name, model.dimensions)
            self._collections[shard] = collection
        return self._collections[shard]

    @contextmanager
    def _collection(self, shard: int) -> Iterator[Collection]:
        """Give the collection; what was remade by another process is looked up anew next time."""
        collection = self._open(shard)
        try:
            with _typed_errors():
                yield collection
        except BackendError:
            self._collections.pop(shard, None)
            raise

    def _pages(
        self, namespace_id: int, keys: Sequence[str] | None, include: str
    ) -> Iterator[Mapping[str, Any]]:
        wanted = None if keys is None else list(keys)
        offset = 0
        while wanted is None or offset < len(wanted):
            asked: dict[str, Any] = (
                {"limit": PAGE, "offset": offset}
                if wanted is None
                else {"ids": wanted[offset : offset + PAGE]}
            )
            with self._collection(self._shard(namespace_id)) as collection:
                page = collection.get(
                    where={"namespace_id": namespace_id}, include=cast(Any, [include]), **asked
                )
            yield cast("Mapping[str, Any]", page)
            if wanted is None and len(page["ids"]) < PAGE:
                return
            offset += PAGE

    def _require_size(self, vector: NDArray[np.float32]) -> None:
        expected = backends.embedder().dimensions
        if vector.shape != (expected,):
            raise DimensionMismatch(
                f"a vector of {vector.shape} was given, the index has {expected} dimensions"
            )


def _require_same_model(collection: Collection, model: str, dimensions: int) -> None:
    stored = collection.metadata or {}
    if (stored.get("model"), stored.get("dimensions")) != (model, dimensions):
        raise DimensionMismatch(
            f"the index {collection.name} was built with {stored.get('model')} "
            f"({stored.get('dimensions')} dimensions), the embedder is {model} ({dimensions}): "
            "run manage.py rebuild_index"
        )
    configuration = cast("Mapping[str, Any]", collection.configuration_json)
    if (configuration.get("hnsw") or {}).get("space") != "cosine":
        raise BackendMisconfigured(f"the index {collection.name} does not use cosine similarity")


@contextmanager
def _typed_errors() -> Iterator[None]:
    try:
        yield
    except NotFoundError as error:  # remade by another process: the next try finds the new one
        raise BackendUnavailable(f"Chroma: {error}") from error
    except ChromaError as error:
        kind = BackendUnavailable if error.code() >= 500 else BackendMisconfigured
        raise kind(f"Chroma: {error}") from error
    except httpx.HTTPError as error:
        raise BackendUnavailable(f"Chroma: {type(error).__name__} {error}") from error
    except ValueError as error:  # how the client says that nothing answers at the address
        if "Could not connect" not in str(error):
            raise
        raise BackendUnavailable(f"Chroma: {error}") from error
