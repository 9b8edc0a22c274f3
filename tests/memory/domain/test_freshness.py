"""Of two statements about the same thing the later comes first, and the earlier says so."""

import numpy as np
import pytest

from memory.domain.freshness import (
    Statement,
    corrects,
    newest_first,
    overtaken,
    wants_earlier,
)


def statement(text, hours, matched, *, speaker="", relevance=0.8, direction=0):
    vector = np.zeros(4, np.float32)
    vector[direction] = 1.0
    return Statement(
        text=text,
        speaker=speaker,
        hours=hours,
        relevance=relevance,
        matched=np.array(matched, bool),
        vector=vector,
    )


def test_a_later_statement_on_the_same_words_overtakes():
    old = statement("I run 5 km in 27:12.", 1.0, [1, 1, 0], direction=0)
    new = statement("My time over 5 km is 25:50.", 9.0, [1, 1, 0], direction=1)
    found = overtaken([old, new])
    assert found[0].later == 1
    assert 1 not in found
    assert newest_first(2, found) == [1, 0]


def test_what_says_that_things_changed_replaces_a_brief_statement():
    old = statement("We go with DataPro.", 1.0, [1], direction=0)
    new = statement("Let's go with GlobalTech instead.", 2.0, [1], direction=1)
    assert overtaken([old, new])[0].replaced


def test_what_others_said_is_never_left_out():
    old = statement("We go with DataPro.", 1.0, [1], speaker="Tim", direction=0)
    new = statement("Now it is GlobalTech.", 2.0, [1], speaker="Tim", direction=1)
    assert not overtaken([old, new])[0].replaced


@pytest.mark.parametrize(
    "new",
    [
        pytest.param(statement("On cats.", 9.0, [0, 0, 1], direction=1), id="other words"),
        pytest.param(statement("5 km.", 9.0, [1, 1, 0], relevance=0.1, direction=1), id="weak"),
        pytest.param(statement("5 km.", 9.0, [1, 1, 0], speaker="Tim", direction=1), id="another"),
        pytest.param(statement("5 km.", 0.5, [1, 1, 0], direction=1), id="earlier"),
    ],
)
def test_nothing_else_overtakes(new):
    old = statement("I run 5 km in 27:12.", 1.0, [1, 1, 0], direction=0)
    assert 0 not in overtaken([old, new])


def test_the_order_of_the_rest_stays():
    assert newest_first(3, {}) == [0, 1, 2]


@pytest.mark.parametrize(
    "text", ["No wait, change that to this week.", "Actually, Tuesday.", "不对，是周二。"]
)
def test_a_correction_is_known_by_its_beginning(text):
    assert corrects(text)


def test_a_question_about_how_things_were_overtakes_nothing():
    assert wants_earlier("Where did I live originally?")
    assert wants_earlier("我以前住在哪里？")
    assert not wants_earlier("Where do I live?")
