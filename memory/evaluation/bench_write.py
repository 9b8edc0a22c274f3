"""How fast episodes are absorbed and items forgotten, on stores of its own.

`processor_seconds` is what the process itself worked, whatever else the machine did.
"""

import time
import uuid
from datetime import timedelta
from typing import Any

from django.utils import timezone

from memory import api
from memory.absorb import absorb_episode
from memory.domain.types import Kind
from memory.evaluation.harness import new_namespace
from memory.forget import run_forgetting
from memory.models import DecayState, MemoryItem, Namespace

MESSAGES = (
    "I moved to {place} last month and I like it.",
    "My colleague {place} is allergic to nuts, I am not.",
    "Thanks, that helps a lot!",
    "我最近在学{place}，每周两次。",
    "I prefer tea over coffee in {place}.",
    "今天天气不错，我们聊聊{place}吧。",
    "I decided to buy the bicycle number {place}.",
    "Can you explain how {place} works?",
)
BATCH = 2000


def bench_absorb(*, items: int, namespaces: int, held: int = 0) -> dict[str, Any]:
    """Absorb `items` episodes of `namespaces` users, one after the other, as one worker does.

    Each user has `held` items before.
    """
    owners = [new_namespace() for _ in range(namespaces)]
    for owner in owners:
        _fill(owner, held, timezone.now())
    ids = [_episode(owners[number % namespaces], number) for number in range(items)]
    begun, busy = time.perf_counter(), time.process_time()
    for episode_id in ids:
        absorb_episode(episode_id)
    seconds, busy = time.perf_counter() - begun, time.process_time() - busy
    kept = MemoryItem.objects.filter(namespace__in=owners).count() - held * namespaces
    return {
        "episodes": items,
        "namespaces": namespaces,
        "held": held,
        "seconds": round(seconds, 2),
        "episodes_per_second": round(items / seconds, 2),
        "processor_seconds": round(busy, 2),
        "items_written": kept,
    }


def _episode(owner: Namespace, number: int) -> int:
    text = MESSAGES[number % len(MESSAGES)].format(place=f"Place{number // len(MESSAGES)}")
    made = api.record_episode(
        namespace=owner,
        user_text=text,
        reply_text="Noted.",
        occurred_at=timezone.now() - timedelta(minutes=10_000 - number % 10_000),
        trace_id=str(uuid.uuid4()),
    )
    return made.pk


def bench_forget(*, items: int, namespaces: int) -> dict[str, Any]:
    """Run the forgetting job over `items` items, of which every fifth has faded."""
    now = timezone.now()
    owners = [new_namespace() for _ in range(namespaces)]
    for place, owner in enumerate(owners):
        _fill(owner, items // namespaces + (place < items % namespaces), now)
    begun, busy = time.perf_counter(), time.process_time()
    found = run_forgetting(now=now)
    seconds, busy = time.perf_counter() - begun, time.process_time() - busy
    return {
        "items": items,
        "namespaces": namespaces,
        "seconds": round(seconds, 2),
        "items_per_second": round(items / seconds, 1),
        "processor_seconds": round(busy, 2),
        "archived": len(found),
    }


def _fill(owner: Namespace, count: int, now: Any) -> None:
    for start in range(0, count, BATCH):
        rows = []
        for number in range(start, min(start + BATCH, count)):
            said_at = now - timedelta(days=170 if number % 5 == 0 else 2)
            rows.append(
                MemoryItem(
                    namespace=owner,
                    kind=Kind.FACT,
                    text=f"The user noted the number {number}.",
                    importance=0.5,
                    said_at=said_at,
                    chain=uuid.uuid4(),
                    content_hash=uuid.uuid4().hex,
                    created_at=said_at,
                    updated_at=said_at,
                )
            )
        made = MemoryItem.objects.bulk_create(rows)
        DecayState.objects.bulk_create(
            [
                DecayState(item=item, half_life_hours=720.0, last_accessed_at=item.said_at)
                for item in made
            ]
        )
