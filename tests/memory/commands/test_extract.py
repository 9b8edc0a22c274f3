"""`extract` shows what would be remembered of each line, and stores nothing."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from memory.models import Episode, MemoryItem

pytestmark = pytest.mark.django_db
FIELDS = {
    *("text", "subject", "attribute", "value", "kind", "importance", "confidence", "quote"),
    *("valid_from", "valid_to", "expires_at", "outcome", "reason"),
}


@pytest.fixture
def extract(monkeypatch):
    def run(*lines, **options):
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        call_command("extract", stdout=out, **options)
        return out.getvalue()

    return run


def read(output):
    return [json.loads(line) for line in output.splitlines()]


def test_it_prints_one_object_a_line_in_both_languages(extract):
    lines = ["I'm allergic to nuts.", "", "我对海鲜过敏", "What's the weather?"]
    first, second, third = read(extract(*lines, json=True))
    assert [first["text"], second["text"]] == ["I'm allergic to nuts.", "我对海鲜过敏"]
    assert set(first["candidates"][0]) >= FIELDS
    assert first["candidates"][0]["value"] == "nuts"
    assert first["candidates"][0]["outcome"] == "kept"
    assert second["candidates"][0]["value"] == "海鲜"
    assert third["candidates"] == []


def test_dates_are_resolved_against_the_given_time(extract):
    (line,) = read(extract("I'm vegetarian today.", json=True, at="2026-03-11T10:00:00+00:00"))
    assert line["candidates"][0]["expires_at"] == "2026-03-11T23:59:59+00:00"


def test_a_drop_has_its_reason(extract):
    (line,) = read(extract("My email is sam@example.com", json=True))
    assert [(c["outcome"], c["reason"]) for c in line["candidates"]] in (
        [],
        [("dropped", "redacted")],
    )


def test_it_says_the_same_in_words(extract):
    output = extract("I live in Berlin. Where do you live?")
    assert "kept: The user lives in Berlin." in output
    assert "skipped (question): Where do you live?" in output


def test_it_stores_nothing(extract):
    extract("I live in Berlin", json=True)
    assert not MemoryItem.objects.exists()
    assert not Episode.objects.exists()


def test_a_time_that_cannot_be_read_is_refused(extract):
    with pytest.raises(CommandError, match="ISO 8601"):
        extract("I live in Berlin", at="yesterday")
