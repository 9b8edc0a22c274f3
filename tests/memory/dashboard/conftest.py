"""A small world for the pages: one person with memory, a turn, queues; and many rows at will."""

import uuid
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from chat.models import Conversation, Message, Turn
from memory.models import (
    Conflict,
    DecayState,
    Decision,
    Episode,
    MemoryEvent,
    MemoryItem,
    Namespace,
    RecallCandidate,
    RecallTrace,
    WorkingSnapshot,
)

POLICY = {
    "version": 1,
    "w_relevance": 0.55,
    "w_recency": 0.25,
    "w_importance": 0.2,
    "threshold": 0.42,
    "strong": 0.75,
    "budget_tokens": 900,
    "max_items": 12,
}


def make_item(namespace, text="The user lives in Berlin.", *, ago=timedelta(days=1), **values):
    now = timezone.now()
    decay = values.pop("decay", {})
    fields = {
        "kind": "fact",
        "status": "active",
        "text": text,
        "attribute": "home",
        "value": text.rsplit(" ", 1)[-1].strip("."),
        "said_at": now - ago,
        "created_at": now - ago,
        "updated_at": now - ago,
        "chain": uuid.uuid4(),
        "content_hash": uuid.uuid4().hex,
        **values,
    }
    item = MemoryItem.objects.create(namespace=namespace, **fields)
    DecayState.objects.create(
        item=item, **{"half_life_hours": 720, "last_accessed_at": fields["said_at"], **decay}
    )
    return item


def make_trace(namespace, query="Where do I live?", *, ago=timedelta(hours=1), **values):
    at = timezone.now() - ago
    fields = {
        "trace_id": str(uuid.uuid4()),
        "query": query,
        "policy": "default",
        "policy_values": POLICY,
        "as_of": at,
        "created_at": at,
        "steps": [
            {"name": "query", "start_ms": 0, "ms": 4.0},
            {"name": "candidates", "start_ms": 4.0, "ms": 6.0},
            {"name": "model", "start_ms": 10.0, "ms": 90.0},
        ],
        "tokens": {"system": 40, "profile": 60, "recalled": 30, "message": 10, "limit": 8192},
        **values,
    }
    return RecallTrace.objects.create(namespace=namespace, **fields)


def make_candidate(trace, item, *, outcome="injected", reason="relevant", **values):
    fields = {
        "layer": "long_term",
        "text": item.text,
        "semantic": 0.6,
        "lexical": 0.2,
        "relevance": 0.61,
        "recency": 0.9,
        "importance": item.importance,
        "boost": 0.0,
        "score": 0.66,
        "rank": 1,
        "tokens": 12,
        **values,
    }
    return RecallCandidate.objects.create(
        trace=trace, item=item, outcome=outcome, reason=reason, **fields
    )


@pytest.fixture
def namespace(owner):
    return Namespace.objects.for_user(owner)


