"""A preview of the write path says what the worker is going to keep."""

from datetime import UTC, datetime

import pytest

from memory.preview import preview_extraction

SAID_AT = datetime(2026, 3, 11, 10, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def test_a_yes_keeps_what_the_reply_stated():
    preview = preview_extraction(
        text="Yes, exactly", said_at=SAID_AT, previous_reply="You live in Lisbon, right?"
    )
    assert [(c.attribute, c.value) for c in preview.accepted] == [("home", "Lisbon")]


def test_a_yes_to_nothing_keeps_nothing():
    preview = preview_extraction(text="Yes, exactly", said_at=SAID_AT)
    assert preview.accepted == preview.for_review == ()
