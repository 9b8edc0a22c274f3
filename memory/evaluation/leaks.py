"""Isolation and deletion: what must never come back. Every figure has to be 0.

Runs on a Redis and a Chroma server of its own: what is erased must leave the index too.
"""

import uuid
from datetime import UTC, datetime, timedelta
from time import perf_counter

from memory import api
from memory.absorb import absorb_episode
from memory.backends import embedder, vector_index
from memory.evaluation import SuiteOptions, SuiteResult
from memory.evaluation.harness import recall
from memory.evaluation.stores import temporary_stores
from memory.models import Episode, MemoryItem, Namespace, Tenant, User
from memory.outbox import write_vectors

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
# Owners whose names look alike; each says what only they may be told.
OWNERS = (
    ("acme", "john_doe"),
    ("acme", "john-doe"),
    ("acme-corp", "john.doe"),
    ("acme_corp", "johndoe"),
)
SAID = (
    "I live in {place} and I am allergic to {food}.",
    "My favourite colour is {colour}.",
    "我最喜欢的城市是{place}，我不吃{food}。",
)
PLACES = ("Quito", "Oslo", "Hanoi", "Dakar")
FOODS = ("peanuts", "shrimps", "sesame", "celery")
COLOURS = ("teal", "amber", "mauve", "ochre")
QUERIES = (
    "Where do I live?",
    "What am I allergic to?",
    "What is my favourite colour?",
    "As I told you last time, where do I live?",
    "我最喜欢哪个城市？",
    "我上次说过我不吃什么？",
)


def run(options: SuiteOptions) -> SuiteResult:
    begun = perf_counter()
    with temporary_stores(chroma=True):
        owners = [_owner(place) for place in range(len(OWNERS))]
        write_vectors()
        isolation, asked = _isolation(owners)
        found_before = sum(_mentions(owner, words) for owner, words in owners[:1])
        user = owners[0][0].user
        assert user is not None
        api.erase(
            namespace=owners[0][0],
            scope="user",
            acting_user=user,
            reason="evaluation",
        )
        write_vectors()
        deletion = _remains(owners[0][0], owners[0][1])
        collateral = sum(_mentions(owner, words) == 0 for owner, words in owners[1:])
    return SuiteResult(
        suite="leaks",
        n=asked,
        metrics={
            "isolation_leaks": float(isolation),
            "deletion_leaks": float(deletion),
            "collateral_erasures": float(collateral),
            "recalled_before_erasure": float(found_before),
        },
        data="owners with names that look alike; counts, not shares",
        seconds=round(perf_counter() - begun, 1),
    )


def _owner(place: int) -> tuple[Namespace, tuple[str, ...]]:
    slug, name = OWNERS[place]
    tenant, _ = Tenant.objects.get_or_create(slug=slug, defaults={"name": slug})
    namespace = api.namespace_for(User.objects.create(username=name, tenant=tenant))
    words = {"place": PLACES[place], "food": FOODS[place], "colour": COLOURS[place]}
    for number, text in enumerate(SAID):
        episode = api.record_episode(
            namespace=namespace,
            user_text=text.format(**words),
            reply_text="",
            occurred_at=NOW - timedelta(days=3 - number),
            trace_id=str(uuid.uuid4()),
        )
        absorb_episode(episode.pk)
    return namespace, tuple(words.values())


def _isolation(owners: list[tuple[Namespace, tuple[str, ...]]]) -> tuple[int, int]:
    """Return how often a word of another owner was among anything considered, and the questions."""
    leaks = asked = 0
    for namespace, own in owners:
        foreign = {word for _other, words in owners for word in words} - set(own)
        for query in QUERIES:
            result = recall(namespace, query, NOW)
            told = " ".join(item.text for item in (*result.injected, *result.dropped))
            leaks += sum(word in told for word in foreign)
            asked += 1
    return leaks, asked


def _mentions(namespace: Namespace, words: tuple[str, ...]) -> int:
    told = ""
    for query in QUERIES:
        result = recall(namespace, query, NOW)
        told += f"{result.profile_text}\n{result.block_text}\n"
    return sum(word in told for word in words)


def _remains(namespace: Namespace, words: tuple[str, ...]) -> int:
    """Count what is left of an erased user: rows, vectors, and mentions in recall."""
    rows = MemoryItem.objects.filter(namespace_id=namespace.pk).count()
    rows += Episode.objects.filter(namespace_id=namespace.pk).count()
    vector = embedder().embed_queries([QUERIES[0]])[0]
    hits = vector_index().query(
        namespace.pk, vector, limit=10, statuses=["active", "deprecated", "archived", "history"]
    )
    told = _mentions(namespace, words) if Namespace.objects.filter(pk=namespace.pk) else 0
    return rows + len(hits) + told
