"""What an item needs to stand: that nobody else says the same, or holds its place."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q

from memory.domain.types import Status
from memory.domain.validity import has_ended
from memory.models import MemoryItem, Namespace
from memory.ontology import ontology_of


def obstacles(
    namespace: Namespace,
    items: Sequence[MemoryItem],
    *,
    now: datetime,
    since: datetime | None = None,
) -> Mapping[int, str]:
    """Return why items cannot simply become active, by id: "ended" or "taken".

    Taken is the place of what a live item says, of a chain that another version stands for, or of
    a single-valued attribute that has a value; with `since`, only where it was taken after that.
    Of several items with one place the first gets it. One query for all.
    """
    found = {item.pk: "ended" for item in items if has_ended(item, now)}
    ontology = ontology_of(namespace.tenant)
    single = {i.attribute for i in items if i.attribute and ontology.spec(i.attribute).single}
    holders = MemoryItem.objects.of(namespace).live()
    if since is not None:
        holders = holders.filter(Q(created_at__gt=since) | Q(status_changed_at__gt=since))
    live = holders.filter(
        Q(content_hash__in=[item.content_hash for item in items])
        | Q(chain__in=[item.chain for item in items], status=Status.ACTIVE)
        | Q(attribute__in=single, status=Status.ACTIVE, valid_to=None, expires_at=None)
    )  # fmt: skip
    taken: set[tuple[Any, ...]] = set()
    for row in live:
        taken |= {("hash", row.content_hash), ("slot", row.subject, row.attribute)}
        taken |= {("chain", row.chain)} if row.status == Status.ACTIVE else set()
    for item in items:
        places: set[tuple[Any, ...]] = {("hash", item.content_hash), ("chain", item.chain)}
        if item.attribute in single and item.valid_to is None and item.expires_at is None:
            places.add(("slot", item.subject, item.attribute))
        if places & taken:
            found[item.pk] = "taken"
        elif item.pk not in found:
            taken |= places
    return found
