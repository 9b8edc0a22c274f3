"""What a message asks for: its parts, what it leans on, and whether it points to the past."""

import pytest

from memory.domain.rewrite import leans_on_context, refers_to_past, rewrite, split_parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        pytest.param(
            "What should I avoid eating, and where do I live?",
            ("What should I avoid eating", "where do I live?"),
            id="two questions in one sentence",
        ),
        pytest.param("我住在哪里？不能吃什么？", ("我住在哪里", "不能吃什么"), id="两个问题"),
        pytest.param(
            "Do I like tea and coffee?", ("Do I like tea and coffee?",), id="one question"
        ),
        pytest.param("我喜欢什么茶？", ("我喜欢什么茶？",), id="一个问题"),
    ],
)
def test_each_part_of_a_question_is_looked_for(text, parts):
    assert split_parts(text) == parts


def test_a_long_story_is_looked_for_as_a_whole():
    story = "We went to the lake. " * 20 + "Where was it? And what did we eat?"
    assert split_parts(story) == (story,)


def test_a_message_that_tells_more_than_it_asks_is_looked_for_as_a_whole():
    story = "今天考了满分。真的好开心！你猜怎么庆祝呢？妈妈做了鱼。爸爸也很高兴。你觉得好吗？"
    assert split_parts(story) == (story,)
    asked = "我下个月去东京。我住在哪里？不能吃什么？"
    assert split_parts(asked) == (asked, "我住在哪里", "不能吃什么")


@pytest.mark.parametrize(
    "text",
    [
        "As I told you, I moved",
        "What did I say about Prague?",
        "上次说的那家店",
        "你还记得我的猫吗？",
    ],
)
def test_words_that_point_to_the_past_are_known(text):
    assert refers_to_past(text)


@pytest.mark.parametrize("text", ["And what about him?", "那个呢？", "Why?", "它多少钱？"])
def test_an_elliptic_message_leans_on_context(text):
    assert leans_on_context(text)


@pytest.mark.parametrize("text", ["Where does Anna live?", "我住在哪里？"])
def test_a_whole_question_stands_alone(text):
    assert not leans_on_context(text)
    assert rewrite(text, recent=(("user", "Tell me of Tom."),), entities=("Tom",)).text == text


def test_a_follow_up_takes_the_name_of_the_turn_before():
    recent = (("user", "Where does Anna live?"), ("assistant", "In Hamburg."))
    rewritten = rewrite("And what does she do?", recent=recent, entities=())
    assert "Anna" in rewritten.text
    assert "live" not in rewritten.text
    assert rewritten.rewriter == "rules"


def test_a_chinese_follow_up_takes_the_words_of_the_turn_before():
    rewritten = rewrite("那工作呢？", recent=(("user", "王芳住在哪里？"),), entities=())
    assert "王芳" in rewritten.text


def test_without_context_nothing_is_added():
    assert rewrite("And what about it?", recent=(), entities=()).rewriter == ""
