"""Finds what a question asks for among facts, to-dos and past words. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.llm.local import chinese, english
from chat.llm.local.english import kinds_of
from chat.llm.local.facts import BESIDE, NAMED, Fact, Quote, content_words, is_timed, overlap
from chat.llm.local.questions import Ask, Question
from memory.api import english_foods
from memory.domain.types import USER

Todo = dict[str, object]

_PERSONAL_RELEVANCE = 0.5  # below it a recalled item does not count as being about the question
_PERSONAL_OVERLAP = 0.5
_OVER_OVERLAP = 0.6
_SAID_OVERLAP = 0.6  # of the words of a question, that a past message must exceed to be quoted
_AS_NEAR = 0.25  # of overlap: what shares so much less than the nearest is about something else
# Attributes that say little of what a fact is about: their words decide.
_LOOSE = ("", "fact", "event", "plan", "habit", "commitment", "decision", "goal", "project")


def is_no_food(question: Question, fact: Fact) -> bool:
    """Tell whether somebody avoids a deed ("running"), or dislikes what is no food ("mornings"):
    no question of eating is about it."""
    first = fact.value.casefold().split()[:1]
    if fact.attribute == "dislikes" and fact.language == "en":
        words = set(fact.value.casefold().split())
        return "diet" in question.attributes and not words & english_foods
    deed = bool(first) and first[0].endswith("ing") and first[0] not in ("eating", "drinking")
    return "diet" in question.attributes and fact.attribute in ("avoids", "never") and deed


def matching(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts that answer: of the attributes asked for, else by what they say."""
    about = facts_about(question, facts)
    if question.ask is Ask.TOPIC:
        return _of_topic(question, about, facts)
    if question.kinds and question.attributes[:1] == ("age",):
        return _of_members(question, facts)
    if question.ask is Ask.ATTRIBUTES:
        of_attribute = [fact for fact in about if fact.answers(question.attributes)]
        of_kind = [fact for fact in of_attribute if is_of_kind(question, fact)]
        if question.kinds and any(fact.attribute in NAMED for fact in of_kind):
            return _by_tense(question, of_kind)
        chosen = _by_topic(question, of_kind)
        chosen = [fact for fact in chosen if not is_no_food(question, fact)]
        if question.is_when:  # "when do I start at Wise?" is not about the job of now
            chosen = [f for f in chosen if names_value(question.plain, f)] or chosen
        found = _by_tense(question, _narrowed(question, chosen))
        if found or question.is_yes_no:
            return found
        # What is sorted under another attribute answers something else.
        about = [fact for fact in about if fact.attribute.partition(":")[0] in _LOOSE]
    elif question.is_who and not about:
        asked = set(_NAMES.findall(question.text))
        return [f for f in facts if f.attribute in NAMED and asked & set(_NAMES.findall(f.name))]
    elif question.is_who and question.subject != USER:
        named = [fact for fact in about if fact.attribute in ("name", *NAMED)]
        return _by_tense(question, named or about)
    return _by_tense(question, _near(question, about))


