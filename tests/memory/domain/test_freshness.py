"""Of two statements about the same thing the later comes first, and the earlier says so."""

import numpy as np
import pytest

from memory.domain.freshness import (
    Statement,
    corrects,
    newest_first,
    numbers,
    only_asks,
    overtaken,
    spoken_again,
    succeeded,
    wants_earlier,
)


def statement(text, hours, matched, *, speaker="", relevance=0.8, direction=0, **fields):
    vector = np.zeros(4, np.float32)
    vector[direction] = 1.0
    words = frozenset(hash(word) for word in text.casefold().strip(".!?").split())
    return Statement(
        text=text,
        told=text,
        speaker=speaker,
        hours=hours,
        relevance=relevance,
        matched=np.array(matched, bool),
        words=words,
        frame=words,
        vector=vector,
        **fields,
    )


def test_a_later_statement_on_the_same_words_overtakes():
    old = statement("I run 5 km in 27:12.", 1.0, [1, 1, 0], direction=0)
    new = statement("My time over 5 km is 25:50.", 9.0, [1, 1, 0], direction=1)
    found = overtaken([old, new])
    assert found[0].later == 1
    assert 1 not in found
    assert newest_first(2, found) == [1, 0]


def test_every_later_statement_comes_before_what_it_overtakes():
    days = [statement(f"I run 5 km in {n} min.", hour, [1, 1]) for hour, n in ((1, 29), (9, 25))]
    newest = statement("I run 5 km in 24 min.", 20.0, [1, 1])
    found = overtaken([*days, newest])
    assert newest_first(3, found) == [2, 1, 0]
    assert found[0].later == 2


def test_rare_words_of_the_question_count_more():
    weights = np.array([1.0, 1.0, 4.0], np.float32)
    old = statement("The team has ten people.", 1.0, [1, 0, 1], direction=0)
    new = statement("The team met today.", 9.0, [1, 0, 0], direction=1)
    assert 0 in overtaken([old, new])
    assert 0 not in overtaken([old, new], weights)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        pytest.param("We go with DataPro.", "Let's go with GlobalTech instead.", id="instead"),
        pytest.param("我们用方案一。", "现在改用方案二。", id="现在"),
        pytest.param(
            "The meeting is in office A on Monday.",
            "The meeting is in office B on Monday.",
            id="said again with another value",
        ),
    ],
)
def test_a_brief_statement_is_replaced_by_one_that_takes_its_place(earlier, later):
    old = statement(earlier, 1.0, [1], direction=0)
    new = statement(later, 2.0, [1], direction=1)
    assert overtaken([old, new])[0].replaced


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        pytest.param("We think of a pilot.", "It rained all day in the hills.", id="another thing"),
        pytest.param(
            "Order 1000 units to Riga.", "Keep the place, but make it 750 now.", id="in part"
        ),
        pytest.param("The policy was updated.", "Change of plans: not told now.", id="not to what"),
        pytest.param("x " * 200, "Now it is y.", id="says several things"),
        pytest.param("订一千件送到里加。", "地点保留，现在数量改成七百五。", id="部分更正"),
    ],
)
def test_what_is_not_taken_over_whole_is_only_marked(earlier, later):
    old = statement(earlier, 1.0, [1], direction=0)
    new = statement(later, 2.0, [1], direction=1)
    assert not overtaken([old, new])[0].replaced


def test_what_others_said_is_never_left_out():
    old = statement("We go with DataPro.", 1.0, [1], speaker="Tim", direction=0)
    new = statement("Now it is GlobalTech.", 2.0, [1], speaker="Tim", direction=0)
    assert not overtaken([old, new])[0].replaced


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        pytest.param("We're thinking of a pilot.", "The official plan is staged.", id="official"),
        pytest.param("我们考虑先试点。", "最终方案是分批上线。", id="最终"),
    ],
)
def test_what_was_decided_overtakes_what_was_only_thought_of(earlier, later):
    old = statement(earlier, 1.0, [1, 0], direction=0)
    new = statement(later, 2.0, [0, 1], direction=1)
    assert overtaken([old, new])[0].replaced
    elsewhere = statement(later, 2.0, [0, 1], direction=1, talk=7)
    assert 0 not in overtaken([old, elsewhere])


def test_a_correction_replaces_all_that_it_leads_back_to():
    said = statement("The design has cards.", 1.0, [1], direction=0)
    first = statement("Let's try lists instead.", 2.0, [1], direction=1, corrects=0)
    second = statement("Actually, back to cards.", 3.0, [1], direction=2, corrects=1)
    found = overtaken([said, first, second])
    assert found[0].replaced
    assert found[1].replaced
    assert 2 not in found


def test_what_only_repeats_a_replaced_statement_goes_with_it():
    old = statement("approved 50,000 for order 4521", 1.0, [1], direction=0)
    again = statement("again: approved 50,000 please note", 2.0, [0], direction=1)
    other = statement("the team meets on Monday", 2.5, [0], direction=2)
    new = statement("order 4521 cancelled", 3.0, [1], direction=3)
    found = overtaken([old, again, other, new])
    assert found[1].replaced
    assert 2 not in found


