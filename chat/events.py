"""Rare events for the other tabs of a user, over the channel layer. Deltas never go this way.

A lost event loses nothing: the page loads what it missed when it connects again.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from chat.models import Turn
from memory.models import User

logger = logging.getLogger(__name__)
_sending: set[asyncio.Task[None]] = set()  # the loop itself holds tasks only weakly


def user_group(user_id: int) -> str:
    """The group of every open tab of a user."""
    return f"user-{user_id}"


def tenant_group(tenant_id: int) -> str:
    """The group of every open tab of those who may see the memories of a tenant."""
    return f"tenant-{tenant_id}"


def groups_of(user: User) -> list[str]:
    """The groups that a tab of this user listens to."""
    groups = [user_group(user.pk)]
    if user.is_operator:
        groups.append(tenant_group(user.tenant_id))
    return groups


def turn_group(turn_id: int) -> str:
    """The group in which the task of a running turn listens for `turn.stop`."""
    return f"turn-{turn_id}"


def turn_finished(turn: Turn) -> dict[str, Any]:
    """The event that a turn has ended."""
    return {
        "type": "turn.finished",
        "conversation_id": turn.conversation_id,
        "turn_id": turn.pk,
    }


def tell_tabs(
    *, tenant_id: int, user_id: int | None, item_ids: list[int], by: str = "", **_signal: Any
) -> None:
    """Tell the open tabs of the owner and of the tenant's operators that memory changed.

    Only operators are told by whom.
    """
    event = {"type": "memory.changed", "item_ids": item_ids}
    if user_id is not None:  # what a tenant shares has no owner
        announce_now(user_group(user_id), event)
    announce_now(tenant_group(tenant_id), {**event, "by": by})


def announce(group: str, event: dict[str, Any]) -> None:
    """Send an event without waiting; a failure is logged and harms nothing. From async code."""
    _in_background(_send(group, event))


def forget(group: str, channel: str) -> None:
    """Take a channel out of a group without waiting. From async code."""
    _in_background(get_channel_layer().group_discard(group, channel))


async def settle() -> None:
    """Wait until everything announced is sent or has failed: before a loop is closed."""
    while _sending:
        await asyncio.wait(set(_sending))


def announce_now(group: str, event: dict[str, Any]) -> None:
    """Send an event from synchronous code (a worker, a view). Raises when Redis is away."""
    async_to_sync(_send)(group, event)


def _in_background(work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.create_task(work)
    _sending.add(task)
    task.add_done_callback(_sending.discard)
    task.add_done_callback(log_failure)


async def _send(group: str, event: dict[str, Any]) -> None:
    await get_channel_layer().group_send(group, event)


def log_failure(task: "asyncio.Task[Any]") -> None:
    """Log how a background task failed; a done callback."""
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.warning("%s: %s", type(error).__name__, error)
