"""A memory that is corrected in the person's own words is kept as a statement about them."""

import pytest

from chat.llm.local.persons import to_third_person
from chat.llm.local.wording import to_second_person

STATEMENTS = [
    "The user lives in Berlin.",
    "The user's sister is called Clara.",
    "The user has a dog called Bruno and works as a nurse.",
    "The user no longer eats meat.",
    "The user went to Suzhou on 8 March.",
    "The user wants to be called Jo.",
    "Clara lives in Hamburg.",
]


@pytest.mark.parametrize("stored", STATEMENTS)
@pytest.mark.parametrize("other", ["", "The user likes tea."])
def test_what_is_told_comes_back_as_it_was_kept(stored, other):
    told = to_second_person(stored, "en")
    assert to_third_person(told, stored=other or stored, language="en") == stored


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("You live in Porto.", "The user lives in Porto."),
        ("I'm allergic to nuts.", "The user is allergic to nuts."),
        ("I live in Porto with my sister.", "The user lives in Porto with the user's sister."),
        ("You don't like tea and study law.", "The user doesn't like tea and studies law."),
        ("My favourite colour is blue.", "The user's favourite colour is blue."),
        ("You can swim.", "The user can swim."),
        ("You moved to Rome.", "The user moved to Rome."),
        ("Clara likes you.", "Clara likes the user."),
        ("The user lives in Porto.", "The user lives in Porto."),
    ],
)
def test_what_is_written_of_oneself_becomes_a_statement(told, kept):
    assert to_third_person(told, stored="The user lives in Oslo.", language="en") == kept


@pytest.mark.parametrize(
    ("told", "kept"),
    [("你住在上海。", "用户住在上海。"), ("我的妹妹叫林晓。", "用户的妹妹叫林晓。")],
)
def test_the_same_in_chinese(told, kept):
    assert to_third_person(told, stored="用户住在北京。", language="zh") == kept
