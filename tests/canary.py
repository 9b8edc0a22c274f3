"""One row of every kind that belongs to a user, all with the same number, all with one odd word.

Whoever fetches any address with that number and may not see the owner's memory must not see the
word.
"""

import uuid
from datetime import UTC, datetime
from typing import Any

from django.db import models

from chat.models import Conversation, Message, Summary, Turn
from memory.models import (
    Conflict,
    DecayState,
    Decision,
    Entity,
    Episode,
    ErasureReceipt,
    MemoryEvent,
    MemoryItem,
    Namespace,
    Profile,
    RecallCandidate,
    RecallTrace,
    ReviewProposal,
    User,
    WorkingSnapshot,
)

NUMBER = 424242
WORD = "zanzibarquartz"
TRACE = "c0ffee00-0000-4000-8000-000000424242"
NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)


def plant(owner: User) -> list[models.Model]:
    """Make the rows and return them. The owner's account should have the number too."""
    namespace = Namespace.objects.create(pk=NUMBER, tenant=owner.tenant, user=owner)
    rows: list[models.Model] = [namespace, *_conversation(owner), *_memory(namespace)]
    return [*rows, *_governance(namespace, owner)]


def values(rows: list[models.Model]) -> list[dict[str, Any] | None]:
    """Return what the database holds for these rows now; None where one is gone."""
    return [type(row)._default_manager.filter(pk=row.pk).values().first() for row in rows]


def _conversation(owner: User) -> list[models.Model]:
    conversation = Conversation.objects.create(
        pk=NUMBER, user=owner, title=f"About {WORD}", updated_at=NOW, draft=f"{WORD} draft"
    )
    turn = Turn.objects.create(
        pk=NUMBER,
        conversation=conversation,
        state=Turn.State.DONE,
        trace_id=TRACE,
        started_at=NOW,
        finished_at=NOW,
    )
    rows: list[models.Model] = [conversation, turn]
    for key, role in ((NUMBER, "user"), (NUMBER + 1, "assistant")):
        rows.append(
            Message.objects.create(
                pk=key,
                conversation=conversation,
                turn=turn,
                role=role,
                content=f"I collect {WORD}",
                created_at=NOW,
            )
        )
    rows.append(
        Summary.objects.create(
            pk=NUMBER,
            conversation=conversation,
            text=f"On {WORD}",
            up_to_message_id=NUMBER,
            created_at=NOW,
        )
    )
    return rows


def _memory(namespace: Namespace) -> list[models.Model]:
    episode = Episode.objects.create(
        pk=NUMBER,
        namespace=namespace,
        state=Episode.State.DONE,
        trace_id=TRACE,
        conversation_id=NUMBER,
        turn_id=NUMBER,
        user_message_id=NUMBER,
        reply_message_id=NUMBER + 1,
        user_text=f"I collect {WORD}",
        occurred_at=NOW,
    )
    rows: list[models.Model] = [episode]
    for key, status in ((NUMBER, "active"), (NUMBER + 1, "deprecated"), (NUMBER + 2, "pending")):
        rows.append(_item(key, namespace, episode, status))
    trace = RecallTrace.objects.create(
        pk=NUMBER,
        namespace=namespace,
        trace_id=TRACE,
        conversation_id=NUMBER,
        turn_id=NUMBER,
        query=f"what about {WORD}",
        policy="default",
        as_of=NOW,
        created_at=NOW,
    )
    candidate = RecallCandidate.objects.create(
        pk=NUMBER,
        trace=trace,
        layer="long_term",
        item_id=NUMBER,
        text=f"The user collects {WORD}.",
        outcome="injected",
        rank=1,
        score=0.9,
    )
    decision = Decision.objects.create(
        pk=NUMBER,
        namespace=namespace,
        episode=episode,
        action="added",
        item_id=NUMBER,
        text=f"The user collects {WORD}.",
        reason="new",
        created_at=NOW,
    )
    return [*rows, trace, candidate, decision]


def _item(key: int, namespace: Namespace, episode: Episode, status: str) -> MemoryItem:
    item = MemoryItem.objects.create(
        pk=key,
        namespace=namespace,
        kind="fact",
        status=status,
        text=f"The user collects {WORD}.",
        attribute="hobby",
        value=WORD,
        quote=f"I collect {WORD}",
        episode=episode,
        conversation_id=NUMBER,
        message_id=NUMBER,
        trace_id=TRACE,
        said_at=NOW,
        chain=uuid.UUID(TRACE),
        content_hash=f"{key:064d}",
        created_at=NOW,
        updated_at=NOW,
    )
    DecayState.objects.create(item=item, last_accessed_at=NOW)
    return item


def _governance(namespace: Namespace, owner: User) -> list[models.Model]:
    shared: dict[str, Any] = {"namespace": namespace, "created_at": NOW}
    conflict = Conflict.objects.create(
        pk=NUMBER,
        old_item_id=NUMBER + 1,
        new_item_id=NUMBER,
        reason="other_value",
        question=f"Is it {WORD}?",
        **shared,
    )
    proposal = ReviewProposal.objects.create(
        pk=NUMBER, kind="consolidation", reason="removes_too_much", payload={"text": WORD}, **shared
    )
    event = MemoryEvent.objects.create(
        pk=NUMBER,
        tenant_id=owner.tenant_id,
        action="item.added",
        item_id=NUMBER,
        object_type="item",
        object_id=NUMBER,
        after={"text": WORD},
        trace_id=TRACE,
        **shared,
    )
    snapshot = WorkingSnapshot.objects.create(
        pk=NUMBER,
        conversation_id=NUMBER,
        turn_id=NUMBER,
        trace_id=TRACE,
        version=1,
        after={"goal": WORD},
        **shared,
    )
    profile = Profile.objects.create(
        pk=NUMBER, namespace=namespace, text=f"Collects {WORD}.", version=1, updated_at=NOW
    )
    entity = Entity.objects.create(
        pk=NUMBER, namespace=namespace, name=WORD, key=WORD, type="thing"
    )
    receipt = ErasureReceipt.objects.create(
        pk=NUMBER,
        tenant_id=owner.tenant_id,
        namespace_ref=NUMBER,
        user_name=owner.username,
        scope="item",
        reason=f"no more {WORD}",
        created_at=NOW,
    )
    return [conflict, proposal, event, snapshot, profile, entity, receipt]
