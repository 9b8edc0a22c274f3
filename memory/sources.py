"""What the hot index holds: items, past exchanges, and a tenant's experiences."""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

import numpy as np
from django.db.models import Q, QuerySet

from memory.domain.freshness import corrects
from memory.domain.ontology import attribute_spec
from memory.domain.temporal import tells_number, tells_time
from memory.domain.types import USER, Kind, Status
from memory.exchanges import exchange_text
from memory.models import Episode, Experience, MemoryItem
from memory.segments import Revisions, Row, Source

STATUS_CODES = {
    Status.ACTIVE: 0,
    Status.PENDING: 1,
    Status.DEPRECATED: 2,
    Status.ARCHIVED: 3,
}
EPISODIC = (Kind.EPISODE_CHUNK,)
HAPPENING = (Kind.EVENT, Kind.DECISION, Kind.EPISODE_CHUNK)
# Time as a third witness of relevance beside meaning and words: "what did I do last week?" has no
# word of what was done. Enough for what happened then, not for a fact that was told then.
HAPPENED, TOLD = 0.45, 0.35


def hours(moment: datetime) -> float:
    """Return hours since 1970."""
    return moment.timestamp() / 3600.0


class Items(Source):
    """Memory items of every status, so that what was left out can be named."""

    name: ClassVar[str] = "items"
    dtypes: ClassVar[Mapping[str, Any]] = {
        "status": np.int8,
        "importance": np.float32,
        "is_profile": np.bool_,
        "overrides": np.int64,
        "supersedes": np.int64,
        "begun": np.float64,  # hours: when it became true or happened, else when it was said
        "over": np.float64,
        "dated": np.float32,  # how much its time alone says about it
    }
    _fields = (
        "id",
        "revision",
        "text",
        "value",
        "status",
        "importance",
        "kind",
        "subject",
        "attribute",
        "overrides_id",
        "supersedes_id",
        "said_at",
        "valid_from",
        "valid_to",
    )

    def revisions(self, namespace_id: int) -> Revisions:
        items = MemoryItem.objects.filter(namespace_id=namespace_id).order_by("id")
        return _arrays(items.values_list("id", "revision"))

    def rows(
        self,
        namespace_id: int,
        ids: Sequence[int] | None,
        *,
        also: QuerySet[MemoryItem] | None = None,
    ) -> list[Row]:
        """Read the rows, all or those named by `ids` or found by `also`. One query."""
        items = MemoryItem.objects.filter(namespace_id=namespace_id).order_by("id")
        if ids is not None:
            named = Q(id__in=ids)
            items = items.filter(named if also is None else named | Q(id__in=also.values("id")))
        return [self._row(*values) for values in items.values_list(*self._fields)]

    def _row(
        self,
        row_id: int,
        revision: int,
        text: str,
        value: str,
        status: str,
        importance: float,
        kind: str,
        subject: str,
        attribute: str,
        overrides: int | None,
        supersedes: int | None,
        said_at: datetime,
        valid_from: datetime | None,
        valid_to: datetime | None,
    ) -> Row:
        columns = (
            STATUS_CODES[Status(status)],
            importance,
            is_profile(subject, attribute),
            overrides or 0,
            supersedes or 0,
            hours(valid_from or said_at),
            hours(valid_to or valid_from or said_at),
            HAPPENED if kind in HAPPENING else TOLD,
        )
        said = text.casefold()
        others = [
            w for w in (value, "" if subject == USER else subject) if w.casefold() not in said
        ]
        words = " ".join([text, *others])
        return Row(id=row_id, revision=revision, text=text, words=words, columns=columns)

    def key(self, row_id: int) -> str:
        return f"item:{row_id}"


def _arrays(pairs: Iterable[tuple[int, int]]) -> Revisions:
    ids, revisions = np.array(list(pairs), np.int64).reshape(-1, 2).T
    return ids, revisions


def is_profile(subject: str, attribute: str) -> bool:
    """Tell whether an item has its place in the profile of the user."""
    return subject == USER and bool(attribute) and attribute_spec(attribute).is_profile


class History(Source):
    """Past exchanges word for word; those that the user asked to forget are not there."""

    name: ClassVar[str] = "history"
    dtypes: ClassVar[Mapping[str, Any]] = {
        "occurred": np.float64,
        "conversation": np.int64,
        "speaker": np.object_,
        "asks": np.float32,
        "ends_asking": np.float32,
        "length": np.float32,
        "tells_time": np.float32,
        "tells_number": np.float32,
        "corrects": np.bool_,
    }

    def revisions(self, namespace_id: int) -> Revisions:
        episodes = Episode.objects.filter(namespace_id=namespace_id, quotable=True).order_by("id")
        ids = np.fromiter(episodes.values_list("id", flat=True), np.int64)
        return ids, np.zeros(len(ids), np.int64)

    def rows(self, namespace_id: int, ids: Sequence[int] | None) -> list[Row]:
        episodes = Episode.objects.filter(namespace_id=namespace_id, quotable=True).order_by("id")
        if ids is not None:
            episodes = episodes.filter(id__in=ids)
        return [_exchange_row(episode) for episode in episodes]

    def key(self, row_id: int) -> str:
        return f"episode:{row_id}"


def _exchange_row(episode: Episode) -> Row:
    said = episode.user_text
    columns = (
        hours(episode.occurred_at),
        episode.conversation_id or 0,
        sys.intern(episode.speaker),
        "?" in said or "？" in said,
        said.rstrip().endswith(("?", "？")),
        math.log(5 + len(said)),
        tells_time(said),
        tells_number(said),
        corrects(said),
    )
    return Row(
        id=episode.pk,
        revision=0,
        text=exchange_text(episode),
        words=exchange_text(episode),
        columns=columns,
    )


class Experiences(Source):
    """Solutions that users confirmed and an operator approved."""

    name: ClassVar[str] = "experiences"
    dtypes: ClassVar[Mapping[str, Any]] = {"importance": np.float32}

    def revisions(self, namespace_id: int) -> Revisions:
        active = Experience.objects.filter(namespace_id=namespace_id, state=Experience.State.ACTIVE)
        return _arrays(active.order_by("id").values_list("id", "version"))

    def rows(self, namespace_id: int, ids: Sequence[int] | None) -> list[Row]:
        active = Experience.objects.filter(
            namespace_id=namespace_id, state=Experience.State.ACTIVE
        ).order_by("id")
        if ids is not None:
            active = active.filter(id__in=ids)
        return [
            Row(id=row_id, revision=version, text=task, words=task, columns=(importance,))
            for row_id, version, task, importance in active.values_list(
                "id", "version", "general_task", "importance"
            )
        ]

    def key(self, row_id: int) -> str:
        return f"experience:{row_id}"


ITEMS, HISTORY, EXPERIENCES = Items(), History(), Experiences()
