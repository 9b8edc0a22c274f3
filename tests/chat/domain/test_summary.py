"""The running summary that needs no model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.domain.summary import extend_summary, section_of, sentences
from chat.domain.types import WindowMessage
from memory.domain.language import language_of


def words(text: str) -> int:
    return len(text)


def talk(*lines: tuple[str, str]) -> list[WindowMessage]:
    return [
        WindowMessage(message_id=number, role=role, content=text, tokens=1)
        for number, (role, text) in enumerate(lines, start=1)
    ]


def test_it_keeps_needs_decisions_open_points_and_numbers():
    summary = extend_summary(
        "",
        talk(
            (
                "user",
                "Hi there! I need a hotel in Lisbon for 3 nights. My budget is 120 euros a night.",
            ),
            ("assistant", "Hotel Alma costs 110 euros. What a lovely city!"),
            ("user", "Thanks! Let's go with Hotel Alma. Remind me to pack sunscreen."),
            ("assistant", "Done."),
            ("user", "Is breakfast included?"),
        ),
        limit=5000,
        count=words,
    )
    assert summary.splitlines() == [
        "Needs and preferences:",
        "- User: I need a hotel in Lisbon for 3 nights.",
        "- User: My budget is 120 euros a night.",
        "Decided:",
        "- User: Let's go with Hotel Alma.",
        "Open:",
        "- User: Remind me to pack sunscreen.",
        "- User: Is breakfast included?",
        "Details:",
        "- Assistant: Hotel Alma costs 110 euros.",
    ]


def test_it_does_the_same_in_chinese():
    summary = extend_summary(
        "",
        talk(
            ("user", "你好！我想去上海玩三天。我对海鲜过敏。"),
            ("assistant", "外滩附近的酒店每晚400元。"),
            ("user", "好的。就选外滩那家。提醒我带伞。"),
        ),
        limit=5000,
        count=words,
    )
    assert summary.splitlines() == [
        "需求与偏好:",
        "- 用户: 我想去上海玩三天。",
        "- 用户: 我对海鲜过敏。",
        "已决定:",
        "- 用户: 就选外滩那家。",
        "未解决:",
        "- 用户: 提醒我带伞。",
        "细节:",
        "- 助手: 外滩附近的酒店每晚400元。",
    ]


def test_an_extended_summary_keeps_what_the_earlier_one_had():
    first = extend_summary("", talk(("user", "I need a visa by May 3.")), limit=500, count=words)
    both = extend_summary(
        first, talk(("user", "I prefer trains. I need a visa by May 3.")), limit=500, count=words
    )
    assert both.splitlines() == [
        "Needs and preferences:",
        "- User: I need a visa by May 3.",
        "- User: I prefer trains.",
    ]


def test_needs_outlive_details_when_room_is_short():
    messages = talk(
        ("user", "I need a quiet room."),
        ("assistant", "Room 12 faces the yard."),
        ("assistant", "Room 14 faces the street."),
    )
    assert (
        extend_summary("", messages, limit=60, count=words)
        == "Needs and preferences:\n- User: I need a quiet room."
    )


@given(
    texts=st.lists(
        st.sampled_from(
            ["I need 3 rooms.", "We decided on May 4.", "你好", "我想要2个房间。", "ok", "x" * 400]
        ),
        max_size=12,
    ),
    limit=st.integers(0, 400),
)
def test_it_never_exceeds_the_limit(texts, limit):
    summary = extend_summary(
        "", talk(*(("user", text) for text in texts)), limit=limit, count=words
    )
    assert len(summary) <= limit


@pytest.mark.parametrize(
    "text", ["Hello!", "thanks a lot", "Thank you so much!", "你好！", "谢谢啊", "好的。"]
)
def test_small_talk_is_not_kept(text):
    assert section_of(text, "user") is None


def test_a_point_within_a_number_ends_no_sentence():
    assert sentences("It costs 3.50 euros. Fine.") == ["It costs 3.50 euros.", "Fine."]


def test_mixed_text_has_the_language_that_carries_it():
    assert language_of("我想用 Python 写一个爬虫") == "zh"
    assert language_of("What does 你好 mean in English, please?") == "en"
