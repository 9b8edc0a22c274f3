"""Finds the questions of a message and the attributes of memory that each asks for. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import ModuleType

from chat.llm.local import chinese, english
from memory.api import as_told, language_of, written_english

_SENTENCE_END = re.compile(r"(?<=[?!？！。\n])|(?<=[.])\s+|[;；]")


_NAMED = re.compile(r"(?<=\w )[A-Z][a-z]+|^(?:where|when|who|how old) (?:is|are|was|does|did)\b")


class Ask(StrEnum):
    """What a question wants."""

    ATTRIBUTES = "attributes"  # the value of one or several attributes
    OVERVIEW = "overview"  # everything known
    TODOS = "todos"
    PERSONAL = "personal"  # about the user, but no known attribute
    TOPIC = "topic"  # all that was said of something or somebody
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
    is_ever: bool = False  # of what was and what is: 养过
    is_when: bool = False
    is_yes_no: bool = False
    is_told: bool = False  # "did I ever tell you …?"
    is_advice: bool = False  # "what should I cook?": what binds bears on it
    is_who: bool = False
    is_open: bool = False  # of to-dos: only those that are left
    is_named: bool = False  # names somebody or something, within
    plain: str = ""  # in written spelling, without "do you remember", as if about the user
    kinds: frozenset[str] = frozenset()  # of people and animals that it names: "dog", "child"


def find_questions(
    text: str,
    subjects: Sequence[str] = (),
    *,
    before: Question | None = None,
    last_person: str = "",
) -> list[Question]:
    """Return the questions of a message in their order.

    `subjects` are the third persons that memory knows, so that "What does Anna like?" is
    understood as a question about her. What leans on the words before ("and where does she live?",
    "what was it before?") is read with the question `before` and the person spoken of last.
    """
    found: list[Question] = []
    for sentence in _sentences(as_told(text)):
        grammar = chinese if language_of(sentence) == "zh" else english
        if not grammar.is_question(sentence):
            continue
        parts = grammar.split_parts(sentence)
        for part in parts:
            read = _read(part, grammar, subjects, last_person)
            found.append(_leaning(read, found[-1] if found else before, grammar))
            last_person = read.subject if read.subject != "user" else last_person
    return _without_echoes(found)


def _sentences(text: str) -> Iterator[str]:
    for sentence in _SENTENCE_END.split(text):
        if language_of(sentence) == "zh":
            yield from filter(None, [sentence.strip()])
        else:  # in written spelling a message may fall into more sentences
            yield from (
                s.strip() for s in _SENTENCE_END.split(written_english(sentence)) if s.strip()
            )


def _read(part: str, rules: ModuleType, subjects: Sequence[str], last_person: str) -> Question:
    frame = rules.framed(part)
    subject, plain = rules.subject_of(frame.rest, subjects)
    if subject == "user" and last_person:
        subject, plain = rules.of_pronoun(plain, last_person)
    ask, is_advice = Ask.WORLD, False
    attributes: tuple[str, ...] = ()
    if rules.TODOS.search(plain):
        ask = Ask.TODOS
    elif frame.is_overview or rules.OVERVIEW.search(plain):
        ask = Ask.OVERVIEW
    else:
        is_advice = bool(rules.ADVICE.search(plain))
        attributes = rules.FOOD if is_advice else tuple(dict.fromkeys(rules.attributes_of(plain)))
        if frame.is_topic:
            ask = Ask.TOPIC
        elif attributes:
            ask = Ask.ATTRIBUTES
            if "likes" in attributes and rules.is_yes_no(frame.rest):
                attributes = (*attributes, "dislikes")
        elif frame.is_told or subject != "user" or rules.is_personal(plain):
            ask = Ask.PERSONAL
    return Question(
        text=part,
        ask=ask,
        language=rules.LANGUAGE,
        attributes=attributes,
        subject=subject,
        is_past=bool(rules.PAST.search(plain)),
        is_ever=bool(rules.EVER.search(plain)),
        is_when=bool(rules.WHEN.search(plain)),
        is_yes_no=rules.is_yes_no(frame.rest),
        is_told=frame.is_told,
        is_advice=is_advice and ask is Ask.ATTRIBUTES,
        is_who=bool(rules.WHO.search(plain)),
        is_open=bool(rules.LEFT.search(plain)),
        is_named=bool(_NAMED.search(part)),
        plain=plain,
        kinds=rules.kinds_of(frame.rest),
    )


def _leaning(question: Question, before: Question | None, rules: ModuleType) -> Question:
    """Fill in from the question before what this one leaves to it."""
    asks_little = question.ask in (Ask.WORLD, Ask.PERSONAL) and not question.attributes
    if before is None or not asks_little or not rules.LEANS.search(question.plain):
        return question
    return replace(
        question,
        ask=before.ask,
        attributes=before.attributes,
        subject=question.subject if question.subject != "user" else before.subject,
        plain=f"{question.plain} {before.plain}",
        kinds=question.kinds or before.kinds,
    )


def _without_echoes(questions: list[Question]) -> list[Question]:
    """Drop a part that asks nothing of memory beside parts that do ("and what …, please?")."""
    useful = [q for q in questions if q.ask is not Ask.WORLD]
    return useful or questions[:1]
