"""Which release runs: a mark on the charts of the dashboard, and on what was measured."""

import subprocess
from datetime import datetime

from django.conf import settings

from memory.models import JobRun


def note_release(name: str, *, now: datetime) -> bool:
    """Record that a release runs, unless it is the one that was recorded last."""
    last = JobRun.objects.filter(job="release").order_by("-started_at", "-pk").first()
    if last is not None and last.parameters.get("release") == name:
        return False
    JobRun.objects.create(
        job="release", started_at=now, finished_at=now, parameters={"release": name}
    )
    return True


def measured_release() -> str:
    """Return what a measurement measures: the commit, outside a repository the release."""
    command = ["git", "-C", str(settings.BASE_DIR), "rev-parse", "--short", "HEAD"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return str(settings.RELEASE)[:40]
    return found.stdout.strip()
