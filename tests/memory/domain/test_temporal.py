"""Time in words becomes a span, in English and Chinese, seen from the moment of asking."""

from datetime import UTC, datetime

import pytest

from memory.domain.temporal import asks_number, asks_time, closeness, spans, tells_time

NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        pytest.param("What did I do yesterday?", "2026-03-10", "2026-03-11", id="yesterday"),
        pytest.param("What happened last week?", "2026-03-02", "2026-03-09", id="last week"),
        pytest.param("Where was I last month?", "2026-02-01", "2026-03-01", id="last month"),
        pytest.param("the trip in May 2023", "2023-05-01", "2023-06-01", id="month and year"),
        pytest.param("the party on 7 May, 2023", "2023-05-07", "2023-05-08", id="a day"),
        pytest.param("the party on May 7th", "2025-05-07", "2025-05-08", id="no year: the last"),
        pytest.param("what did I do in December?", "2025-12-01", "2026-01-01", id="no year, month"),
        pytest.param("我上个月去了哪里？", "2026-02-01", "2026-03-01", id="上个月"),
        pytest.param("昨天说的那个", "2026-03-10", "2026-03-11", id="昨天"),
        pytest.param("2023年5月7日的聚会", "2023-05-07", "2023-05-08", id="年月日"),
        pytest.param("去年的旅行", "2025-01-01", "2026-01-01", id="去年"),
        pytest.param("last Friday's meeting", "2026-03-06", "2026-03-07", id="a weekday"),
    ],
)
def test_time_in_words_is_a_span(text, first, last):
    (span,) = spans(text, NOW)
    assert (f"{span.start:%Y-%m-%d}", f"{span.end:%Y-%m-%d}") == (first, last)


@pytest.mark.parametrize("text", ["I may go there", "march on", "Where do I live?", "我住在哪里？"])
def test_other_words_name_no_time(text):
    assert spans(text, NOW) == ()


def test_a_moment_within_is_closer_than_one_after_than_one_before():
    (span,) = spans("yesterday", NOW)
    middle = span.start.timestamp() / 3600 + 3
    assert closeness(middle, span) > closeness(middle + 48, span) > closeness(middle - 240, span)


@pytest.mark.parametrize(
    "text", ["When did we meet?", "How long was it?", "什么时候去的？", "多久了？"]
)
def test_a_question_about_time_is_known(text):
    assert asks_time(text)


def test_numbers_and_times_are_told_apart():
    assert asks_number("How many dogs do I have?")
    assert asks_number("我有几只狗？")
    assert tells_time("We left last Sunday.")
    assert not tells_time("We like dogs.")
