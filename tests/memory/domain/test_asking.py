"""The question of a conflict, and the answers that settle it."""

import pytest

from memory.domain.asking import answers_question, conflict_question, read_answer


def test_the_question_is_in_the_language_of_what_was_said():
    asked = {"old": "I live in Berlin", "new": "I live in Rome"}
    assert "Earlier you said “I live in Berlin”" in conflict_question(language="en", **asked)
    assert conflict_question(language="zh", old="我住柏林", new="我住罗马").endswith("还对吗？")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes", "old_wins"),
        ("yes, still right", "old_wins"),
        ("Still true.", "old_wins"),
        ("是的", "old_wins"),
        ("对，还是一样", "old_wins"),
        ("以前的", "old_wins"),
        ("No.", "new_wins"),
        ("no, I moved", "new_wins"),
        ("not any more", "new_wins"),
        ("不是了", "new_wins"),
        ("不对，已经变了", "new_wins"),
        ("现在的", "new_wins"),
        ("both", "both_true"),
        ("两个都对", "both_true"),
        ("No, I'm still in Berlin", "old_wins"),
        ("No, I live in Rome", "new_wins"),
        ("Rome", "new_wins"),
        ("I don't live in Berlin any more", "new_wins"),
        ("not Rome", "old_wins"),
        ("我已经不住Berlin了", "new_wins"),
        ("我还在Berlin", "old_wins"),
        ("What is the weather like?", ""),
        ("Is it Berlin?", ""),
        ("Notice the new shop", ""),
        ("是不是要下雨了？", ""),
        ("I like trains", ""),
        ("No " + "and so on " * 20, ""),
    ],
)
def test_an_answer(text, answer):
    assert read_answer(text, old="Berlin", new="Rome") == answer


def test_an_answer_is_one_only_after_the_question():
    question = conflict_question(old="I live in Bern.", new="Rome", language="en")
    assert answers_question("no, I moved", f"Noted.\n\n{question}")
    assert not answers_question("no, I moved", "Is it raining?")
    assert not answers_question("I like trains", question)
