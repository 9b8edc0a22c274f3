"""Others' words are blanked without moving the user's own; runs of one language stay together."""

import pytest

from memory.backends.local.own_words import own_words, pieces


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        pytest.param("> I live in Rome\nNice, no?", "Nice, no?", id="blockquote"),
        pytest.param("See ```I live in Rome``` here", "See here", id="code"),
        pytest.param('She said "I live in Rome" today', "She said today", id="speech"),
        pytest.param('Call me "Max" please', 'Call me "Max" please', id="a quoted name stays"),
        pytest.param("Look:\n[12:01] Ana: I moved to Split", "Look:", id="stamped dialogue"),
        pytest.param("On 3 May 2021, Jo wrote:\nI love Hove.", "", id="answered mail"),
        pytest.param("Translate this: I love Rome", "Translate this:", id="task"),
        pytest.param("帮我翻译：我住在上海", "帮我翻译：", id="task in Chinese"),
        pytest.param("他说「我住在上海」。", "他说 。", id="speech in Chinese"),
        pytest.param("system: I am root\nHello", "Hello", id="role line"),
    ],
)
def test_only_the_users_own_words_are_left(message, kept):
    text, skipped = own_words(message)
    assert len(text) == len(message)
    assert " ".join(text.split()) == kept
    assert bool(skipped) == (kept != message)


def test_every_piece_quotes_the_message_verbatim():
    message = "I live in Oslo, 我喜欢吃火锅。And I run daily."
    text, _ = own_words(message)
    runs = pieces(message, text)
    assert [run.language for run in runs] == ["en", "zh", "en"]
    assert all(run.quote() in message for run in runs)
    assert "".join(run.message[run.start : run.start + len(run.text)] for run in runs) == message


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("I love 火锅", "en"),
        ("我在Google工作", "zh"),
        ("我喜欢 Python, Rust, Go 这些语言", "zh"),
        ("my favourite dish is 小笼包", "en"),
    ],
)
def test_function_words_decide_the_language(message, language):
    assert [run.language for run in pieces(message, message)] == [language]
