"""Every way of failing has a sentence, in both languages."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from chat import failures
from chat.llm.base import ModelError

pytestmark = pytest.mark.pure


def test_every_model_error_has_a_sentence():
    assert ModelError.CODES <= failures.CODES


def test_every_code_that_is_raised_has_a_sentence():
    raised = set()
    for path in Path("chat").rglob("*.py"):
        raised |= set(re.findall(r'(?:Refused|FrameError)\("(\w+)"\)', path.read_text()))
    assert raised
    assert raised <= failures.CODES


@pytest.mark.parametrize("code", sorted(failures.CODES))
def test_each_sentence_is_translated(code):
    with translation.override("en"):
        english = failures.line(code)
    with translation.override("zh-hans"):
        chinese = failures.line(code)
    assert english
    assert re.search(r"[\u4e00-\u9fff]", chinese), f"{code}: {english}"


def test_an_unknown_code_has_a_sentence_too():
    assert failures.line("never heard of") == "Something went wrong."
