"""Celery wrappers of a few lines: ids in, ids out. The work is in the modules that they call."""

import logging
import time

from celery import shared_task
from celery.signals import worker_process_init, worker_ready
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from memory import absorb, erase, inbox, outbox, runs, uploads
from memory.backends.base import BackendError, BackendUnavailable
from memory.consolidate import run_consolidation
from memory.experience_edits import generalise_by_model
from memory.forget import run_forgetting
from memory.models import Episode, Experience, JobRun
from memory.releases import note_release
from memory.warm import warm_up_in_background

logger = logging.getLogger(__name__)
HEARTBEAT_KEY = "worker-heartbeat"
HEARTBEAT_SECONDS = 60
# Two writers at once could leave an older state in the index. A lost writer holds it no longer.
WRITER_KEY = "index-writer"
WRITER_SECONDS = 30


@shared_task
def absorb_episode(*, episode_id: int, namespace_id: int) -> list[int]:
    """Absorb an episode of the namespace that the payload names; any other is refused."""
    episode = Episode.objects.filter(pk=episode_id, namespace_id=namespace_id).first()
    if episode is None:
        logger.error("no episode %s in namespace %s: refused", episode_id, namespace_id)
        return []
    try:
        return absorb.absorb_episode(episode_id)
    except BackendUnavailable as error:
        logger.warning("episode %s waits: %s", episode_id, error)
    except Exception:  # the task wrapper: one of the three places for it
        logger.exception("absorbing in namespace %s failed", namespace_id)
    return []


@shared_task
def requeue_episodes() -> list[int]:
    """Absorb what a lost wake-up or a lost worker left behind."""
    waiting = inbox.waiting_episodes(now=timezone.now())
    for episode in waiting:
        absorb_episode(episode_id=episode.pk, namespace_id=episode.namespace_id)
    return [episode.pk for episode in waiting]


@shared_task
def write_vectors() -> int:
    """Carry the outbox out, one writer at a time; what fails stays in it for the next run."""
    if not cache.add(WRITER_KEY, True, WRITER_SECONDS):
        return 0  # whoever writes goes on until nothing waits
    try:
        return outbox.write_vectors()
    except BackendError as error:
        logger.warning("the index lags by %s: %s", outbox.waiting_operations(), error)
        return 0
    finally:
        cache.delete(WRITER_KEY)


@shared_task
def consolidate() -> int:
    """Hourly: what tasks and conversations left goes to long-term memory; old uploads go."""
    uploads.prune(now=timezone.now())
    return len(run_consolidation(now=timezone.now()))


@shared_task
def forget() -> int:
    """Nightly: what has faded is archived."""
    return len(run_forgetting(now=timezone.now()))


@shared_task
def generalise_experience(*, experience_id: int) -> None:
    """Ask the model for general words; those of the rules stand until then."""
    found = Experience.objects.select_related("namespace__tenant", "proposed_by")
    experience = found.filter(pk=experience_id).first()
    if experience is not None:
        generalise_by_model(experience)


@shared_task
def run_job(*, run_id: int, tenant_id: int) -> None:
    """Carry out what a person started from a page; why it failed is kept with the run."""
    if not JobRun.objects.filter(pk=run_id, tenant_id=tenant_id).exists():
        logger.error("no run %s in tenant %s: refused", run_id, tenant_id)
        return
    try:
        runs.carry_out(run_id)
    except Exception as error:  # the task wrapper: one of the three places for it
        logger.exception("run %s failed", run_id)
        runs.fail(run_id, str(error) or type(error).__name__)


@shared_task
def settle_erasures() -> int:
    """Finish the erasures that found a layer unreachable."""
    return erase.settle_erasures(now=timezone.now())


@worker_ready.connect
def take_over(**_kwargs: object) -> None:
    """An embedded instance has one worker: claims that it finds at its start were lost."""
    if settings.EMBEDDED and inbox.release_claims():
        requeue_episodes.delay()


@worker_ready.connect
def mark_release(**_kwargs: object) -> None:
    """A worker starts with what was deployed: its first start is a mark on the charts."""
    note_release(settings.RELEASE, now=timezone.now())


@worker_process_init.connect
def load_models(**_kwargs: object) -> None:
    """Load in the background: Celery kills a process whose start takes more than four seconds."""
    warm_up_in_background()


@shared_task
def heartbeat() -> None:
    """Tell /healthz that a worker works."""
    cache.set(HEARTBEAT_KEY, time.time(), HEARTBEAT_SECONDS)
