"""What is derived from a namespace and read again only when its generation rises."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from memory.models import Namespace

T = TypeVar("T")
KEPT_NAMESPACES = 512


class PerGeneration(Generic[T]):
    """Keeps what `read` returns of a namespace, for the namespaces used last.

    Every change of what `read` reads must raise the generation in its transaction.
    """

    _all: ClassVar[list["PerGeneration[Any]"]] = []

    def __init__(self, read: Callable[[Namespace], T], *, limit: int = KEPT_NAMESPACES) -> None:
        self._read, self._limit = read, limit
        self._kept: OrderedDict[int, tuple[int, T]] = OrderedDict()
        self._lock = threading.Lock()
        self._all.append(self)

    def of(self, namespace: Namespace) -> T:
        """Return what was read at the namespace's generation; raises what `read` raises."""
        with self._lock:
            kept = self._kept.get(namespace.pk)
            if kept is not None and kept[0] == namespace.generation:
                self._kept.move_to_end(namespace.pk)
                return kept[1]
        # Two threads may read the same at once; either result is right.
        found = self._read(namespace)
        with self._lock:
            self._kept[namespace.pk] = (namespace.generation, found)
            self._kept.move_to_end(namespace.pk)
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return found

    @classmethod
    def forget_all(cls) -> None:
        """Read everything anew at its next use."""
        for kept in cls._all:
            with kept._lock:
                kept._kept.clear()
