"""Which release ran since when: a mark on the charts of the dashboard."""

from datetime import datetime

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
