"""Two recalled statements in open conflict: the prompt says that they disagree."""

from datetime import timedelta

import pytest

from memory.models import Conflict

pytestmark = pytest.mark.django_db


@pytest.fixture
def dispute(namespace, remember, frozen_now):
    def make(old_text, new_text, state=Conflict.State.OPEN, **fields):
        old = remember(old_text, days_ago=30, value=old_text[-8:], **fields)
        new = remember(new_text, days_ago=1, value=new_text[-8:], **fields)
        Conflict.objects.create(
            namespace=namespace,
            old_item=old,
            new_item=new,
            reason="pinned",
            state=state,
            created_at=frozen_now - timedelta(days=1),
        )
        return old, new

    return make


@pytest.mark.parametrize(
    ("old", "new", "language", "question", "line"),
    [
        pytest.param(
            "The violin lesson is on Monday.",
            "The violin lesson is on Thursday.",
            "en",
            "When is my violin lesson?",
            "“The violin lesson is on Monday.” and “The violin lesson is on Thursday.” disagree",
            id="en",
        ),
        pytest.param(
            "钢琴课在星期一。",
            "钢琴课在星期四。",
            "zh",
            "我的钢琴课在星期几？",
            "“钢琴课在星期一。”与“钢琴课在星期四。”互相矛盾",
            id="zh",
        ),
    ],
)
def test_an_open_conflict_is_told_in_the_block(dispute, ask, old, new, language, question, line):
    first, second = dispute(old, new, attribute="lesson_day", language=language)
    result = ask(question, count_tokens=len)
    assert line in result.block_text
    told = {entry.item_id: entry.detail.get("disputed_with") for entry in result.injected}
    assert told == {first.pk: second.pk, second.pk: first.pk}


def test_a_settled_conflict_is_not_told(dispute, ask):
    dispute(
        "The violin lesson is on Monday.",
        "The violin lesson is on Thursday.",
        state=Conflict.State.BOTH_TRUE,
        attribute="lesson_day",
    )
    result = ask("When is my violin lesson?")
    assert len(result.injected) == 2
    assert "disagree" not in result.block_text


def test_a_conflict_with_what_is_not_recalled_is_not_told(dispute, ask):
    dispute(
        "The violin lesson is on Monday.",
        "Dentist and taxes keep the user busy.",
        attribute="lesson_day",
    )
    result = ask("When is my violin lesson?")
    assert "disagree" not in result.block_text
