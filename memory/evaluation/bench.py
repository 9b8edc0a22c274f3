"""How long assembling a context takes, against the plain way and against what cannot be avoided.

Builds users with items on stores of its own, kept between runs under `var/bench`. The vectors of
the items are drawn at random (embedding 100,000 texts would take hours and change no time here);
queries are embedded for real. The collector of garbage runs, but what was loaded at the start is
frozen: in an instance a full collection, which is rare, takes 130 ms more.
`after_write` is what a turn meets whose user has an item changed
since the last one: the hot index is brought up to date first.
"""

import gc
import itertools
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from numpy.typing import NDArray

from memory import api, embedding, index
from memory.backends import embedder, vector_index
from memory.backends.base import VectorRecord
from memory.domain.types import Kind, Status
from memory.embedding import keep_vectors, query_vectors, text_hash
from memory.evaluation.harness import count_tokens
from memory.exchanges import exchange_text
from memory.index import segment_of
from memory.models import DecayState, Episode, MemoryItem, Namespace, RecallTrace, Tenant, User
from memory.sources import ITEMS
from memory.traces import await_traces

RUN = uuid.uuid4().hex[:20]
NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
BATCH = 2000
TOPICS = (
    "cycling along the river with Anna|the printer in the office on floor|a jazz concert in hall"
    "|the recipe for lentil soup number|repairing the old bicycle, attempt|the report for client"
    "|a walk in the mountains near hut|the violin lesson in room"
    "|周末和朋友去爬山，第|给客户的报告，编号"
).split("|")
QUERIES = (
    "When is my violin lesson?",
    "What did I plan with Anna?",
    "Which recipe did I like?",
    "我周末去哪里爬山？",
    "Where was the concert?",
    "How is the report for the client going?",
    "What is wrong with the printer?",
    "What should I repair next?",
)
_turns = itertools.count()


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of one way, with the embedding of the query and without; of the latter how many
    this thread worked, whatever else the machine did (other processes' work is not in it)."""

    whole: list[float] = field(default_factory=list)
    without_embedding: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        return {
            "p50": percentile(self.whole, 50),
            "p99": percentile(self.whole, 99),
            "p50_without_embedding": percentile(self.without_embedding, 50),
            "p99_without_embedding": percentile(self.without_embedding, 99),
            "p50_processor": percentile(self.processor, 50),
            "p99_processor": percentile(self.processor, 99),
        }


def percentile(values: Sequence[float], share: float) -> float:
    return round(float(np.percentile(np.array(values), share)), 3)


@dataclass(frozen=True, slots=True)
class Way:
    """What is timed for a query, and what is done before it, untimed."""

    run: Callable[[str], object]
    before: Callable[[], object] = lambda: None


def bench_recall(*, items: int, namespaces: int, repeats: int = 100) -> dict[str, Any]:
    """Measure every way in one run, interleaved so that all meet the same load."""
    owners = _built(items, namespaces)
    owner, talker = owners[0], _talker(owners[0], items // namespaces)
    queries = [f"{QUERIES[i % len(QUERIES)]} ({i})" for i in range(repeats)]
    segment = segment_of(ITEMS, owner.pk, (owner.generation,))
    ways = {
        "hot": Way(partial(_recall, owner)),
        "after_write": Way(partial(_recall, owner), partial(_write, owner)),
        "with_history": Way(partial(_recall, talker)),
        "naive": Way(partial(_naive, owner)),
        "floor": Way(lambda query: segment.vectors @ query_vectors([query])[0]),
    }
    times = _measured(ways, queries)
    cold = Way(partial(_recall, owner), index.clear)
    times |= _measured({"cold": cold}, queries[: max(repeats // 10, 5)])
    with transaction.atomic(), CaptureQueriesContext(connection) as captured:
        _recall(owner, queries[0])  # its trace too: within a transaction it is written at once
    return {
        "items": items,
        "namespaces": namespaces,
        "items_of_namespace": len(segment),
        **{name: taken.figures() for name, taken in times.items()},
        "trace": _traced(owner, queries),
        "queries_per_turn": len(captured),
        "bytes_per_item": round(segment.nbytes / max(len(segment), 1)),
    }


def _measured(ways: Mapping[str, Way], queries: Sequence[str]) -> dict[str, Times]:
    """Time each way on each query twice: with the query new to the process, then known."""
    for way in ways.values():
        way.run("warm up")
    found = {name: Times() for name in ways}
    gc.collect()
    gc.freeze()  # a full collection takes 130 ms: it is not what a recall does
    try:
        for query in queries:
            for name, way in ways.items():
                embedding.forget_queries()
                for times in (found[name].whole, found[name].without_embedding):
                    way.before()
                    worked = time.thread_time()
                    times.append(_milliseconds(way.run, query))
                    worked = time.thread_time() - worked
                    await_traces()  # written apart: not to be met by what is timed next
                found[name].processor.append(worked * 1000.0)
    finally:
        gc.unfreeze()
    return found


def _write(owner: Namespace) -> None:
    """Change one item, as the write path does."""
    item = MemoryItem.objects.filter(namespace=owner).order_by("-pk").values("pk")[:1]
    MemoryItem.objects.filter(pk__in=item).update(revision=F("revision") + 1)
    Namespace.objects.filter(pk=owner.pk).update(generation=F("generation") + 1)


def _traced(owner: Namespace, queries: Sequence[str]) -> dict[str, float]:
    """Time what is written after the prompt was assembled: it costs, but delays no prompt."""
    spent = []
    for query in queries:
        _recall(owner, query)
        begun = time.perf_counter()
        await_traces()
        spent.append((time.perf_counter() - begun) * 1000.0)
    return {"p50": percentile(spent, 50), "p99": percentile(spent, 99)}


def _milliseconds(way: Callable[[str], object], query: str) -> float:
    begun = time.perf_counter()
    way(query)
    return (time.perf_counter() - begun) * 1000.0


def _recall(owner: Namespace, query: str) -> object:
    return api.recall(
        namespace=owner,
        query=query,
        now=NOW,
        trace_id=f"{RUN}-{next(_turns)}",
        count_tokens=count_tokens,
    )


def _naive(owner: Namespace, query: str) -> list[MemoryItem]:
    """One filtered query over one collection that holds everybody, then the rows."""
    vector = query_vectors([query])[0]
    hits = vector_index().query(owner.pk, vector, limit=20, statuses=[Status.ACTIVE])
    ids = [int(hit.key.removeprefix("item:")) for hit in hits]
    return list(MemoryItem.objects.filter(pk__in=ids).select_related("decay"))


def _built(items: int, namespaces: int) -> list[Namespace]:
    """Return the owners, made with their items at the first run."""
    tenant, _ = Tenant.objects.get_or_create(slug="bench", defaults={"name": "Bench"})
    owners = []
    for place in range(namespaces):
        user, _ = User.objects.get_or_create(username=f"bench-{place}", tenant=tenant)
        owners.append(api.namespace_for(user))
    if MemoryItem.objects.filter(namespace__in=owners).count() != items:  # new, or broken off
        MemoryItem.objects.filter(namespace__in=owners).delete()
        vector_index().reset()
        random = np.random.default_rng(7)
        for place, owner in enumerate(owners):
            _fill(owner, items // namespaces + (place < items % namespaces), random)
    RecallTrace.objects.filter(namespace__in=owners).delete()
    return owners


def _talker(other: Namespace, count: int) -> Namespace:
    """Return a user with as many items as each of the owners and as many past exchanges."""
    user, _ = User.objects.get_or_create(username="bench-talker", tenant=other.tenant)
    talker = api.namespace_for(user)
    if Episode.objects.filter(namespace=talker).count() != count:
        MemoryItem.objects.filter(namespace=talker).delete()
        Episode.objects.filter(namespace=talker).delete()
        random = np.random.default_rng(8)
        for start in range(0, count, BATCH):
            numbers = range(start, min(start + BATCH, count))
            _items(talker, numbers, random)
            made = Episode.objects.bulk_create([_exchange(talker, number) for number in numbers])
            keep_vectors(_drawn([exchange_text(episode) for episode in made], random))
    RecallTrace.objects.filter(namespace=talker).delete()
    return talker


def _fill(owner: Namespace, count: int, random: np.random.Generator) -> None:
    for start in range(0, count, BATCH):
        made = _items(owner, range(start, min(start + BATCH, count)), random)
        vector_index().upsert(
            [
                VectorRecord(
                    key=f"item:{item.pk}",
                    namespace_id=owner.pk,
                    status=Status.ACTIVE,
                    vector=vector,
                )
                for item, vector in made
            ]
        )


def _items(
    owner: Namespace, numbers: Sequence[int], random: np.random.Generator
) -> list[tuple[MemoryItem, NDArray[np.float32]]]:
    """Store items; return each with its vector."""
    made = MemoryItem.objects.bulk_create([_item(owner, number) for number in numbers])
    DecayState.objects.bulk_create(
        [
            DecayState(item=item, half_life_hours=720.0, last_accessed_at=item.said_at)
            for item in made
        ]
    )
    vectors = _drawn([item.text for item in made], random)
    keep_vectors(vectors)
    return [(item, vectors[text_hash(item.text)]) for item in made]


def _drawn(texts: Sequence[str], random: np.random.Generator) -> dict[str, NDArray[np.float32]]:
    """Return a vector of length 1 for each text, by its hash."""
    vectors = random.normal(size=(len(texts), embedder().dimensions)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return {text_hash(text): vector for text, vector in zip(texts, vectors, strict=True)}


def _item(owner: Namespace, number: int) -> MemoryItem:
    said_at = NOW - timedelta(hours=number % 2000)
    return MemoryItem(
        namespace=owner,
        kind=Kind.EVENT,
        text=f"The user spoke of {TOPICS[number % len(TOPICS)]} {owner.pk}-{number}.",
        attribute="event",
        importance=0.3 + (number % 7) / 10,
        said_at=said_at,
        chain=uuid.uuid4(),
        content_hash=uuid.uuid4().hex,
        created_at=said_at,
        updated_at=said_at,
    )


def _exchange(owner: Namespace, number: int) -> Episode:
    topic = TOPICS[number % len(TOPICS)]
    return Episode(
        namespace=owner,
        state=Episode.State.DONE,
        conversation_id=number // 20,
        user_text=f"I thought of {topic} {number}. Is there anything that I should know of it?",
        reply_text=f"There is much to say of {topic} {number}; the first thing is when it begins.",
        occurred_at=NOW - timedelta(minutes=10 * (number + 1)),
    )
