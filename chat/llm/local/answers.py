"""Answers questions from facts, with quote and date; says so when memory has none. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from chat.llm.local import agenda
from chat.llm.local.facts import NAMED, Fact, Quote
from chat.llm.local.finding import (
    Todo,
    facts_about,
    facts_over,
    is_no_food,
    is_of_kind,
    matching,
    names_value,
    said_before,
    tasks_about,
    tasks_left,
)
from chat.llm.local.questions import Ask, Question
from chat.llm.local.wording import Wording, wording_for
from memory.api import attribute_spec
from memory.domain.types import USER


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer, with the facts that it tells."""

    text: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What answers are made of. `now` is the person's local time."""

    facts: Sequence[Fact]
    todos: Sequence[Todo] = ()
    quotes: Sequence[Quote] = ()
    now: datetime


def answer(question: Question, known: Known) -> Answer:
    """Return the answer to one question."""
    zone = known.now.tzinfo or UTC
    wording = wording_for(question.language, zone)
    facts, todos = known.facts, known.todos
    days = agenda.days_asked(question, known.now)
    if days:
        planned = agenda.planned(facts, days, zone)
        return _on_days(planned, agenda.due(todos, days, known.now), wording)
    if question.ask is Ask.TODOS:
        return Answer(text=_todos(tasks_left(todos) if question.is_open else todos, wording))
    if question.ask is Ask.OVERVIEW:
        return _overview(facts, todos, wording)
    is_world = question.ask is Ask.WORLD
    found = matching(question, facts) if not is_world or question.is_when else []
    tasks = tasks_about(question, todos, found) if not is_world or question.is_when else []
    if found or tasks:
        lines = [*_told(question, found, wording), *_on_list(tasks, wording)]
        return Answer(text="\n".join(lines), facts=tuple(found))
    over = facts_over(question, facts) if question.is_yes_no else []
    if over:
        return Answer(text=f"{wording.no_longer} {over[0].sentence(wording)}", facts=(over[0],))
    said = said_before(question, known.quotes)
    if said is not None:
        return Answer(text=wording.quoted.format(quote=said.text, date=wording.day(said.said_at)))
    return _without(question, facts, wording)


def _on_days(planned: Sequence[Fact], tasks: Sequence[Todo], wording: Wording) -> Answer:
    """Tell what is planned for the days that were asked for, or that nothing is."""
    lines = [fact.sentence(wording) for fact in planned]
    told = lines if len(lines) == 1 else [wording.bullets(lines)] if lines else []
    text = "\n".join([*told, *_on_list(tasks, wording)])
    return Answer(text=text or wording.nothing_planned, facts=tuple(planned))


def _without(question: Question, facts: Sequence[Fact], wording: Wording) -> Answer:
    """Say that memory has no answer, and no more."""
    if question.ask is Ask.WORLD or question.is_advice:
        return Answer(text=wording.no_model)
    if question.ask is Ask.PERSONAL and _asks_advice(question.text):
        return Answer(text=wording.no_model)
    if question.is_told:
        return Answer(text=wording.not_known)
    if question.is_yes_no:
        return _not_known(question, facts, wording)
    asked = question.text.strip(" ?？") + "?"
    return Answer(text=wording.nothing_about.format(question=asked))


def _not_known(question: Question, facts: Sequence[Fact], wording: Wording) -> Answer:
    """Say no more than that it was not said, beside what is known of the same kind."""
    others = [
        fact
        for fact in facts_about(question, facts)
        if not fact.is_over
        and fact.answers(question.attributes)
        and is_of_kind(question, fact)
        and not is_no_food(question, fact)
    ]
    if "diet" in question.attributes:  # "can I eat cheese?": what binds may bear on it, tastes not
        others = [fact for fact in others if fact.attribute != "dislikes"]
    if not others:
        return Answer(text=wording.not_known)
    if question.language == "zh" and "diet" not in question.attributes:
        others = [fact for fact in others if attribute_spec(fact.attribute).single]
        if not others:
            return Answer(text=wording.not_known)  # 我有糖尿病吗: other illnesses are no answer
    known = wording.bullets([fact.sentence(wording) for fact in others])
    lead = "" if "diet" in question.attributes else f"{wording.not_known} "
    return Answer(text=f"{lead}{wording.about_this}\n{known}", facts=tuple(others))


