"""What an erasure looks for, and what it counts for the receipt."""

from dataclasses import dataclass, field
from typing import Any

from memory.models import ErasureReceipt, Namespace


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """Everything that has to go, collected before the first row does.

    `texts` are the sentences that must be found nowhere afterwards; `values` the short answers
    in them, removed from structured state only. `keys` are rows of the vector index.
    """

    namespace: Namespace
    item_ids: tuple[int, ...] = ()
    episode_ids: tuple[int, ...] = ()
    conversation_ids: tuple[int, ...] = ()
    message_ids: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    embedded: tuple[str, ...] = ()  # texts whose vectors are cached
    keys: tuple[str, ...] = ()


@dataclass(slots=True)
class Counts:
    """By layer: asked to go, gone, left when read back, and what failed."""

    layers: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, receipt: ErasureReceipt) -> "Counts":
        return cls(layers={name: dict(counts) for name, counts in receipt.layers.items()})

    def add(self, layer: str, requested: int, removed: int) -> None:
        counts = self._layer(layer)
        counts["requested"] += requested
        counts["removed"] += removed

    def left(self, layer: str, remaining: int) -> None:
        counts = self._layer(layer)
        counts["remaining"] = remaining
        counts.pop("error", None)

    def failed(self, layer: str, error: str) -> None:
        self._layer(layer)["error"] = error

    @property
    def is_clean(self) -> bool:
        return all(
            counts["remaining"] == 0 and "error" not in counts for counts in self.layers.values()
        )

    def _layer(self, layer: str) -> dict[str, Any]:
        return self.layers.setdefault(layer, {"requested": 0, "removed": 0, "remaining": 0})
