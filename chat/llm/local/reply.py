"""Composes the local engine's reply: what was noted, then the answers. Pure; it never invents."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from typing import Any

from chat.llm.local.answers import Answer, Known, answer
from chat.llm.local.facts import NAMED, Fact, Quote, facts_of, quotes_of, with_candidates
from chat.llm.local.questions import Ask, find_questions
from chat.llm.local.wording import Wording, to_second_person, wording_for
from memory.api import attribute_spec, best_match, language_of
from memory.domain.types import (
    Candidate,
    Extraction,
    Mode,
    RecalledItem,
    RecallResult,
    WorkingChange,
    WorkingOp,
)

_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|你好|您好|嗨|早上好|下午好|晚上好|哈喽|在吗|在不在)"
    r"[\s,.!，。！]*(?:there|all|again|啊|呀)?[\s,.!，。！?？]*$",
    re.IGNORECASE,
)
_HAN = re.compile(r"[\u3400-\u9fff]")
_BYE = re.compile(
    r"^\W*(?:ok(?:ay)?|well|好的?|那)?[\s,.，。]*(?:(?:good)?bye(?: bye)?|see you(?: later| soon)?|"
    r"good night|再见|拜拜|晚安|回头见)[\s.!。！~～]*$",
    re.IGNORECASE,
)
_ENGLISH = re.compile(r"\b(?:i|i'm|my|we|the|is|am|are|was|to|and|at|for|please)\b", re.IGNORECASE)
_THANKS = re.compile(r"^\W*(?:thanks?|thank you|thx|cheers|谢谢|多谢|感谢)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalRequest:
    """What a reply is made from. `extraction` is what the message says, read ahead of the worker;
    `saving` are facts of earlier messages that the worker has not stored yet."""

    text: str
    recall: RecallResult
    said_at: datetime
    extraction: Extraction = field(default_factory=Extraction)
    for_review: Sequence[Candidate] = ()
    unfounded: Sequence[Candidate] = ()  # deny or forget what is not remembered
    previous_text: str = ""  # the user's message before
    earlier: Sequence[tuple[str, datetime]] = ()  # what was said in this conversation, and when
    is_temporary: bool = False
    learns: bool = True
    has_secrets: bool = False  # or contacts: what is never kept
    working: Mapping[str, Any] = field(default_factory=dict)
    saving: Sequence[Candidate] = ()
    zone: tzinfo = UTC  # of the person, whose days are told
    answers_question: bool = False  # the one that the reply before put (chat.asking)


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalReply:
    """A reply, with the entries of memory that its answers tell."""

    text: str
    told: tuple[RecalledItem, ...] = ()


def compose_reply(request: LocalRequest) -> LocalReply:
    """Return the whole reply in the language of the message."""
    wording = wording_for(_language(request.text, request.previous_text), request.zone)
    if _GREETING.match(request.text):
        return LocalReply(text=wording.hello)
    facts = facts_of(request.recall, request.said_at)
    facts = with_candidates(facts, request.saving, request.said_at)
    parts = _withheld(request, wording)
    if parts:
        request = replace(request, extraction=Extraction(), for_review=(), unfounded=())
    parts += _acknowledgements(request, facts, wording)
    answers = _answers(request, facts, has_noted=bool(parts))
    parts += dict.fromkeys(told.text for told in answers)
    if request.recall.degraded and any(part for part in parts):
        parts.append(wording.recall_failed)
    if not parts and request.answers_question:
        return LocalReply(text=wording.question_answered)
    return LocalReply(
        text="\n\n".join(parts) or _without_content(request, wording),
        told=tuple(fact.entry for told in answers for fact in told.facts if fact.entry),
    )


def _language(text: str, before: str) -> str:
    """Return the language to answer in: Chinese with English words in it is Chinese, unless an
    English sentence holds it together ("I love 火锅") and the talk was English before."""
    if language_of(text) == "zh" or not _HAN.search(text):
        return language_of(text)
    is_english = _ENGLISH.search(text) and not _HAN.search(before)
    return "en" if is_english else "zh"


def _withheld(request: LocalRequest, wording: Wording) -> list[str]:
    """Say that nothing was noted of what there was to note, where the user wants it so."""
    extraction = request.extraction
    closing = request.for_review or request.unfounded
    has_content = extraction.candidates or extraction.working or closing
    if not has_content or (request.learns and not request.is_temporary):
        return []
    return [wording.temporary if request.is_temporary else wording.learning_off]


def _answers(request: LocalRequest, facts: list[Fact], *, has_noted: bool) -> list[Answer]:
    named = {name for fact in facts for name in re.findall(r"[A-Z][\w'’-]+", fact.name)}
    named |= {fact.name for fact in facts if fact.name and not fact.name.isascii()}
    subjects = sorted({fact.subject for fact in facts if fact.subject != "user"} | named)
    questions = find_questions(
        request.text,
        subjects,
        before=next(reversed(find_questions(request.previous_text, subjects)), None),
        last_person=_last_person(request.previous_text, subjects, facts),
    )
    if has_noted:  # "Remember that …, ok?" asks nothing
        questions = [question for question in questions if question.ask is not Ask.WORLD]
    todos = _todos_after(request.working.get("todos") or [], request.extraction.working)
    tasks = {str(todo.get("text", "")).casefold() for todo in todos}
    facts = [f for f in facts if not _is_a_task(f.attribute, f.value, tasks)]  # told as to-dos
    quotes = [Quote(text=text, said_at=said_at) for text, said_at in request.earlier]
    quotes += quotes_of(request.recall)
    now = request.said_at.astimezone(request.zone)
    known = Known(facts=facts, todos=todos, quotes=quotes, now=now)
    return [answer(question, known) for question in questions]


def _is_a_task(attribute: str, value: str, tasks: Collection[str]) -> bool:
    """Tell whether a statement is one of some to-dos (去看牙医 of 明天下午三点看牙医)."""
    value = value.casefold()
    is_planned = attribute in ("plan", "goal") and not value.isascii()
    bare = value.removeprefix("去") if is_planned else value
    return value in tasks or (is_planned and any(bare in task for task in tasks))


def _last_person(text: str, subjects: Sequence[str], facts: Sequence[Fact]) -> str:
    """Return the person whom the user's message before was about, "" if none."""
    about = [question.subject for question in find_questions(text, subjects)]
    about += [fact.subject for fact in facts if fact.quote and fact.quote in text]
    about += [
        name for name in subjects if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)
    ]
    return next((subject for subject in about if subject != "user"), "")


