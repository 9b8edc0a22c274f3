"""A namespace too large for the process: candidates from a real Chroma, scored as any other's."""

import uuid
from datetime import timedelta

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory import api, backends
from memory.domain.types import DropReason, Kind, Outcome, Status
from memory.models import DecayState, MemoryItem, Namespace, VectorOperation
from memory.outbox import enqueue_vectors, write_vectors

pytestmark = [pytest.mark.django_db, pytest.mark.integration]

SAID = (
    "The user plays the violin in an orchestra.",
    "The user repaired the printer in the office.",
    "The user's sister Anna breeds dogs near Graz.",
    "The user likes to cook lentil soup on Sundays.",
    "The user booked a flight to Lisbon for the spring.",
    "The user's locker at the gym has the code K-4417.",
    "用户周末和朋友去爬山。",
    "用户正在给客户写季度报告。",
    "用户的猫叫雪球，今年三岁。",
    "The user sold the old bicycle to a neighbour.",
)
QUESTIONS = (
    "Which instrument do I play?",
    "What did I repair in the office?",
    "What does Anna do?",
    "What do I like to cook?",
    "Where did I book a flight to?",
    "What is K-4417?",
    "我周末去哪里了？",
    "我的猫叫什么名字？",
)


@pytest.fixture(autouse=True)
def _index_of_its_own(services, settings):
    """Start from an empty index; other tests' rows are in the other collections."""
    memory = dict(django_settings.MEMORY)
    memory["index"] = {
        **memory["index"],
        "OPTIONS": {**memory["index"]["OPTIONS"], "prefix": "nearest"},
    }
    settings.MEMORY = memory
    backends.reset()
    backends.vector_index().reset()
    yield
    backends.reset()


@pytest.fixture
def store(frozen_now):
    def run(namespace, texts, *, is_indexed=True, **fields):
        made = []
        for number, text in enumerate(texts):
            said_at = frozen_now - timedelta(hours=number + 1)
            values = {
                "kind": Kind.FACT,
                "language": "zh" if "用户" in text else "en",
                "said_at": said_at,
                "chain": uuid.uuid4(),
                "content_hash": uuid.uuid4().hex,
                "created_at": said_at,
                "updated_at": said_at,
            }
            item = MemoryItem.objects.create(namespace=namespace, text=text, **values, **fields)
            DecayState.objects.create(item=item, half_life_hours=720, last_accessed_at=said_at)
            made.append(item)
        enqueue_vectors(namespace.pk, upserts=[f"item:{item.pk}" for item in made])
        if is_indexed:
            write_vectors()
        Namespace.objects.filter(pk=namespace.pk).update(generation=uuid.uuid4().int % 10**12)
        return made

    return run


@pytest.fixture
def ask(namespace, frozen_now):
    def run(query, owner=None):
        return api.recall(
            namespace=owner or namespace,
            query=query,
            now=frozen_now,
            trace_id=str(uuid.uuid4()),
            count_tokens=len,
            budget_tokens=4000,
        )

    return run


def injected(result):
    return [entry.item_id for entry in result.injected]


def filler(count):
    return [f"The user noted the shelf mark {number} of the library." for number in range(count)]


def test_it_recalls_what_exact_scoring_of_everything_recalls(namespace, store, ask, settings):
    store(namespace, [*SAID, *filler(150)])
    exact = {question: injected(ask(question)) for question in QUESTIONS}
    settings.HOT_INDEX_ITEMS = 20
    near = {question: injected(ask(question)) for question in QUESTIONS}
    assert all(exact.values())
    assert {q: ids[0] for q, ids in near.items()} == {q: ids[0] for q, ids in exact.items()}
    shared = [len(set(near[q]) & set(exact[q])) / len(exact[q]) for q in QUESTIONS]
    assert sum(shared) / len(shared) >= 0.9


def test_the_items_of_others_stay_theirs(namespace, stranger, colleague, store, ask, settings):
    settings.HOT_INDEX_ITEMS = 5
    theirs = {
        item.pk
        for person in (stranger, colleague)
        for item in store(api.namespace_for(person), [*SAID, *SAID[::-1]])
    }
    mine = {item.pk for item in store(namespace, [*SAID, *filler(10)])}
    for question in QUESTIONS:
        result = ask(question)
        told = {entry.item_id for entry in (*result.injected, *result.dropped)}
        assert told <= mine
        assert not told & theirs


def test_what_the_index_still_calls_active_is_judged_by_its_row(namespace, store, ask, settings):
    settings.HOT_INDEX_ITEMS = 5
    violin, *_ = store(namespace, [*SAID, *filler(10)])
    MemoryItem.objects.filter(pk=violin.pk).update(status=Status.DEPRECATED)
    result = ask("Which instrument do I play?")
    (entry,) = [e for e in (*result.injected, *result.dropped) if e.item_id == violin.pk]
    assert (entry.outcome, entry.reason) == (Outcome.DROPPED, DropReason.SUPERSEDED)


def test_what_was_said_just_now_is_found_before_it_is_indexed(namespace, store, ask, settings):
    settings.HOT_INDEX_ITEMS = 5
    store(namespace, filler(10))
    (fresh,) = store(namespace, ["The user adopted a parrot."], is_indexed=False)
    assert VectorOperation.objects.filter(done_at=None, key=f"item:{fresh.pk}").exists()
    assert injected(ask("Which parrot did I adopt?"))[:1] == [fresh.pk]


def test_without_the_index_words_are_still_found_and_the_trace_says_so(
    namespace, store, ask, settings
):
    locker = store(namespace, [*SAID, *filler(10)])[5]
    settings.HOT_INDEX_ITEMS = 5
    memory = dict(settings.MEMORY)
    options = {**memory["index"]["OPTIONS"], "url": "http://127.0.0.1:9"}
    settings.MEMORY = {**memory, "index": {**memory["index"], "OPTIONS": options}}
    backends.reset()
    result = ask("What is K-4417?")
    assert injected(result) == [locker.pk]
    assert [text for text in result.degraded if text.startswith("index_unavailable")]


def test_the_number_of_statements_does_not_grow(namespace, store, ask, settings):
    settings.HOT_INDEX_ITEMS = 5
    counts = []
    for texts in (SAID, filler(40)):
        store(namespace, texts)
        ask("What is K-4417?")
        with CaptureQueriesContext(connection) as captured:
            ask("What is K-4417?")
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 8