def _told(question: Question, found: Sequence[Fact], wording: Wording) -> list[str]:
    """Return the lines of an answer from facts."""
    lines = [_with_time(fact, question, wording) for fact in found]
    if not lines:
        return []
    if question.is_advice or question.ask is Ask.PERSONAL and _asks_advice(question.text):
        return [wording.about_this, wording.bullets(lines), "", wording.no_model_advice]
    if question.is_when and not any(fact.tells_time for fact in found):
        return [f"{wording.not_when} {wording.about_this}", wording.bullets(lines)]
    if len(lines) == 1:
        if question.is_told:
            return [f"{wording.yes} {lines[0]}"]
        if not _affirms(question, found[0]):
            return lines
        opposed = found[0].attribute in _AGAINST and not _ASKS_AGAINST.search(question.plain)
        return [f"{wording.no if opposed else wording.yes} {lines[0]}"]
    if _COUNTED.search(question.plain) and all(fact.attribute in NAMED for fact in found):
        return [wording.several.format(count=len(lines)), wording.bullets(lines)]
    return [wording.yes, wording.bullets(lines)] if question.is_told else [wording.bullets(lines)]


_AGAINST = ("avoids", "dislikes", "never")  # "do I drink?" of who avoids alcohol is a no
_ASKS_AGAINST = re.compile(
    r"\b(?:avoid|dislike|hate|never|not|off)\b|n't\b|不|忌|避|讨厌", re.IGNORECASE
)
_COUNTED = re.compile(r"\bhow many\b", re.IGNORECASE)


def _on_list(tasks: Sequence[Todo], wording: Wording) -> list[str]:
    told = ((wording.was_on_list, True), (wording.on_list, False))
    lines = []
    for template, is_done in told:
        texts = [str(task.get("text")) for task in tasks if bool(task.get("done")) == is_done]
        if texts:
            lines.append(template.format(items=wording.joiner.join(texts)))
    return lines


def _with_time(fact: Fact, question: Question, wording: Wording) -> str:
    sentence = fact.sentence(wording)
    said = f"{fact.text} {fact.quote}"
    if question.is_when and fact.valid_from and not fact.is_coming and not _DATE.search(said):
        moment = wording.moment(fact.valid_from, said)
        on_day = wording.on if moment == wording.day(fact.valid_from) else wording.within
        template = on_day if fact.attribute in ("event", "visited") else wording.since
        when = template.format(date=moment)
        return f"{sentence.rstrip('。.')} — {when}{'。' if sentence.endswith('。') else '.'}"
    return sentence


# A year or a month that was said is not made a day.
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:january|february|march|april|june|july|august|september|october"
    r"|november|december)\b|\d[年月]",
    re.IGNORECASE,
)


def _affirms(question: Question, fact: Fact) -> bool:
    # 我能喝牛奶吗 of what one keeps off: no "yes", the fact says it
    is_against = fact.attribute in ("avoids", "allergy", "dislikes", "never")
    if is_against and question.language == "zh" and re.search(r"[能喜爱]|可以", question.plain):
        return False
    return question.is_yes_no and names_value(question.plain, fact)


def _asks_advice(text: str) -> bool:
    low = text.lower()
    return any(word in low for word in ("should", "could i", "recommend", "suggest")) or any(
        word in re.sub("怎么[了样]", "", text) for word in ("怎么", "推荐", "建议", "应该", "该")
    )


def _todos(todos: Sequence[Todo], wording: Wording) -> str:
    if not todos:
        return wording.no_todos
    lines = [f"{'[x]' if todo.get('done') else '[ ]'} {todo.get('text', '')}" for todo in todos]
    return wording.todos + "\n" + wording.bullets(lines)


def _overview(facts: Sequence[Fact], todos: Sequence[Todo], wording: Wording) -> Answer:
    known = [fact for fact in facts if fact.is_current and not fact.is_shared]
    if not known:
        return Answer(text=wording.overview_empty)
    names = {fact.name for fact in known if fact.name}
    known = [f for f in known if f.attribute != "name" or f.subject == USER or f.value not in names]
    known.sort(key=lambda fact: (fact.subject != "user", not fact.is_profile))
    text = wording.overview + "\n" + wording.bullets([fact.sentence(wording) for fact in known])
    left = tasks_left(todos)
    whole = f"{text}\n\n{_todos(left, wording)}" if left else text
    return Answer(text=whole, facts=tuple(known))
