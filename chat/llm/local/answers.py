"""Answers questions from facts, with quote and date; says so when memory has none. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.llm.local.english import kinds_of
from chat.llm.local.facts import NAMED, Fact, overlap
from chat.llm.local.questions import Ask, Question
from chat.llm.local.wording import Wording, wording_for
from memory.domain.types import USER

_PERSONAL_RELEVANCE = 0.5  # below it a recalled item does not count as being about the question
_PERSONAL_OVERLAP = 0.5
_OVER_OVERLAP = 0.6
# Attributes that say little of what a fact is about: their words decide.
_LOOSE = ("", "fact", "event", "plan", "habit", "commitment", "decision", "goal", "project")


def answer(question: Question, facts: Sequence[Fact], todos: Sequence[dict[str, object]]) -> str:
    """Return the answer to one question."""
    wording = wording_for(question.language)
    if question.ask is Ask.TODOS:
        return _todos(todos, wording)
    if question.ask is Ask.OVERVIEW:
        return _overview(facts, todos, wording)
    if question.ask is Ask.WORLD:
        return wording.no_model
    found = _matching(question, facts)
    if found:
        return _told(question, found, wording)
    if question.is_yes_no and (over := _over(question, facts)):
        return f"{wording.no_longer} {over[0].sentence(wording)}"
    if question.ask is Ask.PERSONAL and _asks_advice(question.text):
        return wording.no_model
    if question.is_yes_no:
        return _not_known(question, facts, wording)
    return wording.nothing_about.format(question=question.text.strip(" ?？") + "?")


def _not_known(question: Question, facts: Sequence[Fact], wording: Wording) -> str:
    """Say no more than that it was not said, beside what is known of the same kind."""
    others = [
        fact
        for fact in facts
        if fact.subject == question.subject
        and not fact.is_over
        and fact.answers(question.attributes)
        and _is_of_kind(question, fact)
    ]
    if "diet" in question.attributes:  # "can I eat cheese?": what binds may bear on it, tastes not
        others = [fact for fact in others if fact.attribute != "dislikes"]
    if not others:
        return wording.not_known
    known = wording.bullets([fact.sentence(wording) for fact in others])
    lead = "" if "diet" in question.attributes else f"{wording.not_known} "
    return f"{lead}{wording.about_this}\n{known}"


def _matching(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts that answer: of the attributes asked for, else by what they say."""
    about = _about(question, facts)
    if question.ask is Ask.ATTRIBUTES:
        of_attribute = [fact for fact in about if fact.answers(question.attributes)]
        of_kind = [fact for fact in of_attribute if _is_of_kind(question, fact)]
        if question.kinds and any(fact.attribute in NAMED for fact in of_kind):
            return _by_tense(question, of_kind)
        chosen = _by_topic(question, of_kind)
        if chosen or question.is_yes_no:
            return _by_tense(question, chosen)
        # What is sorted under another attribute answers something else.
        about = [fact for fact in about if fact.attribute.partition(":")[0] in _LOOSE]
    elif question.subject != USER:
        return _by_tense(question, about)
    near = [
        fact
        for fact in about
        if overlap(question.text, fact) >= _PERSONAL_OVERLAP
        or (fact.relevance >= _PERSONAL_RELEVANCE and overlap(question.text, fact) > 0)
    ]
    near.sort(key=lambda fact: (-overlap(question.text, fact), -fact.relevance))
    return _by_tense(question, near[:3])


_WAS = re.compile(r"\b(?:was|were|did)\b")