@pytest.fixture
def world(owner, namespace):
    """Berlin was replaced by Lisbon; a turn asked where; a conflict is open; an item waits."""
    now = timezone.now()
    chain = uuid.uuid4()
    talk = Conversation.objects.create(user=owner, title="Moving", updated_at=now)
    trace = make_trace(namespace, conversation_id=talk.pk)
    turn = Turn.objects.create(
        conversation=talk, trace_id=trace.trace_id, state="done", started_at=trace.created_at
    )
    asked, answered = (
        Message.objects.create(
            conversation=talk, turn=turn, role=role, content=text, created_at=trace.created_at
        )
        for role, text in (
            ("user", "I moved to Lisbon. Where do I live?"),
            ("assistant", "You live in Lisbon."),
        )
    )
    berlin = make_item(
        namespace,
        ago=timedelta(days=30),
        status="deprecated",
        status_reason="superseded",
        status_changed_at=now - timedelta(days=2),
        chain=chain,
    )
    lisbon = make_item(
        namespace,
        "The user lives in Lisbon.",
        ago=timedelta(days=2),
        chain=chain,
        version=2,
        supersedes=berlin,
        quote="I moved to Lisbon",
        message_id=asked.pk,
        trace_id=trace.trace_id,
        importance=0.5,
    )
    make_candidate(trace, lisbon, is_used=True)
    make_candidate(
        trace,
        berlin,
        outcome="dropped",
        reason="superseded",
        rank=None,
        detail={"on": now.isoformat(), "by": lisbon.pk, "by_text": lisbon.text},
    )
    episode = Episode.objects.create(
        namespace=namespace,
        state="done",
        trace_id=trace.trace_id,
        turn_id=turn.pk,
        user_message_id=asked.pk,
        user_text=asked.content,
        occurred_at=trace.created_at,
        extractor="local",
    )
    Decision.objects.create(
        namespace=namespace,
        episode=episode,
        action="superseded",
        item=lisbon,
        text=lisbon.text,
        reason="newer_value",
        created_at=trace.created_at,
    )
    WorkingSnapshot.objects.create(
        namespace=namespace,
        conversation_id=talk.pk,
        turn_id=turn.pk,
        trace_id=trace.trace_id,
        version=1,
        before={},
        after={"goal": "move house"},
        created_at=trace.created_at,
    )
    pending = make_item(
        namespace, "The user may like surfing.", status="pending", status_reason="low_confidence"
    )
    tea = make_item(namespace, "The user drinks tea.", attribute="favorite:drink", pinned=True)
    coffee = make_item(namespace, "The user drinks coffee.", attribute="favorite:drink")
    conflict = Conflict.objects.create(
        namespace=namespace,
        old_item=tea,
        new_item=coffee,
        reason="pinned",
        question="Tea or coffee?",
        created_at=now,
    )
    MemoryEvent.objects.create(
        namespace=namespace,
        tenant_id=owner.tenant_id,
        action="item.added",
        item=lisbon,
        object_type="item",
        object_id=lisbon.pk,
        after={"text": lisbon.text},
        trace_id=trace.trace_id,
        created_at=trace.created_at,
    )
    return SimpleNamespace(
        namespace=namespace,
        talk=talk,
        turn=turn,
        trace=trace,
        asked=asked,
        berlin=berlin,
        lisbon=lisbon,
        pending=pending,
        conflict=conflict,
        tea=tea,
        coffee=coffee,
    )


@pytest.fixture
def as_operator(client, operator):
    client.force_login(operator)
    return client


@pytest.fixture
def as_admin(client, admin):
    client.force_login(admin)
    return client


@pytest.fixture
def many(namespace):
    """Make many items, traces with candidates and events in bulk."""

    def make(number):
        now = timezone.now()
        items = MemoryItem.objects.bulk_create(
            MemoryItem(
                namespace=namespace, kind="fact", text=f"The user owns thing {n}.",
                said_at=now - timedelta(minutes=n), created_at=now - timedelta(minutes=n),
                updated_at=now - timedelta(minutes=n), chain=uuid.uuid4(),
                content_hash=uuid.uuid4().hex, importance=0.3 + (n % 50) / 100,
            )
            for n in range(number)
        )  # fmt: skip
        DecayState.objects.bulk_create(
            DecayState(item=i, half_life_hours=720, last_accessed_at=i.said_at) for i in items
        )
        traces = RecallTrace.objects.bulk_create(
            RecallTrace(
                namespace=namespace, trace_id=str(uuid.uuid4()), query=f"question {n}",
                policy="default", policy_values=POLICY, as_of=now,
                created_at=now - timedelta(minutes=n),
            )
            for n in range(number // 5)
        )  # fmt: skip
        RecallCandidate.objects.bulk_create(
            RecallCandidate(trace=trace, item=items[n], text=items[n].text, layer="long_term",
                            outcome="injected", score=0.5, relevance=0.5)
            for n, trace in enumerate(traces)
        )  # fmt: skip
        MemoryEvent.objects.bulk_create(
            MemoryEvent(namespace=namespace, tenant_id=namespace.tenant_id, action="item.added",
                        item=item, created_at=item.created_at)
            for item in items
        )  # fmt: skip
        return items

    return make
