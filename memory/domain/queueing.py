"""How a queue stood over time, from when each of its entries came and was done. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

Span = tuple[datetime, datetime | None]  # when it came, when it was done; None: it waits


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The most that waited at once between two moments, and the longest wait until then."""

    at: datetime
    depth: int
    oldest: timedelta


def standings(spans: Iterable[Span], moments: Sequence[datetime]) -> list[Standing]:
    """Return one standing for each pair of neighbouring `moments`, which ascend."""
    whole = sorted((came, done or moments[-1]) for came, done in spans)
    found = []
    for begin, end in pairwise(moments):
        within = [span for span in whole if span[0] < end and span[1] > begin]
        ages = [min(done, end) - came for came, done in within]
        found.append(
            Standing(
                at=begin,
                depth=_deepest(within, begin),
                oldest=max(ages, default=timedelta()),
            )
        )
    return found


def _deepest(spans: Sequence[tuple[datetime, datetime]], begin: datetime) -> int:
    """Return how many spans overlap at most; what ends as another begins does not overlap it."""
    steps = [step for came, done in spans for step in ((max(came, begin), 1), (done, -1))]
    depth = most = 0
    for _at, change in sorted(steps):
        depth += change
        most = max(most, depth)
    return most
