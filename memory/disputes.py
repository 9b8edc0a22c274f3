"""Open conflicts between recalled statements: the prompt is told that they disagree."""

import dataclasses
from collections import Counter
from collections.abc import Sequence

from memory.domain import rendering
from memory.domain.ontology import SPECS
from memory.domain.types import Layer, RecalledItem
from memory.generations import PerGeneration
from memory.models import Conflict, Namespace

OF_ITEMS = (Layer.PROFILE, Layer.LONG_TERM, Layer.GRAPH)


def with_disputes(
    owner: Namespace | None, injected: Sequence[RecalledItem]
) -> tuple[tuple[RecalledItem, ...], tuple[str, ...]]:
    """Return the entries, those in dispute marked with the other's id, and the lines that say so.

    Statements can only disagree about the same thing, of which one alone is true. Without an
    owner nothing is marked. No query, beyond reading the conflicts anew after a change.
    """
    said = {entry.item_id: entry for entry in injected if entry.layer in OF_ITEMS}
    topics = Counter(_topic(entry) for entry in said.values() if _may_conflict(entry))
    disputed = {pk for pk, entry in said.items() if topics[_topic(entry)] > 1}
    if owner is None:
        return tuple(injected), ()
    pairs = [pair for pair in _open.of(owner) if disputed.issuperset(pair)]
    others = {**{new: old for old, new in pairs}, **dict(pairs)}
    marked = tuple(
        dataclasses.replace(entry, detail={**entry.detail, "disputed_with": others[entry.item_id]})
        if entry.layer in OF_ITEMS and entry.item_id in others
        else entry
        for entry in injected
    )
    return marked, tuple(rendering.dispute(said[old], said[new]) for old, new in pairs)


def _read(namespace: Namespace) -> list[tuple[int, int]]:
    """Return the old and the new item of each open conflict (one query)."""
    found = Conflict.objects.filter(namespace=namespace, state=Conflict.State.OPEN)
    return list(found.order_by("pk").values_list("old_item_id", "new_item_id"))


_open = PerGeneration(_read)


def _may_conflict(entry: RecalledItem) -> bool:
    spec = SPECS.get(entry.attribute)  # a tenant's own attributes are not among these
    return bool(entry.attribute) and (spec is None or spec.single)


def _topic(entry: RecalledItem) -> tuple[str, str]:
    return entry.subject.casefold(), entry.attribute
