"""Which questions the local engine finds in a message, and what they ask of memory."""

import pytest

from chat.llm.local.questions import Ask, find_questions
from memory.api import language_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "What should I avoid eating, and where do I live?",
            [(Ask.ATTRIBUTES, "allergy"), (Ask.ATTRIBUTES, "home")],
            id="two-parts",
        ),
        pytest.param(
            "我住在哪里？不能吃什么？",
            [(Ask.ATTRIBUTES, "home"), (Ask.ATTRIBUTES, "allergy")],
            id="zh-two-parts",
        ),
        pytest.param(
            "我叫什么名字，住哪儿？",
            [(Ask.ATTRIBUTES, "name"), (Ask.ATTRIBUTES, "home")],
            id="zh-comma",
        ),
        pytest.param("What do you know about me?", [(Ask.OVERVIEW, "")], id="overview"),
        pytest.param("你记得关于我的哪些事", [(Ask.OVERVIEW, "")], id="zh-overview"),
        pytest.param("What's on my to-do list?", [(Ask.TODOS, "")], id="todos"),
        pytest.param("我还有什么待办？", [(Ask.TODOS, "")], id="zh-todos"),
        pytest.param("我还有什么事要做？", [(Ask.TODOS, "")], id="zh-left-to-do"),
        pytest.param("还有什么没做？", [(Ask.TODOS, "")], id="zh-not-done"),
        pytest.param("你知道我些什么？", [(Ask.OVERVIEW, "")], id="zh-some-of-what"),
        pytest.param("我的猫叫什么？", [(Ask.ATTRIBUTES, "pet")], id="zh-pet"),
        pytest.param("我上个月去了哪里？", [(Ask.ATTRIBUTES, "visited")], id="zh-journey"),
        pytest.param("What is the capital of France?", [(Ask.WORLD, "")], id="world"),
        pytest.param("Can you write me a poem?", [(Ask.WORLD, "")], id="request"),
        pytest.param("法国的首都是哪里？", [(Ask.WORLD, "")], id="zh-world"),
        pytest.param("How many stamps do I have?", [(Ask.ATTRIBUTES, "count:")], id="count"),
        pytest.param("我有多少枚邮票？", [(Ask.ATTRIBUTES, "count:")], id="zh-count"),
        pytest.param("What should I cook tonight?", [(Ask.ATTRIBUTES, "allergy")], id="advice"),
    ],
)
def test_it_finds_what_each_part_asks_for(text, expected):
    found = find_questions(text)
    assert [(q.ask, q.attributes[0] if q.attributes else "") for q in found] == expected


@pytest.mark.parametrize(
    "text",
    [
        "I'm allergic to seafood and I moved to Berlin last month. Please keep answers short.",
        "我对海鲜过敏，上个月搬到了上海，回答请简短。",
        "I've moved to Lisbon",
    ],
)
def test_a_statement_asks_nothing(text):
    assert find_questions(text) == []


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [
        ("Where does my sister live?", "sister", "home"),
        ("What is my mom's name?", "mother", "name"),
        ("我妈对什么过敏？", "mother", "allergy"),
        ("Where does Anna work?", "Anna", "employer"),
        ("小王住在哪里？", "小王", "home"),
    ],
)
def test_a_question_about_a_third_person_is_about_them(text, subject, attribute):
    (question,) = find_questions(text, ["Anna", "小王"])
    assert (question.subject, question.attributes[0]) == (subject, attribute)


def test_it_tells_past_and_when_apart():
    assert find_questions("Where did I live before?")[0].is_past
    assert find_questions("我以前住哪")[0].is_past
    assert find_questions("When did I move to Berlin?")[0].is_when
    assert not find_questions("Where do I live?")[0].is_past


@pytest.mark.parametrize(
    ("text", "language"), [("hello", "en"), ("你好", "zh"), ("我在Google做SRE", "zh"), ("", "en")]
)
def test_language_is_that_of_most_letters(text, language):
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("我老伴有什么病？", "spouse"),
        ("我孙子多大了？", "grandson"),
        ("我岳父住哪儿？", "father-in-law"),
        ("我家媳妇对什么过敏？", "wife"),
        ("我有什么病？", "user"),
    ],
)
def test_a_question_about_a_relative_is_not_about_the_user(text, subject):
    assert [question.subject for question in find_questions(text)] == [subject]


def test_a_complaint_asks_nothing():
    assert find_questions("你真没用，什么都不会。") == []
