"""What every vector index owes, tried on a real Chroma server."""

import numpy as np
import pytest

from memory import backends
from memory.backends.base import (
    BackendMisconfigured,
    BackendUnavailable,
    DimensionMismatch,
    Embedder,
    VectorRecord,
)
from memory.backends.chroma import ChromaIndex

SIZE = 384


class OtherModel(Embedder):
    """Has another name and size; embeds nothing in these tests."""

    name, dimensions = "other", 8

    def embed_queries(self, texts):
        raise NotImplementedError

    embed_passages = embed_queries


@pytest.fixture
def index(services):
    made = ChromaIndex(url=services.chroma_url, shards=2, prefix="contract")
    made.reset()
    return made


def vector(*parts):
    row = np.zeros(SIZE, np.float32)
    row[: len(parts)] = parts
    return row / np.linalg.norm(row)


def record(key, namespace_id, *parts, status="active"):
    return VectorRecord(key=key, namespace_id=namespace_id, status=status, vector=vector(*parts))


def test_nearer_is_higher(index):
    index.upsert([record("a", 1, 1, 0), record("b", 1, 1, 1), record("c", 1, 0, 1)])
    hits = index.query(1, vector(1, 0), limit=3, statuses=["active"])
    assert [hit.key for hit in hits] == ["a", "b", "c"]
    assert [hit.similarity for hit in hits] == pytest.approx([1, 0.5**0.5, 0], abs=1e-5)


def test_owner_and_status_are_filtered_inside_the_query(index):
    # The strangers' rows are nearer, and more than the limit.
    index.upsert([record(f"x{i}", 2, 1, 0) for i in range(30)])
    index.upsert([record(f"y{i}", 1, 1, 0, status="deprecated") for i in range(30)])
    index.upsert([record("mine", 1, 0.1, 1)])
    hits = index.query(1, vector(1, 0), limit=5, statuses=["active"])
    assert [hit.key for hit in hits] == ["mine"]


def test_a_query_without_statuses_is_refused(index):
    with pytest.raises(ValueError, match="statuses"):
        index.query(1, vector(1), limit=1, statuses=[])


def test_an_upsert_replaces_and_a_repeat_changes_nothing(index):
    index.upsert([record("a", 1, 1, 0)])
    for _ in range(2):
        index.upsert([record("a", 1, 0, 1, status="archived")])
    assert index.keys(1) == {"a": "archived"}
    np.testing.assert_allclose(index.fetch(1, ["a", "none"])["a"], vector(0, 1), atol=1e-6)


def test_deletion_touches_only_the_owner(index):
    index.upsert([record("a", 1, 1), record("b", 1, 1), record("c", 2, 1)])
    index.delete(2, ["a"])  # not theirs
    assert set(index.keys(1)) == {"a", "b"}
    assert index.delete_namespace(1) == 2
    assert index.keys(1) == {}
    assert set(index.fetch(2)) == {"c"}
    index.delete(1, [])


def test_more_rows_than_a_page_come_back_whole(index):
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(1201, SIZE)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    index.upsert(
        [
            VectorRecord(key=f"k{i}", namespace_id=1, status="active", vector=row)
            for i, row in enumerate(rows)
        ]
    )
    assert len(index.fetch(1)) == len(index.keys(1)) == 1201
    assert index.delete_namespace(1) == 1201


def test_a_vector_of_another_size_stops(index):
    wrong = VectorRecord(key="a", namespace_id=1, status="active", vector=np.ones(3, np.float32))
    with pytest.raises(DimensionMismatch):
        index.upsert([wrong])


def test_an_index_of_another_model_stops_writes_until_it_is_rebuilt(index, services, settings):
    index.upsert([record("a", 1, 1)])
    other = {"BACKEND": "tests.memory.backends.test_index_contract.OtherModel"}
    settings.MEMORY = {**settings.MEMORY, "embedder": other}
    changed = ChromaIndex(url=services.chroma_url, shards=2, prefix="contract")
    row = VectorRecord(
        key="a", namespace_id=1, status="active", vector=np.eye(8, dtype=np.float32)[0]
    )
    with pytest.raises(DimensionMismatch, match="rebuild_index"):
        changed.upsert([row])
    with pytest.raises(DimensionMismatch, match="multilingual-e5-small-q4"):
        changed.check()
    changed.reset()
    changed.upsert([row])
    assert changed.keys(1) == {"a": "active"}
    backends.reset()
    changed.reset()


def test_a_collection_that_is_not_cosine_is_refused(index, services):
    client = index._connected()
    client.delete_collection("contract-00")
    metadata = {"model": backends.embedder().name, "dimensions": SIZE}
    client.create_collection("contract-00", metadata=metadata, embedding_function=None)
    fresh = ChromaIndex(url=services.chroma_url, shards=2, prefix="contract")
    with pytest.raises(BackendMisconfigured, match="cosine"):
        fresh.check()
    index.reset()


def test_another_process_sees_what_a_rebuild_remade(index, services):
    index.upsert([record("a", 1, 1)])
    other = ChromaIndex(url=services.chroma_url, shards=2, prefix="contract")
    other.reset()
    with pytest.raises(BackendUnavailable):
        index.upsert([record("a", 1, 1)])  # its collection is gone; the next try finds the new one
    index.upsert([record("a", 1, 1)])
    assert other.keys(1) == {"a": "active"}


def test_no_server_is_an_outage():
    lost = ChromaIndex(url="http://127.0.0.1:9", shards=2, prefix="contract")
    with pytest.raises(BackendUnavailable):
        lost.check()
