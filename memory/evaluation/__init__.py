"""The suites of `manage.py evaluate`: each measures one ability, without a model or a network."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteOptions:
    """What the command line says. `data` names a data set or a path, `limit` 0 means all."""

    data: str = ""
    limit: int = 0
    policy: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteResult:
    """The figures of one run; the fields are those of `EvaluationRun`.

    `metrics` is one level of numbers; `by_category` has one such mapping a category, `baselines`
    one a baseline of the same run.
    """

    suite: str
    n: int
    metrics: Mapping[str, float]
    by_category: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    baselines: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    data: str = ""
    policy: str = ""
    seconds: float = 0.0


Suite = Callable[[SuiteOptions], SuiteResult]

# Name -> dotted path of the function that runs it.
SUITES: dict[str, str] = {
    "extraction": "memory.evaluation.extraction.run",
    "locomo": "memory.evaluation.locomo.run",
    "chinese": "memory.evaluation.chinese.run",
    "abstention": "memory.evaluation.abstention.run",
    "leaks": "memory.evaluation.leaks.run",
    "precision": "memory.evaluation.precision.run",
    "seeds": "memory.evaluation.seeds.run",
    "updates": "memory.evaluation.updates.run",
}
