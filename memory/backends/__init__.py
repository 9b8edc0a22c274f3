"""Builds the configured backends on first use, one of each alias a process."""

from functools import cache
from typing import Any, cast

from django.conf import settings
from django.core.signals import setting_changed
from django.utils.module_loading import import_string

from memory.backends.base import (
    Embedder,
    Extractor,
    Generaliser,
    Reranker,
    Rewriter,
    StateStore,
    VectorIndex,
)


@cache
def _backend(alias: str) -> Any:
    config = settings.MEMORY.get(alias)
    if not config:
        return None
    return import_string(config["BACKEND"])(**config.get("OPTIONS", {}))


def embedder() -> Embedder:
    return cast(Embedder, _backend("embedder"))


def vector_index() -> VectorIndex:
    return cast(VectorIndex, _backend("index"))


def state_store() -> StateStore:
    return cast(StateStore, _backend("state"))


def extractor() -> Extractor:
    return cast(Extractor, _backend("extractor"))


def generaliser() -> Generaliser | None:
    return cast("Generaliser | None", _backend("generaliser"))


def rewriter() -> Rewriter | None:
    return cast("Rewriter | None", _backend("rewriter"))


def reranker() -> Reranker | None:
    return cast("Reranker | None", _backend("reranker"))


def reset(*, setting: str = "MEMORY", **_kwargs: Any) -> None:
    """Forget the built backends, so that changed settings take effect."""
    if setting == "MEMORY":
        _backend.cache_clear()


setting_changed.connect(reset)