def _about(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts about whom a question is about: by role or by name, and who that is."""
    asked = question.subject.casefold()
    if asked == USER:
        return [fact for fact in facts if fact.subject == USER]
    who = [
        fact
        for fact in facts
        if fact.subject == USER
        and fact.attribute in NAMED
        and asked in fact.value.casefold().split()
    ]
    aliases = {asked} | {fact.name.casefold() for fact in who} - {""}
    aliases |= {fact.value.split()[0].casefold() for fact in who if fact.name}
    about = [fact for fact in facts if fact.subject.casefold() in aliases]
    asks_who = question.ask is Ask.PERSONAL or "name" in question.attributes
    if not asks_who:
        return about
    named = [fact for fact in about if fact.attribute == "name" and fact.is_current]
    introduced = [replace(fact, attribute="name") for fact in who if fact.is_current]
    return about if named else [*introduced, *about]


def _is_of_kind(question: Question, fact: Fact) -> bool:
    """Say whether a relative or an animal is of a kind that the question names."""
    if fact.attribute not in NAMED or not question.kinds:
        return True
    said = kinds_of(fact.value) if question.language == "en" else frozenset()
    return bool(question.kinds & said) or any(kind in fact.value for kind in question.kinds)


def _over(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    about = [fact for fact in _about(question, facts) if fact.is_over]
    return [fact for fact in about if overlap(question.text, fact) >= _OVER_OVERLAP]


def _by_topic(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    """Prefer, where the question names a topic or a value, the facts that share it."""
    if any(name.endswith(":") for name in question.attributes) or question.is_yes_no:
        named = [fact for fact in facts if _names(question.text, fact)]
        if named or any(name in ("count:", "measure:") for name in question.attributes):
            return named
        if question.is_yes_no and not _is_open(question.text):
            return []
    return list(facts)


def _is_open(text: str) -> bool:
    """Tell whether a yes-no question asks for all values ("do I have any allergies?")."""
    return bool(re.search(r"\b(?:any|anything|some)\b|什么|哪些", text, re.IGNORECASE))


def _names(text: str, fact: Fact) -> bool:
    topic = fact.attribute.partition(":")[2]
    low = text.casefold()
    if topic and topic.casefold() in low:
        return True
    return any(len(word) > 1 and word in low for word in fact.value.casefold().split()) or (
        bool(topic) and bool(set(topic.casefold().split()) & set(low.strip("?？").split()))
    )


def _by_tense(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    if question.is_past:
        ended = [fact for fact in facts if fact.is_over or fact.valid_to]
        return ended or []
    now = [fact for fact in facts if not fact.is_over]
    asks_past = question.is_when or bool(_WAS.search(question.text))
    if asks_past and not now:
        return list(facts)
    return now


def _told(question: Question, found: Sequence[Fact], wording: Wording) -> str:
    lines = [_with_time(fact, question, wording) for fact in found]
    if question.ask is Ask.PERSONAL:
        text = wording.about_this + "\n" + wording.bullets(lines)
        return f"{text}\n\n{wording.no_model_advice}" if _asks_advice(question.text) else text
    if len(lines) == 1:
        return f"{wording.yes} {lines[0]}" if _affirms(question, found[0]) else lines[0]
    return wording.bullets(lines)


def _with_time(fact: Fact, question: Question, wording: Wording) -> str:
    sentence = fact.sentence(wording)
    if question.is_when and fact.valid_from and not fact.is_coming:
        since = wording.since.format(date=wording.day(fact.valid_from))
        return f"{sentence.rstrip('。.')} — {since}{'。' if sentence.endswith('。') else '.'}"
    return sentence


def _affirms(question: Question, fact: Fact) -> bool:
    return question.is_yes_no and _names(question.text, fact)


def _asks_advice(text: str) -> bool:
    low = text.lower()
    return any(word in low for word in ("should", "could i", "recommend", "suggest")) or any(
        word in text for word in ("怎么", "推荐", "建议", "应该", "该")
    )


def _todos(todos: Sequence[dict[str, object]], wording: Wording) -> str:
    if not todos:
        return wording.no_todos
    lines = [f"{'[x]' if todo.get('done') else '[ ]'} {todo.get('text', '')}" for todo in todos]
    return wording.todos + "\n" + wording.bullets(lines)


def _overview(facts: Sequence[Fact], todos: Sequence[dict[str, object]], wording: Wording) -> str:
    known = [fact for fact in facts if fact.is_current]
    if not known:
        return wording.overview_empty
    known.sort(key=lambda fact: (fact.subject != "user", not fact.is_profile))
    text = wording.overview + "\n" + wording.bullets([fact.sentence(wording) for fact in known])
    open_todos = [todo for todo in todos if not todo.get("done")]
    return f"{text}\n\n{_todos(open_todos, wording)}" if open_todos else text
