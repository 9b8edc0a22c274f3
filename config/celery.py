"""The Celery application: broker, beat schedule and task discovery from Django's settings."""

import os
from typing import Any

from celery import Celery, signals

from config.supervisor.death import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("palimpsest")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def end_with_the_worker(**_: Any) -> None:
    """Beat and the pool are processes of their own: without this they outlive a killed worker."""
    die_with_parent()


def beat_at_once(**_: Any) -> None:
    """Show that the worker works as soon as it does; beat's first round is ten seconds away."""
    app.send_task("memory.tasks.heartbeat")


signals.beat_embedded_init.connect(end_with_the_worker)
signals.worker_process_init.connect(end_with_the_worker)
signals.worker_ready.connect(beat_at_once)
