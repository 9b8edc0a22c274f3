"""What is worth keeping of a task or a conversation, and which statements say the same."""

import pytest

from memory.domain.consolidation import (
    Entry,
    Statement,
    candidate_of,
    entries_of,
    find_duplicates,
    is_refused,
    is_worth_keeping,
    summarise_rounds,
)


def test_entries_are_what_is_still_open():
    fields = {
        "goal": "plan a trip",
        "todos": [{"text": "book", "done": False}, {"text": "pack", "done": True}],
        "confirmed": {"city": "Rome"},
        "entities": ["Rome"],
    }
    assert [(e.field, e.name, e.value) for e in entries_of(fields)] == [
        ("goal", "", "plan a trip"),
        ("confirmed", "city", "Rome"),
        ("todos", "", "book"),
    ]


@pytest.mark.parametrize(
    ("field", "turns", "kept"),
    [
        ("goal", 1, True),
        ("todos", 1, True),
        ("notes", 1, False),
        ("notes", 3, True),
        ("preferences", 2, False),
    ],
)
def test_worth_by_score_or_repetition(field, turns, kept):
    assert is_worth_keeping(Entry(field=field, name="", value="x"), turns=turns) is kept


def test_a_candidate_keeps_the_language():
    assert candidate_of(Entry(field="goal", name="", value="减肥")).text == "用户的目标：减肥。"
    told = candidate_of(Entry(field="confirmed", name="city", value="Rome"))
    assert (told.text, told.attribute) == ("The user's city: Rome.", "detail:city")


def test_a_summary_is_the_users_own_sentences_in_order():
    texts = [
        "We plan the garden with apple trees.",
        "ok",
        "What about roses?",
        "The apple trees go north, the garden is 20 metres long.",
    ]
    told, confidence = summarise_rounds(texts)
    assert told.startswith("We plan the garden")
    assert "roses" not in told
    assert 0.6 <= confidence <= 1
    assert summarise_rounds([]) == ("", 0.0)


def same(*values, attribute="likes", **rest):
    statements = [
        Statement(
            item_id=i, subject="user", attribute=attribute, value=v, text=v, mentions=1, **rest
        )
        for i, v in enumerate(values, 1)
    ]
    return find_duplicates(statements, lambda _i, _j: 0.99)


@pytest.mark.parametrize(
    ("values", "pairs"),
    [
        pytest.param(("green tea", "Green teas"), [(1, 2)], id="same"),
        pytest.param(("绿茶", "绿茶"), [(1, 2)], id="zh-same"),
        pytest.param(("peanuts", "walnuts"), [], id="other-value"),
        pytest.param(("tea", "green tea"), [], id="narrower"),
        pytest.param(("红茶", "绿茶"), [], id="zh-other-value"),
        pytest.param(("a", "a", "a"), [], id="too-short-to-compare"),
        pytest.param(("tea", "tea", "tea"), [(1, 2), (1, 3)], id="three"),
    ],
)
def test_duplicates_share_the_value(values, pairs):
    assert same(*values) == pairs


def test_a_pinned_item_is_not_merged_away():
    assert same("tea", "tea", pinned=True) == []


@pytest.mark.parametrize(
    ("active", "removed", "refused"),
    [(10, 2, False), (10, 3, True), (1, 1, True), (0, 0, False), (100, 20, False), (100, 21, True)],
)
def test_mass_removal_is_refused(active, removed, refused):
    assert is_refused(active=active, removed=removed) is refused
