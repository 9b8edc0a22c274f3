"""What the suite of updates reads from its data."""

from datetime import UTC, datetime

import pytest

from memory.evaluation.updates import longmemeval_talk


@pytest.mark.parametrize(
    ("written", "read"),
    [
        pytest.param("2023/05/30 (Tue) 11:28", datetime(2023, 5, 30, 11, 28, tzinfo=UTC), id="Tue"),
        pytest.param("2023/05/29 (Mon) 11:28", datetime(2023, 5, 29, 11, 28, tzinfo=UTC), id="Mon"),
        pytest.param(
            "2023-05-30T11:28:00+00:00", datetime(2023, 5, 30, 11, 28, tzinfo=UTC), id="iso"
        ),
    ],
)
def test_dates_are_read_as_the_set_writes_them(written, read):
    session = {"date": written, "local_id": "1", "turns": [{"role": "user", "content": "Hello"}]}
    exchanges, now = longmemeval_talk({"evidence_sessions": [session], "question_date": written})
    assert now == read
    assert [exchange.occurred_at for exchange in exchanges] == [read]


def test_a_question_is_asked_after_what_it_is_about_was_said():
    turns = [{"role": "user", "content": "I have had Luna for nine months."}]
    session = {"date": "2023/11/30 (Thu) 11:13", "local_id": "1", "turns": turns}
    row = {"evidence_sessions": [session], "question_date": "2023/11/30 (Thu) 03:32"}
    (exchange,), now = longmemeval_talk(row)
    assert now == exchange.occurred_at
