"""English extraction reaches its figures on the labelled messages, the hold-outs within reach."""

from functools import cache

import pytest
from django.conf import settings

from memory.evaluation import SuiteOptions
from memory.evaluation.extraction import run

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(240)]
LABELS = settings.BASE_DIR / "tests" / "extraction"


@cache  # the measuring takes most of a minute on a busy machine
def figures(part):
    return run(SuiteOptions(data=str(LABELS / f"{part}.jsonl")))


def test_development_messages():
    result = figures("english")
    assert result.n >= 900
    assert result.metrics["precision"] >= 0.97
    assert result.metrics["recall"] >= 0.95
    assert result.metrics["mode_accuracy"] >= 0.97


def test_no_kind_is_left_behind():
    by_kind = {
        name: numbers
        for name, numbers in figures("english").by_category.items()
        if name.startswith("english/") and numbers["expected"] >= 8
    }
    assert len(by_kind) >= 5
    assert all(numbers["f1"] >= 0.9 for numbers in by_kind.values()), by_kind


def test_messages_that_no_rule_was_written_for():
    result = figures("english_holdout")
    assert result.n >= 100
    assert result.metrics["precision"] >= 0.92  # 0.95 less three points
    assert result.metrics["recall"] >= 0.85


def test_messages_written_after_the_last_rule():
    result = figures("english_holdout3")
    assert result.n >= 60
    assert result.metrics["precision"] >= 0.88  # 0.906 at first contact
    assert result.metrics["recall"] >= 0.8  # 0.829 at first contact


@pytest.mark.parametrize("batch", [*range(4, 20)])
def test_messages_of_several_clauses_labelled_strictly(batch):
    result = figures(f"english_holdout{batch}")
    assert result.n >= 55
    assert result.metrics["precision"] >= 0.94
    assert result.metrics["recall"] >= 0.78  # 0.43 - 0.87 at first contact
