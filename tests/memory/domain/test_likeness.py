"""When another wording is only evidence, and when it is another fact."""

import pytest

from memory.domain.likeness import is_near_duplicate
from memory.domain.types import Kind

CASES = [
    ("more words", 0.971, "The user likes hiking.", "The user likes hiking in the mountains.", "hiking", "hiking in the mountains", Kind.FACT, True),
    ("another word for it", 0.982, "用户喜欢爬山。", "用户喜欢登山。", "爬山", "登山", Kind.FACT, True),
    ("near, but another thing", 0.958, "The user runs every morning.", "The user runs every evening.", "runs every morning", "runs every evening", Kind.FACT, False),
    ("not near", 0.94, "The user likes tea.", "The user likes tea.", "tea", "tea", Kind.FACT, False),
    ("another number", 0.99, "The user has 3 cats.", "The user has 4 cats.", "3 cats", "4 cats", Kind.FACT, False),
    ("另一个数", 0.99, "用户有三只猫。", "用户有四只猫。", "三只猫", "四只猫", Kind.FACT, False),
    ("a negation", 0.98, "The user runs.", "The user does not run.", "runs", "runs", Kind.FACT, False),
    ("否定", 0.98, "用户跑步。", "用户不跑步。", "跑步", "跑步", Kind.FACT, False),
    ("another name", 0.98, "The user has a dog named Rex.", "The user has a dog named Max.", "dog", "dog", Kind.FACT, False),
    ("a constraint needs the value", 0.98, "The user is allergic to peanuts.", "The user is allergic to walnuts.", "peanuts", "walnuts", Kind.CONSTRAINT, False),
    ("a constraint in more words", 0.96, "The user is allergic to peanuts.", "The user is allergic to raw peanuts.", "peanuts", "raw peanuts", Kind.CONSTRAINT, True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cosine", "first", "second", "one", "other", "kind", "same"),
    [c[1:] for c in CASES],
    ids=[c[0] for c in CASES],
)
def test_the_same_in_other_words(cosine, first, second, one, other, kind, same):
    found = is_near_duplicate(cosine, texts=(first, second), values=(one, other), kind=kind)
    assert found is same
