"""Times given on the command line."""

from datetime import UTC, datetime

from django.core.management.base import CommandError
from django.utils import timezone


def moment(text: str, *, option: str) -> datetime:
    """Return the aware time that an option gives, now when it is empty; UTC where no zone is."""
    if not text:
        return timezone.now()
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"{option} is not an ISO 8601 time: {text}") from error
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