def _acknowledgements(request: LocalRequest, facts: list[Fact], wording: Wording) -> list[str]:
    by_mode: dict[Mode, list[Candidate]] = {}
    for candidate in _without_echoes(request.extraction.candidates):
        by_mode.setdefault(candidate.mode, []).append(candidate)
    parts: list[str] = []
    stated = [
        candidate
        for mode in (Mode.STANDING, Mode.TEMPORARY, Mode.PAST, Mode.DENIAL)
        for candidate in by_mode.get(mode, [])
    ]
    added = {text.casefold() for text in _added(request.extraction.working)}
    stated = [c for c in stated if not _is_a_task(c.attribute, c.value, added)]
    if stated:
        parts.append(_noted(stated, facts, wording, request.said_at))
    if by_mode.get(Mode.CORRECTION):
        lines = list(dict.fromkeys(_told(candidate) for candidate in by_mode[Mode.CORRECTION]))
        parts.append(wording.corrected.format(facts=wording.joiner.join(lines)))
    forgetting = list(dict.fromkeys(map(_named, by_mode.get(Mode.FORGET, []))))
    for named in forgetting:
        template = wording.forgetting_that if _IS_CLAUSE.match(named) else wording.forgetting
        parts.append(template.format(facts=named))
    parts += _unfounded(request.unfounded, forgetting, wording)
    if request.for_review:
        told = wording.joiner.join(_told(candidate) for candidate in request.for_review)
        parts.append(wording.review.format(facts=told))
    return parts + _working(request, wording)


def _unfounded(
    candidates: Sequence[Candidate], forgetting: Sequence[str], wording: Wording
) -> list[str]:
    """Say of what is denied or to be forgotten, and not remembered, that nothing changes."""
    unknown = [c for c in candidates if c.mode is Mode.FORGET and _named(c) not in forgetting]
    denied = [
        re.sub(r"^You no longer ", "You do not ", _told(c))  # it is not known that they ever did
        for c in candidates
        if c.mode is Mode.DENIAL
    ]
    told = [wording.nothing_to_forget.format(facts=_named(candidate)) for candidate in unknown]
    told += [wording.nothing_to_change.format(facts=wording.joiner.join(denied))] if denied else []
    return list(dict.fromkeys(told))


