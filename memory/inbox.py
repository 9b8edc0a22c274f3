"""The inbox of the write path: exchanges are recorded here, claimed, finished or given back."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction
from django.db.models import F, Q
from kombu.exceptions import OperationalError

from memory.models import Episode, Namespace
from memory.redaction import redact_text

logger = logging.getLogger(__name__)
ABSORB_TASK = "memory.tasks.absorb_episode"  # by name: the tasks import the write path
MAX_ATTEMPTS = 5
TEXTS_READ = 40  # of a conversation, newest first
STALE_AFTER = timedelta(minutes=2)  # a claim without progress for so long was lost


def record_episode(
    *,
    namespace: Namespace,
    user_text: str,
    reply_text: str,
    occurred_at: datetime,
    trace_id: str,
    channel: str = "chat",
    conversation_id: int | None = None,
    turn_id: int | None = None,
    user_message_id: int | None = None,
    reply_message_id: int | None = None,
    speaker: str = "",
) -> Episode:
    """Put an exchange into the inbox, redacted; call it in the transaction of the reply.

    The worker is woken after the commit; a lost wake-up loses nothing. Recording the same turn
    twice gives the episode of the first time.
    """
    if occurred_at.tzinfo is None:
        raise ValueError("occurred_at must be aware")
    tenant = namespace.tenant
    defaults = {
        "namespace": namespace,
        "user_text": redact_text(user_text, tenant).text,
        "reply_text": redact_text(reply_text, tenant).text,
        "occurred_at": occurred_at,
        "trace_id": trace_id,
        "channel": channel,
        "conversation_id": conversation_id,
        "user_message_id": user_message_id,
        "reply_message_id": reply_message_id,
        "speaker": speaker,
    }
    if turn_id is None:
        episode = Episode.objects.create(**defaults)
    else:
        episode, _ = Episode.objects.get_or_create(turn_id=turn_id, defaults=defaults)
    transaction.on_commit(lambda: wake_worker(episode))
    return episode


def recorded_messages(message_ids: Iterable[int]) -> set[int]:
    """Return those of a user's messages that have an episode already."""
    episodes = Episode.objects.filter(user_message_id__in=list(message_ids))
    return {pk for pk in episodes.values_list("user_message_id", flat=True) if pk is not None}


def pending_episodes(namespace: Namespace) -> int:
    """Return how many exchanges of the namespace are not absorbed yet."""
    waiting = (Episode.State.PENDING, Episode.State.RUNNING)
    return namespace.episodes.filter(state__in=waiting).count()


def pending_texts(user_id: int) -> list[tuple[str, datetime]]:
    """Return what a user said, and when, in the exchanges that are not absorbed yet."""
    waiting = (Episode.State.PENDING, Episode.State.RUNNING)
    episodes = Episode.objects.filter(namespace__user=user_id, state__in=waiting)
    return list(episodes.order_by("occurred_at", "pk").values_list("user_text", "occurred_at")[:20])


def texts_of(namespace: Namespace, conversation_id: int) -> list[tuple[str, datetime]]:
    """Return what was said in a conversation and is not forgotten, and when, the latest first."""
    said = Episode.objects.filter(namespace=namespace, conversation_id=conversation_id)
    rows = said.filter(quotable=True).order_by("-occurred_at", "-pk")
    return list(rows.values_list("user_text", "occurred_at")[:TEXTS_READ])


