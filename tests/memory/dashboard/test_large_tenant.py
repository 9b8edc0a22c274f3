"""A tenant with 100,000 items and 10,000 turns: what each page asks of the database, and gets."""

from collections import Counter

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from memory.dashboard import lists
from memory.models import (
    Decision,
    Entity,
    Episode,
    ErasureReceipt,
    EvaluationRun,
    Experience,
    JobRun,
    KnowledgeDocument,
    MemoryEvent,
    Namespace,
    Relation,
    ReviewProposal,
)
from tests.memory.dashboard.conftest import make_item

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="rows are multiplied in its dialect"),
]

ITEMS, TRACES, CANDIDATES, PEOPLE = 100_000, 10_000, 3, 100
FIRST = 10_000_000  # above every id that the tests give
TRIED = (
    "threshold=0.4&protected_importance=0.8&weak_importance=0.2&fact_days=30"
    "&preference_days=180&episodic_days=3&unused_days=90"
)
# Pages that read more than they show, up to a cap of their own: percentiles of the overview are
# computed from traces, the lines of the queues from when each entry came and went.
WIDER = {"": 5_500, "jobs/": 2_300}
LISTS = (
    *("", "turns/", "users/", "items/", "entities/", "review/", "review/?tab=experiences"),
    *("review/?tab=proposals", "conflicts/", "forgetting/?days=7", "forgetting/?tab=runs"),
    *("forgetting/?tab=settings", "forgetting/?tab=settings&" + TRIED, "forgetting/?days=30"),
    *("forgetting/?days=any&sort=retention", "forgetting/?q=thing+1&reason=faded"),
    *("forgetting/?tab=exempt", "lab/", "experiences/", "knowledge/"),
    *("policies/", "evaluations/", "jobs/", "audit/", "erasure/", "goto/?q=thing"),
    *("items/?sort=importance", "items/?q=nothing+like+this", "turns/?state=used"),
)
MOST_STATEMENTS, MOST_OF_ANSWERS = 48, 70  # the outlook carries four answers out
MOST_ROWS_OF_LIST, MOST_ROWS_OF_THING = 250, 800


def ago(minutes):
    """Return SQL for a moment so many minutes before now, as the ORM writes it."""
    return f"strftime('%Y-%m-%d %H:%M:%f', 'now', '-' || ({minutes}) || ' minutes')"


def multiply(row, number, **values):
    """Insert copies of a row with one statement; `values` are SQL in which `i` counts from 0."""
    meta = row._meta
    quote = connection.ops.quote_name
    columns = [f.column for f in meta.concrete_fields]
    values = {"id": f"{FIRST} + i", **values}
    chosen = ", ".join(values.get(column, f"t.{quote(column)}") for column in columns)
    names = ", ".join(map(quote, columns))
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {number - 1})"
            f" INSERT INTO {quote(meta.db_table)} ({names})"
            f" SELECT {chosen} FROM {quote(meta.db_table)} t, n WHERE t.id = {row.pk}"
        )


@pytest.fixture
def crowd(world, owner):
    """Let the owner hold half of everything, and a hundred people the rest."""
    random_hex = "lower(hex(randomblob(16)))"
    multiply(owner, PEOPLE, username="'person' || i", email="'p' || i || '@example.org'")
    multiply(world.namespace, PEOPLE, user_id=f"{FIRST} + i")
    of_somebody = f"CASE WHEN i % 2 THEN {world.namespace.pk} ELSE {FIRST} + i % {PEOPLE} END"
    template = make_item(world.namespace, "The user owns a thing.", decay={"half_life_hours": 500})
    multiply(
        template, ITEMS,
        namespace_id=of_somebody,
        text="'The user owns thing ' || i || '.'",
        value="'thing ' || i",
        status="CASE i % 20 WHEN 0 THEN 'archived' WHEN 1 THEN 'deprecated' WHEN 2 THEN 'pending'"
               " ELSE 'active' END",
        importance="0.1 + (i % 80) / 100.0",
        chain=random_hex, content_hash=random_hex,
        said_at=ago("i"), created_at=ago("i"), updated_at=ago("i"),
    )  # fmt: skip
    multiply(template.decay, ITEMS, item_id=f"{FIRST} + i", last_accessed_at=ago("i"))
    event = MemoryEvent.objects.filter(item=world.lisbon).get()
    multiply(event, TRACES, namespace_id=of_somebody, item_id=f"{FIRST} + i",
             object_id=f"{FIRST} + i", created_at=ago("i"))  # fmt: skip
    multiply(world.trace, TRACES, namespace_id=of_somebody, trace_id=random_hex,
             conversation_id="NULL", query="'question ' || i", injected="1",
             created_at=ago("i * 3"), as_of=ago("i * 3"))  # fmt: skip
    candidate = world.trace.candidates.get(item=world.lisbon)
    multiply(candidate, TRACES * CANDIDATES, trace_id=f"{FIRST} + i / {CANDIDATES}",
             item_id=f"{FIRST} + i", is_used="i % 3 = 0")  # fmt: skip
    episode = Episode.objects.get()
    multiply(episode, TRACES, namespace_id=of_somebody, trace_id=random_hex, turn_id="NULL",
             state="CASE i % 50 WHEN 0 THEN 'failed' ELSE 'done' END", error="'why ' || (i % 7)",
             occurred_at=ago("i * 3"))  # fmt: skip
    multiply(Decision.objects.get(), TRACES, namespace_id=of_somebody,
             episode_id=f"{FIRST} + i", item_id=f"{FIRST} + i", created_at=ago("i * 3"))  # fmt: skip
    multiply(world.conflict, 2000, namespace_id=of_somebody, old_item_id=f"{FIRST} + 2 * i",
             new_item_id=f"{FIRST} + 2 * i + 1", created_at=ago("i"),
             state="CASE i % 2 WHEN 0 THEN 'open' ELSE 'new_wins' END", settled_at=ago("i"))  # fmt: skip
    now = timezone.now()
    entity = Entity.objects.create(namespace=world.namespace, name="Thing", key="thing", type="x")
    multiply(entity, 5000, name="'Thing ' || i", key="'thing ' || i", namespace_id=of_somebody)
    relation = Relation.objects.create(
        namespace=world.namespace, subject=entity, predicate="has", object=entity,
        source=world.lisbon,
    )  # fmt: skip
    multiply(relation, 10_000, namespace_id=of_somebody, subject_id=f"{FIRST} + i % 5000",
             object_id=f"{FIRST} + (i * 7 + 1) % 5000", source_id=f"{FIRST} + i")  # fmt: skip
    experience = Experience.objects.create(
        namespace=Namespace.objects.shared(owner.tenant), proposed_by=owner, task="Task",
        general_task="Task", solution="Solution", general_solution="Solution", content_hash="h",
        created_at=now, updated_at=now,
    )  # fmt: skip
    multiply(experience, 2000, content_hash=random_hex, turn_id="NULL",
             state="CASE i % 2 WHEN 0 THEN 'review' ELSE 'active' END", updated_at=ago("i"))  # fmt: skip
    governing(owner.tenant, world, now)
    return world


