"""The table of cases names tests that exist, and every case that we undertook to show."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "cases.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)))
SHOWN = (
    *(1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 25, 26, 27, 28, 30),
    *(32, 34, 35, 37, 38, 39, 41, 42, 43, 54, 56, 57, 59, 60, 62),
)

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_named_test_exists(path, name):
    tree = ast.parse((ROOT / path).read_text())
    names = {
        n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert name in names


def test_every_case_has_a_row():
    rows = {int(number) for number in re.findall(r"^\| (\d+) \|", TEXT, re.MULTILINE)}
    assert set(SHOWN) <= rows