@transaction.atomic
def claim_episode(episode_id: int, *, now: datetime) -> Episode | None:
    """Take the oldest waiting episode of the named one's namespace; None when it must wait.

    None too when there is nothing to do, or another of the namespace is being absorbed: one at a
    time, in the order in which they happened. A stale claim is taken over.
    """
    owner = Episode.objects.filter(pk=episode_id).values_list("namespace_id", flat=True).first()
    if owner is None:
        return None
    Namespace.objects.select_for_update().get(pk=owner)  # claims of one namespace take turns
    episodes = Episode.objects.filter(namespace_id=owner)
    fresh = Q(state=Episode.State.RUNNING, claimed_at__gt=now - STALE_AFTER)
    if episodes.filter(fresh).exists():
        return None
    waiting = (Episode.State.PENDING, Episode.State.RUNNING)
    for episode in episodes.filter(state__in=waiting).order_by("occurred_at", "pk"):
        if episode.attempts < MAX_ATTEMPTS:
            episode.state = Episode.State.RUNNING
            episode.attempts += 1
            episode.claimed_at = now
            episode.save(update_fields=["state", "attempts", "claimed_at"])
            return episode
        _fail(episode, episode.error or "the worker was lost each time", now)
    return None


def keep_claim(episode: Episode, *, now: datetime) -> None:
    """Show progress, so that the claim is not taken for a lost one."""
    Episode.objects.filter(pk=episode.pk, state=Episode.State.RUNNING).update(claimed_at=now)


def give_back(episode: Episode, error: str, *, now: datetime, counts: bool) -> None:
    """Return a claimed episode to the inbox with its error, or fail it for people to see.

    What failed often enough is failed. An outage of another part does not count as an attempt.
    """
    safe = redact_text(error, None).text[:2000]
    if counts and episode.attempts >= MAX_ATTEMPTS:
        _fail(episode, safe, now)
        return
    attempts = episode.attempts if counts else max(0, episode.attempts - 1)
    Episode.objects.filter(pk=episode.pk, state=Episode.State.RUNNING).update(
        state=Episode.State.PENDING, claimed_at=None, error=safe, attempts=attempts
    )


def release_claims() -> int:
    """Give every claim back; return how many. Only for when no worker can be at work."""
    running = Episode.objects.filter(state=Episode.State.RUNNING)
    return running.update(state=Episode.State.PENDING, claimed_at=None)


def waiting_episodes(*, now: datetime, limit: int = 500) -> list[Episode]:
    """Return, for each namespace that has one to absorb, its oldest: lost wake-ups, lost claims."""
    stale = Q(state=Episode.State.RUNNING, claimed_at__lte=now - STALE_AFTER)
    waiting = Episode.objects.filter(Q(state=Episode.State.PENDING) | stale)
    found: dict[int, Episode] = {}
    for episode in waiting.order_by("occurred_at", "pk")[: limit * 10]:
        found.setdefault(episode.namespace_id, episode)
    return list(found.values())[:limit]


def requeue_with_text(episode: Episode, text: str) -> None:
    """Have an exchange read again whose message was edited; `text` is redacted already."""
    Episode.objects.filter(pk=episode.pk).update(
        user_text=text, state=Episode.State.PENDING, attempts=0, claimed_at=None, quotable=True
    )
    transaction.on_commit(lambda: wake_worker(episode))


def retry_failed(*, namespace: Namespace | None = None) -> int:
    """Put failed episodes back with fresh attempts; return how many."""
    failed = Episode.objects.filter(state=Episode.State.FAILED)
    if namespace is not None:
        failed = failed.filter(namespace=namespace)
    return failed.update(state=Episode.State.PENDING, attempts=F("attempts") * 0, claimed_at=None)


def _fail(episode: Episode, error: str, now: datetime) -> None:
    Episode.objects.filter(pk=episode.pk).update(
        state=Episode.State.FAILED, error=error, finished_at=now, claimed_at=None
    )
    logger.error("episode %s failed: %s", episode.pk, error)


def wake_worker(episode: Episode) -> None:
    """Tell the worker. Without a broker the periodic requeue finds the episode."""
    owner = {"episode_id": episode.pk, "namespace_id": episode.namespace_id}
    try:
        current_app.send_task(ABSORB_TASK, kwargs=owner)
    except OperationalError as error:
        logger.warning("the worker was not woken for episode %s: %s", episode.pk, error)
