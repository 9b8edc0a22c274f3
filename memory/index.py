"""The hot index: segments in process memory, bounded in bytes, in step with the database.

A segment carries the version of the namespace that it was built at; recall reads today's version
with the namespace row, so that a change made by any process is seen at the next recall.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from django.conf import settings

from memory.generations import PerGeneration
from memory.segments import Segment, Source, build_segment, update_segment

Version = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    version: Version
    segment: Segment


_entries: OrderedDict[tuple[str, int], _Entry] = OrderedDict()
_lock = threading.Lock()


def segment_of(source: Source, namespace_id: int, version: Version) -> Segment:
    """Return the segment of a namespace at `version`: kept, brought up to date, or loaded."""
    key = (source.name, namespace_id)
    with _lock:
        entry = _entries.get(key)
        if entry and entry.version == version:
            _entries.move_to_end(key)
            return entry.segment
    # Two threads may build the same segment at once; either result is right.
    if entry:
        segment = update_segment(source, namespace_id, entry.segment)
    else:
        segment = build_segment(source, namespace_id, source.rows(namespace_id, None))
    _keep(key, _Entry(version, segment))
    return segment


def _keep(key: tuple[str, int], entry: _Entry) -> None:
    # A segment with missing vectors is not kept, so that the next recall tries again.
    if not entry.segment.has_vector.all():
        return
    with _lock:
        _entries[key] = entry
        _entries.move_to_end(key)
        while len(_entries) > 1 and hot_bytes() > settings.HOT_INDEX_BYTES:
            _entries.popitem(last=False)


def hot_bytes() -> int:
    """Return the bytes that the kept segments occupy."""
    return sum(entry.segment.nbytes for entry in _entries.values())


def clear() -> None:
    """Forget every segment and what else is kept of a generation; the next recall loads it."""
    with _lock:
        _entries.clear()
    PerGeneration.forget_all()