def _without_echoes(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out "you have a wife called Maya" beside "your wife is called Maya"."""
    named = [c for c in candidates if c.attribute == "name"]
    echoes = {f"{c.subject} {c.value}" for c in named} | {
        f"{c.text.removeprefix('用户的').partition('的')[0]}{c.value}"
        for c in named
        if c.language.startswith("zh")
    }
    return [c for c in candidates if c.attribute not in NAMED or c.value not in echoes]


def _noted(
    candidates: Sequence[Candidate], facts: list[Fact], wording: Wording, now: datetime
) -> str:
    told = (_told(candidate) + _aside(candidate, facts, wording, now) for candidate in candidates)
    lines = list(dict.fromkeys(told))
    if len(lines) == 1:
        return wording.noted.format(facts=lines[0])
    return wording.noted_more + "\n" + wording.bullets(lines)


def _aside(candidate: Candidate, facts: list[Fact], wording: Wording, now: datetime) -> str:
    """Say from when a statement will hold, for how long, or what it replaces."""
    begins, ends = candidate.valid_from, candidate.expires_at
    notes = [_replaced(candidate, facts, wording)]
    if begins is not None and begins > now:
        said = f"{candidate.text} {candidate.quote}"
        notes = [wording.coming.format(date=wording.moment(begins, said))]
    if ends is not None and candidate.mode is Mode.TEMPORARY:
        notes.append(wording.until.format(date=wording.last_day(ends)))
    note = wording.joiner.join(filter(None, notes))
    if not note:
        return ""
    return f"（{note}）" if wording.date.endswith("日") else f" ({note})"


def _replaced(candidate: Candidate, facts: list[Fact], wording: Wording) -> str:
    """Say what a new value of a single-valued attribute replaces."""
    if candidate.mode is not Mode.STANDING or not candidate.attribute:
        return ""
    known = [
        fact
        for fact in facts
        if fact.is_current
        and fact.is_profile
        and fact.attribute == candidate.attribute
        and fact.subject == candidate.subject
        and fact.value.casefold() != candidate.value.casefold()
    ]
    if len(known) != 1 or not attribute_spec(candidate.attribute).single:
        return ""
    return wording.before.format(value=known[0].value)


def _working(request: LocalRequest, wording: Wording) -> list[str]:
    """Say what was added to the to-dos, what was ticked off, and what was not there to tick."""
    changes = [change for change in request.extraction.working if change.field == "todos"]
    added = _added(changes)
    todos = _todos_after(request.working.get("todos") or [], changes)
    entries = [str(todo.get("text", "")) for todo in todos if not todo.get("done")]
    done: list[str] = []
    removed: list[str] = []
    missing: list[str] = []
    for change in changes:
        if change.op in (WorkingOp.DONE, WorkingOp.REMOVE):
            place = best_match(_entry_text(change), entries)
            if place is None:
                missing.append(_entry_text(change))
            else:
                (done if change.op is WorkingOp.DONE else removed).append(entries[place])
    ended = (best_match(deed, entries) for deed in request.extraction.deeds)
    done = list(dict.fromkeys([*done, *(entries[place] for place in ended if place is not None)]))
    return [
        template.format(items=wording.joiner.join(items))
        for template, items in (
            (wording.todo_added, added),
            (wording.todo_done, done),
            (wording.todo_removed, removed),
            (wording.not_on_list, missing),
        )
        if items
    ]


def _entry_text(change: WorkingChange) -> str:
    return str(change.value.get("text", "") if isinstance(change.value, dict) else change.value)


def _todos_after(
    todos: Sequence[dict[str, Any]], changes: Sequence[WorkingChange]
) -> list[dict[str, Any]]:
    """Return the to-dos with the message's own new ones, which the worker has yet to store."""
    return [*todos, *({"text": text, "done": False} for text in _added(changes))]


def _added(changes: Sequence[WorkingChange]) -> list[str]:
    """Return the to-dos that a message adds."""
    adds = (c for c in changes if c.op is WorkingOp.APPEND and c.field == "todos")
    return [_entry_text(change) for change in adds]


def _told(candidate: Candidate) -> str:
    return to_second_person(candidate.text, candidate.language).rstrip("。.")


_IS_CLAUSE = re.compile(r"you\b|your [\w' -]+ (?:is|are|was|has|lives|works)\b|你(?!的)")


def _named(candidate: Candidate) -> str:
    """Return what a request to forget is about."""
    text = candidate.text.rstrip("。.")
    about = re.sub(r"^(?:Forget (?:what the user said about|that) |请忘掉：)", "", text)
    if about == text:
        return candidate.value or to_second_person(text, candidate.language)
    told = to_second_person(f"{about[:1].upper()}{about[1:]}", candidate.language)
    return f"{told[:1].lower()}{told[1:]}" if about[:1].islower() else told


def _without_content(request: LocalRequest, wording: Wording) -> str:
    if request.has_secrets:
        return wording.not_kept
    if _BYE.match(request.text):
        return wording.goodbye
    return wording.welcome if _THANKS.match(request.text) else wording.nothing_noted