def _of_members(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    """Return what is known of each one of a kind: how old "my kids" are."""
    mine = [f for f in facts if f.subject == USER and f.attribute in NAMED]
    members = [f for f in mine if is_of_kind(question, f) and not f.is_over]
    names = {name for f in members for name in f.called} | question.kinds
    return [f for f in facts if f.subject.casefold() in names and f.answers(question.attributes)]


def _narrowed(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    """Keep of Chinese facts those in whose way a question asks: in 在学 what is learnt, in the
    words of one habit that habit, of 怎么叫我 the form of address."""
    if question.language != "zh" or len(facts) < 2:
        return list(facts)
    if "在学" in question.plain or "学什么" in question.plain:
        return [fact for fact in facts if "学" in fact.text] or list(facts)
    if "form_of_address" in question.attributes:
        return [fact for fact in facts if fact.attribute == "form_of_address"] or list(facts)
    if set(question.attributes) & {"habit", "plan", "goal"}:
        shared = {fact: overlap(question.plain, fact) for fact in facts}
        best = max(shared.values())
        return [fact for fact in facts if best < _PERSONAL_OVERLAP or shared[fact] == best]
    return list(facts)


def _near(question: Question, about: Sequence[Fact]) -> list[Fact]:
    """Return the facts that share most with a question; of a time, those that tell one."""
    is_personal = question.ask is Ask.PERSONAL
    least = _PERSONAL_OVERLAP if is_personal else _OVER_OVERLAP
    shared = {fact: overlap(question.plain or question.text, fact) for fact in about}
    # One Han character in two is chance: 上班 and 上个月.
    words = len(content_words(question.plain or question.text))
    fewest = min(2, words) * BESIDE if question.language == "zh" else 0.0
    near = [
        fact
        for fact in about
        if shared[fact] * words >= fewest
        if shared[fact] >= least
        or (is_personal and fact.relevance >= _PERSONAL_RELEVANCE and shared[fact])
    ]
    if not question.is_past:  # what is over answers where nothing in force does
        near = [fact for fact in near if not fact.is_over] or near
    near.sort(key=lambda fact: (-shared[fact], -fact.relevance))
    if question.is_when:
        named = [fact for fact in near if fact.names_time]
        near = named or [fact for fact in near if fact.tells_time] or near[:1]
    best = max((shared[fact] for fact in near), default=0.0)
    return [fact for fact in near if shared[fact] > best - _AS_NEAR][:3]


def _of_topic(question: Question, about: Sequence[Fact], facts: Sequence[Fact]) -> list[Fact]:
    """Return all that is known of somebody, of an attribute, or of what a topic names."""
    now = [fact for fact in about if not fact.is_over]
    if question.subject != USER:
        return now
    if question.kinds:
        named = [f for f in now if f.attribute in NAMED and is_of_kind(question, f)]
        names = {name.casefold() for f in named for name in _NAMES.findall(f.name)}
        return [*named, *(f for f in facts if f.subject.casefold() in names and not f.is_over)]
    if "diet" in question.attributes:
        tastes = [f for f in now if f.answers(("likes", "dislikes", "favorite:"))]
        foods = [f for f in tastes if set(f.value.casefold().split()) & english_foods]
        return [*(f for f in now if f.answers(question.attributes) and f not in foods), *foods]
    said = [f for f in now if overlap(question.plain, f) >= _PERSONAL_OVERLAP]
    kept = [f for f in now if question.attributes and f.answers(question.attributes)]
    return list(dict.fromkeys([*said, *_by_topic(question, kept)]))


_NAMES = re.compile(r"[A-Z][\w'’-]+")


_WAS = re.compile(r"\b(?:was|were|did)\b")


_COVERED = {"child": ("son", "daughter"), "parents": ("mother", "father")}


def facts_about(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts about whom a question is about: by role or by name, and who that is."""
    asked = question.subject.casefold()
    if asked == USER:
        return [fact for fact in facts if fact.subject == USER]
    meant = {asked, *_COVERED.get(asked, ())}
    who = [
        fact
        for fact in facts
        if fact.subject == USER
        and fact.attribute in NAMED
        and meant & {*fact.value.casefold().split(), *fact.called}
    ]
    aliases = meant | {fact.name.casefold() for fact in who} - {""}
    aliases |= {fact.value.split()[0].casefold() for fact in who if fact.name}
    aliases = aliases.union(*(fact.called for fact in who if not fact.value.isascii()))
    about = [
        fact
        for fact in facts
        if fact.subject.casefold() in aliases
        or (fact.attribute == "event" and asked in fact.text.casefold())  # "Rex died in May"
    ]
    asks_who = question.ask in (Ask.PERSONAL, Ask.TOPIC) or "name" in question.attributes
    if not asks_who:
        return about
    named = [fact for fact in about if fact.attribute == "name" and fact.is_current]
    introduced = [replace(fact, attribute="name") for fact in who if fact.is_current]
    if question.is_who and introduced:  # 你外甥叫小宝 says more than 你外甥的名字是小宝
        return [*introduced, *(fact for fact in about if fact not in named)]
    return about if named else [*introduced, *about]


def is_of_kind(question: Question, fact: Fact) -> bool:
    """Say whether a relative or an animal is of a kind that the question names."""
    if fact.attribute not in NAMED or not question.kinds:
        return True
    said = kinds_of(fact.value) if question.language == "en" else frozenset()
    return bool(question.kinds & said) or any(kind in fact.value for kind in question.kinds)


def facts_over(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    about = [fact for fact in facts_about(question, facts) if fact.is_over]
    if question.kinds:
        return [fact for fact in about if fact.attribute in NAMED and is_of_kind(question, fact)]
    return [
        fact
        for fact in about
        if overlap(question.plain, fact) >= _OVER_OVERLAP or _is_the_car(question.plain, fact)
    ]


def _by_topic(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    """Prefer, where the question names a topic or a value, the facts that share it."""
    if any(name.endswith(":") for name in question.attributes) or question.is_yes_no:
        named = [fact for fact in facts if names_value(question.plain, fact)]
        if not named and "measure:" in question.attributes and not _content(question):
            return list(facts)
        if named or any(name in ("count:", "measure:") for name in question.attributes):
            return named
        if question.is_yes_no and not _is_open(question.plain):
            # Words of the other language cannot be compared: what they tell is no denial.
            return [fact for fact in facts if fact.text.isascii() == (question.language == "zh")]
    return list(facts)


_CAR = re.compile(r"\bcar\b|车")
_DRIVEN = re.compile(r"\bdrives?\b|用户开")
_RESULT = re.compile(r"的?(?:最好|个人)?(?:成绩|纪录|记录)$")  # 10公里最好成绩
_GENERIC = frozenset(["record", "time", "personal", "score", "result"])


def _content(question: Question) -> set[str]:
    return content_words(question.plain) - _GENERIC


def _is_open(text: str) -> bool:
    """Tell whether a yes-no question asks for all values ("do I have any allergies?")."""
    return bool(re.search(r"\b(?:any|anything|some)\b|什么|哪些", text, re.IGNORECASE))


def _is_the_car(text: str, fact: Fact) -> bool:
    """Tell whether a text speaks of a car and a fact of what is driven, by whatever name."""
    drives = fact.attribute == "owns" and _DRIVEN.search(fact.text) is not None
    return drives and _CAR.search(text.casefold()) is not None


def names_value(text: str, fact: Fact) -> bool:
    topic = fact.attribute.partition(":")[2].replace("_", " ")
    low = text.casefold()
    if _is_the_car(text, fact):
        return True
    if topic and topic.casefold() in low:
        return True
    bare = _RESULT.sub("", topic)
    if bare != topic and set(bare) and len(set(bare) & set(low)) >= _OVER_OVERLAP * len(set(bare)):
        return True
    return any(len(word) > 1 and word in low for word in fact.value.casefold().split()) or (
        bool(topic) and bool(set(topic.casefold().split()) & set(low.strip("?？").split()))
    )


def _by_tense(question: Question, facts: Sequence[Fact]) -> list[Fact]:
    if question.is_ever:
        return list(facts)
    if question.is_past:
        return [f for f in facts if f.is_over or f.valid_to or _FORMER.match(f.value)]
    now = [fact for fact in facts if not fact.is_over]
    asks_past = question.is_when or bool(_WAS.search(question.plain))
    if asks_past and not now:
        return list(facts)
    return now


_FORMER = re.compile(r"(?:a )?(?:retired|former|ex-)\b|退休", re.IGNORECASE)


def tasks_about(question: Question, todos: Sequence[Todo], found: Sequence[Fact]) -> list[Todo]:
    """Return the to-dos that a question is about, where no fact says more of it."""
    asked = _content(question)
    fewest = min(2, len(asked)) if question.language == "zh" else 1  # one Han character is chance
    if not asked or question.is_past or question.ask is Ask.ATTRIBUTES and found:
        return []
    if question.is_when:
        todos = [todo for todo in todos if is_timed(str(todo.get("text", "")))]
    best = max((overlap(question.plain, fact) for fact in found), default=0.0)
    least = max(_PERSONAL_OVERLAP, best)
    shared = [len(asked & content_words(str(todo.get("text", "")))) for todo in todos]
    return [
        todo
        for todo, count in zip(todos, shared, strict=True)
        if count >= max(fewest, least * len(asked))
    ]


def tasks_left(todos: Sequence[Todo]) -> list[Todo]:
    return [todo for todo in todos if not todo.get("done")]


def said_before(question: Question, quotes: Sequence[Quote]) -> Quote | None:
    """Return the sentence of a past message that has most of the words of a question."""
    asked = content_words(question.text)
    rules = chinese if question.language == "zh" else english
    if not asked or question.ask is Ask.WORLD and not question.is_named:
        return None
    best, found = _SAID_OVERLAP, None
    least = 1 if question.ask is Ask.TOPIC or question.is_who else 2
    for quote in quotes:
        for sentence in map(str.strip, _SENTENCE.findall(quote.text)):
            shared = asked & content_words(sentence)
            if len(shared) < least:
                continue
            share = len(shared) / len(asked)
            is_of_other = rules.subject_of(sentence, ())[0] not in (question.subject, USER)
            if share > best and not is_of_other and not rules.is_question(sentence):
                best, found = share, Quote(text=sentence, said_at=quote.said_at)
    return found


_SENTENCE = re.compile(r"[^.!?。！？\n;；]+(?:[.!?。！？]+(?!\d)|(?<=\d)\.\d[^.!?\n]*)*")
