"""Rare events for the other tabs of a user, over the channel layer. Deltas never go this way.

A lost event loses nothing: the page loads what it missed when it connects again.
"""

import asyncio
import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)
_sending: set[asyncio.Task[None]] = set()  # the loop itself holds tasks only weakly


def user_group(user_id: int) -> str:
    """The group of every open tab of a user."""
    return f"user-{user_id}"


def turn_group(turn_id: int) -> str:
    """The group in which the task of a running turn listens for `turn.stop`."""
    return f"turn-{turn_id}"


def announce(group: str, event: dict[str, Any]) -> None:
    """Send an event without waiting; a failure is logged and harms nothing. From async code."""
    task = asyncio.create_task(_send(group, event))
    _sending.add(task)
    task.add_done_callback(_sending.discard)
    task.add_done_callback(log_failure)


def announce_now(group: str, event: dict[str, Any]) -> None:
    """Send an event from synchronous code (a worker, a view). Raises when Redis is away."""
    async_to_sync(_send)(group, event)


async def _send(group: str, event: dict[str, Any]) -> None:
    await get_channel_layer().group_send(group, event)


def log_failure(task: "asyncio.Task[Any]") -> None:
    """Log how a background task failed; a done callback."""
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.warning("%s: %s", type(error).__name__, error)
