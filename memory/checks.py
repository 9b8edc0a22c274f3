"""System checks of memory: the backends are there, and the index is of today's embedding model.

What needs the network is a check of the "database" kind, which Django runs only on request:
`manage.py check --tag services --database default`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.utils.module_loading import import_string

from memory import backends
from memory.backends.base import (
    BackendError,
    BackendMisconfigured,
    Embedder,
    Extractor,
    Generaliser,
    Reranker,
    StateStore,
    VectorIndex,
)

CONTRACTS: dict[str, type] = {
    "embedder": Embedder,
    "index": VectorIndex,
    "state": StateStore,
    "extractor": Extractor,
}
OPTIONAL: dict[str, type] = {"generaliser": Generaliser, "reranker": Reranker}


@register("memory")
def check_backends(**_kwargs: Any) -> list[CheckMessage]:
    """Each entry of settings.MEMORY names a class of the right contract."""
    missing = [alias for alias in CONTRACTS if not settings.MEMORY.get(alias)]
    problems: list[CheckMessage] = [
        Error(f"settings.MEMORY has no {alias!r}", id="memory.E001") for alias in missing
    ]
    for alias, contract in (CONTRACTS | OPTIONAL).items():
        config = settings.MEMORY.get(alias)
        if config:
            problems += _check_backend(alias, config, contract)
    return problems


def _check_backend(alias: str, config: Mapping[str, Any], contract: type) -> list[CheckMessage]:
    path = config.get("BACKEND", "")
    try:
        backend = import_string(path)
    except ImportError as error:
        return [Error(f"settings.MEMORY[{alias!r}]: {error}", id="memory.E002")]
    if not (isinstance(backend, type) and issubclass(backend, contract)):
        return [Error(f"{path} is no {contract.__name__}", id="memory.E003")]
    return []


@register("services", Tags.database)
def check_services(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Redis and Chroma answer, and the index has the model and size of today's embedder.

    Warnings only: an instance with a wrong index must start, to rebuild it.
    """
    if not databases:
        return []
    problems: list[CheckMessage] = []
    for part in (backends.state_store(), backends.vector_index()):
        try:
            part.check()
        except BackendMisconfigured as error:
            problems.append(Warning(str(error), id="memory.W002"))
        except BackendError as error:
            problems.append(Warning(str(error), id="memory.W001"))
    return problems
