"""Token counts without a network."""

import pytest

from chat.llm import tokens

pytestmark = pytest.mark.pure


def test_the_count_is_that_of_cl100k_base():
    counter = tokens.token_counter()
    assert counter.is_exact
    assert counter.name == "tiktoken cl100k_base"
    # From the tables of OpenAI's own tokeniser page.
    assert counter.count("tiktoken is great!") == 6
    assert counter.count("") == 0


def test_text_that_looks_like_a_control_token_is_counted_as_text():
    assert tokens.token_counter().count("<|endoftext|>") > 1


@pytest.mark.parametrize(
    "text", ["The user lives in Berlin and likes tea.", "用户住在上海，喜欢喝茶。"]
)
def test_the_estimate_is_not_below_the_truth(text):
    assert tokens.estimate(text) >= tokens.token_counter().count(text)
