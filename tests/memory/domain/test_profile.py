"""The profile document and its text."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from memory.domain.profile import ProfileItem, build_document, render

NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)
TONIGHT = NOW + timedelta(hours=8)
HOME = ProfileItem(
    id=1, subject="user", attribute="home", value="Berlin", text="The user lives in Berlin.",
    kind="fact", status="active", language="en", importance=0.85, said_at=NOW,
)  # fmt: skip


def text_of(*items, now=NOW, budget=500):
    document = build_document(items, NOW)
    return render(document, now, count_tokens=len, budget_tokens=budget)


def test_only_current_statements_about_the_user_are_in_it():
    others = [
        replace(HOME, id=2, subject="sister"),
        replace(HOME, id=3, status="deprecated"),
        replace(HOME, id=4, status="pending"),
        replace(HOME, id=5, valid_to=NOW),
        replace(HOME, id=6, attribute="visited"),  # has no place in a profile
        replace(HOME, id=7, attribute=""),
    ]
    assert build_document([HOME, *others], NOW) == build_document([HOME], NOW)


def test_constraints_come_first_and_the_budget_holds():
    allergy = replace(
        HOME, id=2, attribute="allergy", kind="constraint", importance=1, text="No nuts."
    )
    assert text_of(HOME, allergy) == "- No nuts.\n- The user lives in Berlin."
    assert text_of(HOME, allergy, budget=20) == "- No nuts."


def test_what_is_overridden_is_marked_and_returns_by_itself():
    rule = replace(HOME, text="用户不吃辣。", attribute="spice_level", language="zh")
    today = replace(rule, id=2, text="用户今天吃微辣。", expires_at=TONIGHT, overrides=1)
    assert (
        text_of(rule, today) == "- 用户今天吃微辣。（仅到 2026-03-11 20:00 UTC；平时：用户不吃辣）"
    )
    assert text_of(rule, today, now=TONIGHT) == "- 用户不吃辣。"


def test_a_statement_in_doubt_says_so():
    assert text_of(replace(HOME, is_doubted=True)).endswith("(not certain, to be confirmed)")


def test_what_begins_later_is_not_said_yet():
    rome = replace(HOME, id=2, text="The user lives in Rome.", valid_from=TONIGHT)
    berlin = replace(HOME, valid_to=TONIGHT)
    assert text_of(berlin, rome) == "- The user lives in Berlin."
    assert text_of(berlin, rome, now=TONIGHT) == "- The user lives in Rome."
