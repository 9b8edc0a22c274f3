"""The key map of the record, of the program and of the table on the page are the same."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
RECORD = next((ROOT / "docs" / "adr").glob("*-key-map.md")).read_text()
SCRIPT = (ROOT / "static" / "js" / "dashboard.js").read_text()
TABLE = (ROOT / "templates" / "dashboard" / "includes" / "keys.html").read_text()
TEMPLATES = "\n".join(p.read_text() for p in (ROOT / "templates" / "dashboard").rglob("*.html"))

pytestmark = pytest.mark.pure


def recorded():
    """Return the single letters of the record's table, the pages after `g` apart."""
    keys = set()
    for line in RECORD.splitlines():
        if line.startswith("| `") and not line.startswith("| `g`"):
            keys |= set(re.findall(r"`([a-zA-Z])`", line.split("|")[1]))
    return keys - {"K"} | {"K"}


def test_the_program_knows_exactly_the_letters_of_the_record():
    single = set(re.findall(r"^  \"?([a-zA-Z])\"?: \(\) =>", SCRIPT, re.M))
    named = re.search(r"NEEDS_TARGET = new Set\(\[(.*?)\]\)", SCRIPT, re.S)
    assert named
    needing = {k for k in re.findall(r'"(.)"', named[1]) if k.isalpha()}
    assert single | needing == recorded()
    assert single & needing == set()


def test_pages_after_g_are_those_of_the_record():
    line = next(line for line in RECORD.splitlines() if line.startswith("| `g`"))
    found = re.search(r"const PAGES = \{(.*?)\}", SCRIPT)
    assert found
    assert re.findall(r"(\w): ", found[1]) == re.findall(r"`(\w)`", line.split("|")[1])[1:]


def test_the_table_on_the_page_shows_every_key():
    shown = set(re.findall(r"<kbd>([a-zA-Z])</kbd>", TABLE))
    assert recorded() <= shown


def test_buttons_use_only_keys_of_the_record():
    used = set(re.findall(r'data-key="([^"{]+)"', TEMPLATES))
    assert {key for key in used if key.isalpha()} <= recorded()


def test_nothing_dangerous_has_a_key():
    for tag in re.findall(r"<(?:a|button)[^>]*>", TEMPLATES):
        if "btn-danger" in tag or "is-danger" in tag:
            assert "data-key" not in tag
