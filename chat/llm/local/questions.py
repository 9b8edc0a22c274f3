"""Finds the questions of a message and the attributes of memory that each asks for. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import ModuleType

from chat.llm.local import chinese, english
from memory.api import language_of

_SENTENCE_END = re.compile(r"(?<=[?!？！。\n])|(?<=[.])\s+|[;；]")


class Ask(StrEnum):
    """What a question wants."""

    ATTRIBUTES = "attributes"  # the value of one or several attributes
    OVERVIEW = "overview"  # everything known
    TODOS = "todos"
    PERSONAL = "personal"  # about the user, but no known attribute
    WORLD = "world"  # nothing that memory could answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question. `attributes` may name dynamic ones by their head ("favorite:")."""

    text: str
    ask: Ask
    language: str
    attributes: tuple[str, ...] = ()
    subject: str = "user"
    is_past: bool = False  # "before", 以前
    is_when: bool = False
    is_yes_no: bool = False
    kinds: frozenset[str] = frozenset()  # of people and animals that it names: "dog", "child"


def find_questions(text: str, subjects: Sequence[str] = ()) -> list[Question]:
    """Return the questions of a message in their order.

    `subjects` are the third persons that memory knows, so that "What does Anna like?" is
    understood as a question about her.
    """
    found: list[Question] = []
    for sentence in _SENTENCE_END.split(text):
        sentence = sentence.strip()
        if not sentence:
            continue
        grammar = chinese if language_of(sentence) == "zh" else english
        if not grammar.is_question(sentence):
            continue
        for part in grammar.split_parts(sentence):
            found.append(_read(part, grammar, subjects))
    return _without_echoes(found)


def _read(part: str, rules: ModuleType, subjects: Sequence[str]) -> Question:
    subject, plain = rules.subject_of(part, subjects)
    ask = Ask.WORLD
    attributes: tuple[str, ...] = ()
    if rules.TODOS.search(plain):
        ask = Ask.TODOS
    elif rules.OVERVIEW.search(plain):
        ask = Ask.OVERVIEW
    else:
        attributes = tuple(dict.fromkeys(rules.attributes_of(plain)))
        if attributes:
            ask = Ask.ATTRIBUTES
        elif subject != "user" or rules.is_personal(plain):
            ask = Ask.PERSONAL
    return Question(
        text=part,
        ask=ask,
        language=rules.LANGUAGE,
        attributes=attributes,
        subject=subject,
        is_past=bool(rules.PAST.search(plain)),
        is_when=bool(rules.WHEN.search(plain)),
        is_yes_no=rules.is_yes_no(plain),
        kinds=rules.kinds_of(part),
    )


def _without_echoes(questions: list[Question]) -> list[Question]:
    """Drop a part that asks nothing of memory beside parts that do ("and what …, please?")."""
    useful = [q for q in questions if q.ask is not Ask.WORLD]
    return useful or questions[:1]
