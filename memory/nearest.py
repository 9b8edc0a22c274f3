"""Candidates of a namespace too large to be held in the process: from the vector index first.

What the index, the words and the profile name is laid out as a segment of its own, so that from
there on everything is scored, judged and told as for any other namespace.
"""

import re
from collections.abc import Collection, Iterable

from django.conf import settings
from django.db.models import Q, QuerySet

from memory.backends import vector_index
from memory.backends.base import BackendError
from memory.domain.types import Status
from memory.generations import PerGeneration
from memory.models import MemoryItem, Namespace, Profile, VectorOperation
from memory.models.items import LIVE
from memory.questions import Question
from memory.segments import Segment, build_segment
from memory.sources import ITEMS

EXTRA = (
    2  # times as many as are kept: the index knows likeness only, words and importance count too
)
LEFT_OUT = 20  # of those that may not be recalled, so that a trace can name them
WAITING = 200  # newest items that the index may not have yet
EXACT = 3  # names, numbers and codes of a question that are looked up by their letters
SIZES_KEPT = 4096
_NAMED = re.compile(r"\b(?:[A-Z][\w'-]{2,}|\w*\d[\w.-]*)", re.ASCII)
_QUOTED = re.compile(r"[“「『\"]([^”」』\"]{2,40})[”」』\"]")


def live_items(namespace: Namespace) -> int:
    """Return how many live items a namespace has; counted once a generation."""
    return _sizes.of(namespace)


def _count(namespace: Namespace) -> int:
    return MemoryItem.objects.filter(namespace=namespace, status__in=LIVE).count()


_sizes = PerGeneration(_count, limit=SIZES_KEPT)


def is_large(namespace: Namespace) -> bool:
    """Tell whether a namespace takes its candidates from the vector index first."""
    return live_items(namespace) > int(settings.HOT_INDEX_ITEMS)


def near_segment(
    question: Question, namespace: Namespace, *, limit: int, also: Collection[int] = ()
) -> tuple[Segment, tuple[str, ...]]:
    """Return the rows worth scoring as a segment, and what was missing.

    `also` names items that belong to it whatever their likeness.
    """
    missing: tuple[str, ...] = ()
    ids = {*_always.of(namespace), *also}
    try:
        ids |= _by_likeness(question, namespace, limit)
    except BackendError as error:
        missing = (f"index_unavailable: {error}",)
    rows = ITEMS.rows(namespace.pk, sorted(ids), also=_by_words(question, namespace))
    return build_segment(ITEMS, namespace.pk, rows, of=live_items(namespace)), missing


def _by_likeness(question: Question, namespace: Namespace, limit: int) -> set[int]:
    """Ask the index for each part of the question, first for what is active."""
    others = [status.value for status in Status if status != Status.ACTIVE]
    found: set[int] = set()
    for vector in question.vectors:
        for statuses, wanted in (([Status.ACTIVE.value], EXTRA * limit), (others, LEFT_OUT)):
            hits = vector_index().query(namespace.pk, vector, limit=wanted, statuses=statuses)
            found.update(_item_ids(hit.key for hit in hits))
    return found


def _by_words(question: Question, namespace: Namespace) -> QuerySet[MemoryItem] | None:
    """Find what likeness does not: names, numbers and codes, as they are written."""
    text = question.rewritten.text
    named = [*_QUOTED.findall(text), *_NAMED.findall(text[:1].lower() + text[1:])]
    words = sorted(dict.fromkeys(named), key=len, reverse=True)[:EXACT]
    if not words:
        return None
    holds = Q()
    for word in words:
        holds |= Q(text__icontains=word) | Q(value__icontains=word)
    items = MemoryItem.objects.filter(holds, namespace=namespace, status=Status.ACTIVE)
    return items.order_by("-pk")[:WAITING]


def _read_always(namespace: Namespace) -> list[int]:
    """Return the items of the profile and those written so lately that the index may not know
    them; what it has learned since is among them too (two queries)."""
    profile = Profile.objects.filter(namespace=namespace).values_list("document", flat=True).first()
    operations = VectorOperation.objects.filter(
        namespace_id=namespace.pk, done_at=None, key__startswith="item:"
    )
    waiting = operations.order_by("-pk").values_list("key", flat=True)[:WAITING]
    profiled = [entry["item"] for entries in (profile or {}).values() for entry in entries]
    return [*profiled, *_item_ids(waiting)]


_always = PerGeneration(_read_always)


def _item_ids(keys: Iterable[str]) -> list[int]:
    return [int(key.removeprefix("item:")) for key in keys if key.startswith("item:")]