@pytest.mark.parametrize(
    "new",
    [
        pytest.param(statement("On cats.", 9.0, [0, 0, 1], direction=1), id="other words"),
        pytest.param(statement("5 km.", 9.0, [1, 1, 0], relevance=0.1, direction=1), id="weak"),
        pytest.param(statement("5 km.", 9.0, [1, 1, 0], speaker="Tim", direction=1), id="another"),
        pytest.param(statement("5 km.", 0.5, [1, 1, 0], direction=1), id="earlier"),
        pytest.param(statement("How do I run?", 9.0, [1, 1, 0], direction=1), id="a question"),
    ],
)
def test_nothing_else_overtakes(new):
    old = statement("I run 5 km in 27:12.", 1.0, [1, 1, 0], direction=0)
    assert 0 not in overtaken([old, new])


def test_the_order_of_the_rest_stays():
    assert newest_first(3, {}) == [0, 1, 2]


@pytest.mark.parametrize(
    "text",
    [
        "No wait, change that to this week.",
        "Actually, Tuesday.",
        "Let's try the list instead.",
        "Keep the place, but change the number to 750.",
        "Bad news - we're back to the standard policy.",
        "不对，是周二。",
        "数量改成七百五。",
        "先别发。",
    ],
)
def test_a_correction_is_known_by_its_words(text):
    assert corrects(text)


@pytest.mark.parametrize(
    "text", ["I moved to Riga.", "What should I eat instead of rice today?", "我喜欢改装车。"]
)
def test_other_messages_correct_nothing(text):
    assert not corrects(text)


@pytest.mark.parametrize(
    ("text", "is_question"),
    [
        pytest.param("Where is it? And why?", True, id="asks"),
        pytest.param("在哪里？", True, id="问"),
        pytest.param("I go at 7. Is that late?", False, id="tells and asks"),
        pytest.param("Can I set it for the gym, where I go at 7:00?", False, id="tells a number"),
    ],
)
def test_a_question_tells_nothing(text, is_question):
    assert only_asks(text) == is_question


def test_numbers_are_read_in_both_languages():
    assert numbers("I run 5 km in 25:50, twice a week") == {"5", "25:50", "twice"}
    assert numbers("每周三次") == {"三"}


def test_a_question_about_how_things_were_is_known():
    assert wants_earlier("Where did I live originally?")
    assert wants_earlier("我以前住在哪里？")
    assert not wants_earlier("Where do I live?")
    assert not wants_earlier("How many pages of A Short History of Bees did I read?")


@pytest.mark.parametrize(
    ("item", "said", "gives_way"),
    [
        pytest.param("does yoga twice a week", "I do yoga three times a week", True, id="number"),
        pytest.param("每周练两次瑜伽", "现在每周练三次瑜伽", True, id="数字"),
        pytest.param("yoga is in the park", "my yoga moved to the hall", True, id="a change"),
        pytest.param("yoga is in the park", "yoga was fun", False, id="nothing other"),
        pytest.param("does yoga twice a week", "yoga was fun", False, id="no number"),
    ],
)
def test_an_item_gives_way_to_another_value_said_later(item, said, gives_way):
    old, new = statement(item, 1.0, [1]), statement(said, 9.0, [1], direction=1)
    found = succeeded(old, frozenset(), [new], np.ones(1, np.float32))
    assert (found is not None) == gives_way


def test_what_has_the_value_of_an_item_confirms_it():
    old = statement("lives in Lisbon", 1.0, [1])
    new = statement("I moved within Lisbon", 9.0, [1], direction=1)
    weights = np.ones(1, np.float32)
    assert succeeded(old, frozenset({hash("lisbon")}), [new], weights) is None
    assert succeeded(old, frozenset(), [new], weights) is not None


@pytest.mark.parametrize(
    ("said", "matched", "relevance", "hours", "is_marked"),
    [
        pytest.param("I took Rex to the vet.", [1, 0], 0.2, 9.0, True, id="a word in common"),
        pytest.param("The dog sleeps well.", [0, 1], 0.6, 9.0, True, id="about what is asked"),
        pytest.param("The dog sleeps well.", [0, 1], 0.2, 9.0, False, id="hardly about it"),
        pytest.param("How old is Rex?", [1, 0], 0.6, 9.0, False, id="asks"),
        pytest.param("I took Rex to the vet.", [1, 0], 0.6, 1.0, False, id="earlier"),
        pytest.param("Rex is a spaniel.", [1, 0], 0.6, 9.0, False, id="confirms"),
    ],
)
def test_an_item_is_marked_where_what_is_asked_came_up_again(
    said, matched, relevance, hours, is_marked
):
    item = statement("has a spaniel called Rex", 5.0, [1, 0])
    later = statement(said, hours, matched, direction=1, relevance=relevance)
    value, weights = frozenset({hash("spaniel")}), np.ones(2, np.float32)
    place = spoken_again(item, value, [later], weights, threshold=0.35)
    assert place == (0 if is_marked else None)


def test_only_what_is_found_first_changes_places():
    old = statement("I run 5 km in 29 min.", 1.0, [1, 1])
    others = [statement(f"On cat {n}.", 1.0, [0, 0], relevance=0.3) for n in range(5)]
    new = statement("I run 5 km in 25 min.", 9.0, [1, 1])
    found = overtaken([old, *others, new])
    assert found[0].later == 6
    assert newest_first(7, found) == list(range(7))