def governing(tenant, world, now):
    """Fill the lists of runs, documents, receipts and refused merges."""
    rows = [
        EvaluationRun.objects.create(suite="recall", metrics={"hit": 0.5}, created_at=now),
        ErasureReceipt.objects.create(tenant_id=tenant.pk, namespace_ref=1, scope="item",
                                      state="clean", created_at=now),
        ReviewProposal.objects.create(namespace=world.namespace, kind="consolidation",
                                      reason="removes_too_much", created_at=now),
        JobRun.objects.create(job="forget", namespace=world.namespace, started_at=now),
    ]  # fmt: skip
    for row in rows:
        multiply(row, 300)
    document = KnowledgeDocument.objects.create(
        namespace=Namespace.objects.shared(tenant), title="Returns", imported_at=now
    )
    multiply(document, 300, content_hash="lower(hex(randomblob(16)))", path="'f' || i")


@pytest.fixture
def asked(monkeypatch):
    """Return a function that gets a page: how many statements it made, how many rows it fetched."""
    fetched = Counter()

    def counting(name):
        def fetch(self, *args):
            found = getattr(self.cursor, name)(*args)
            fetched["rows"] += len(found) if name != "fetchone" else found is not None
            return found

        return fetch

    for name in ("fetchone", "fetchmany", "fetchall"):
        monkeypatch.setattr(CursorWrapper, name, counting(name), raising=False)

    def get(client, address):
        fetched.clear()
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200, address
        return len(captured), fetched["rows"]

    return get


def objects(world):
    turn = reverse("dashboard:turn", args=[world.trace.trace_id])
    person = reverse("dashboard:user", args=[world.namespace.user_id])
    item = reverse("dashboard:item", args=[world.lisbon.pk])
    tabs = ("candidates", "context", "steps", "messages", "written", "working")
    layers = ("window", "working", "profile", "items", "experiences", "graph", "history")
    return [
        *[f"{turn}?tab={tab}" for tab in tabs],
        *[f"{person}?tab={layer}" for layer in layers],
        item,
        reverse("dashboard:item", args=[FIRST + 7]),
        reverse("dashboard:outlook", args=[world.conflict.pk]),
        reverse("dashboard:derived", args=[world.asked.pk]),
        reverse("dashboard:conversation", args=[world.talk.pk]),
        reverse("dashboard:experience", args=[FIRST + 1]),
        reverse("dashboard:peek") + f"?object=user:{world.namespace.user_id}",
        reverse("dashboard:erasure") + f"?user={world.namespace.user_id}",
        reverse("dashboard:why_not", args=[world.trace.trace_id]) + "?q=Lisbon",
    ]


def test_no_page_asks_for_more_than_it_needs_however_much_there_is(as_admin, crowd, asked):
    wrong = []
    for name in LISTS:
        statements, rows = asked(as_admin, f"/dashboard/{name}")
        if statements > MOST_STATEMENTS or rows > WIDER.get(name, MOST_ROWS_OF_LIST):
            wrong.append((name, statements, rows))
    for address in objects(crowd):
        statements, rows = asked(as_admin, address)
        most = MOST_OF_ANSWERS if address.endswith("/outlook/") else MOST_STATEMENTS
        if statements > most or rows > MOST_ROWS_OF_THING:
            wrong.append((address, statements, rows))
    assert wrong == []
    page = as_admin.get("/dashboard/items/").context["page"]
    assert (len(page.rows), page.total_text) == (lists.PAGE_SIZE, "10,000+")
