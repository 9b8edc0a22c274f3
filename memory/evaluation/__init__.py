"""The suites of `manage.py evaluate`: each measures one ability, without a model or a network."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings

from memory.domain.policy import Policy

T = TypeVar("T")
Progress = Callable[[int, int], None]  # cases done, cases in all


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteOptions:
    """What the command line says. `data` names a data set or a path, `limit` 0 means all, `policy`
    is in force for every recall of the suite.

    A suite that knows how many cases it has tells `on_progress` after each.
    """

    data: str = ""
    limit: int = 0
    policy: Policy | None = None
    on_progress: Progress = lambda _done, _total: None

    def followed(self, cases: Sequence[T]) -> Iterator[T]:
        """Yield the cases and tell the progress after each."""
        for done, case in enumerate(cases, start=1):
            yield case
            self.on_progress(done, len(cases))


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
OWN_DATA = ("extraction", "leaks")  # suites that need no public data
JUDGED = "judged"  # the turns that the people of a tenant judged, see memory.evaluation.judged


def available_suites() -> list[str]:
    """Return the suites whose data this installation has."""
    has_data = Path(settings.EVALUATION_DATA_DIR).is_dir()
    return [name for name in sorted(SUITES) if has_data or name in OWN_DATA]
