"""The tables of cases and of rules name tests that exist, and every row that we undertook to show."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CASES = {
    *(1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 25, 26, 27, 28, 30),
    *(32, 34, 35, 37, 38, 39, 41, 42, 43, 54, 56, 57, 59, 60, 62),
}
SHOWN = {"cases.md": CASES, "interface.md": set(range(1, 26))}
TEXTS = {page: (ROOT / "docs" / page).read_text() for page in SHOWN}
NAMED = sorted(
    {named for text in TEXTS.values() for named in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)}
)

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_named_test_exists(path, name):
    tree = ast.parse((ROOT / path).read_text())
    names = {
        n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert name in names


@pytest.mark.parametrize("page", SHOWN)
def test_every_row_that_was_undertaken_is_there(page):
    rows = {int(number) for number in re.findall(r"^\| (\d+) \|", TEXTS[page], re.MULTILINE)}
    assert SHOWN[page] <= rows
