"""What memory brought to a turn, as facts that an answer can be made of. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from chat.llm.local.wording import Wording, as_past, to_second_person
from memory.api import attribute_spec, english_verb, names_of, tells_time
from memory.domain.types import (
    Candidate,
    DropReason,
    Kind,
    Layer,
    Mode,
    RecalledItem,
    RecallResult,
    Status,
)

# Why recall leaves out what an answer may still rest on.
_TOLD = (
    DropReason.BELOW_THRESHOLD,
    DropReason.OUTRANKED,
    DropReason.OVER_BUDGET,
    DropReason.NOT_YET_VALID,
    DropReason.OVERRIDDEN_UNTIL,
    DropReason.SUPERSEDED,
    DropReason.EXPIRED,
)
_TOLD_STATUS = (Status.ACTIVE, Status.DEPRECATED)
NAMED = ("family", "relationship", "pet")
_NAMED = re.compile(r"^[a-z][\w '-]*? (?P<name>[A-Z].*)$")
_WORD = re.compile(r"[A-Za-z0-9']{3,}|[\u4e00-\u9fff]")
_STOP = frozenset(
    (
        "what where when which who whom whose how does did have has had the and for are was were "
        "been should can could will would about that this with you your mine any some now still "
        "ever tell told remember know say said mention going name names called many much old new "
        "before there here they them get got other best again first last back not "
        "我 你 的 了 吗 呢 是 不 在 有 什 么 哪 里 能 会 个 还 记 得 知 道 时 候 干"
    ).split()
)
# Words that say the same of a thing that is asked for.
_ALIKE = (
    "car drive", "due expect", "flight fly plane", "holiday trip vacation travel", "job work",
    "pay cost rent", "wed wedding marry", "born birthday", "favorite favourite", "start begin join",
    "mum mother mom", "dad father", "kid child children", "photo picture", "stay hotel",
)  # fmt: skip
# Chinese words of one meaning, as the one character that stands for them.
_ALIKE_CHINESE = (
    (re.compile(r"去世|过世|离世|逝世|离开人世|不在了|走了|走的|死了?"), "逝"),
    (re.compile(r"搬家|搬[去到]?"), "搬"),
    (re.compile(r"走丢|走失|跑丢|丢了"), "丢"),
)
_TERM = {word: group.split()[0] for group in _ALIKE for word in group.split()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One statement of memory (or of a message that is still being saved)."""

    text: str
    subject: str
    attribute: str
    value: str
    language: str
    quote: str = ""
    said_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    relevance: float = 0.0
    is_current: bool = True
    is_profile: bool = False
    is_saving: bool = False
    entry: RecalledItem | None = field(default=None, compare=False)  # that recall considered

    @property
    def is_over(self) -> bool:
        """Whether another value took its place, or its time had ended when it was said."""
        ended = self.valid_to is not None and (not self.said_at or self.valid_to <= self.said_at)
        return not self.is_current or ended

    @property
    def is_coming(self) -> bool:
        """Whether it was to begin after it was said ("I start in March")."""
        return bool(self.valid_from and self.said_at and self.valid_from > self.said_at)

    @property
    def name(self) -> str:
        """Return the names in a value such as "wife Mia", "dog Rex", 孙女朵朵; "" in others."""
        if self.attribute not in NAMED:
            return ""
        match = _NAMED.search(self.value)
        if match:
            return match["name"]
        name, _others = names_of(self.attribute, self.value)
        return name if name != self.value and not name.isascii() else ""

    @property
    def called(self) -> frozenset[str]:
        """Return what the one whom a value names goes by: the name, the kind, the role."""
        if self.attribute not in NAMED:
            return frozenset()
        name, others = names_of(self.attribute, self.value)
        return frozenset(word.casefold() for word in (name, *others))

    @property
    def is_shared(self) -> bool:
        """Whether it is what the tenant shares, and nothing about the person."""
        return self.entry is not None and self.entry.layer == Layer.KNOWLEDGE

    @property
    def tells_time(self) -> bool:
        """Whether it says when: in its words, or by when it begins or ends."""
        return self.names_time or is_timed(self.quote)

    @property
    def names_time(self) -> bool:
        """Whether it says when itself, not only the words that it was taken from."""
        return bool(self.valid_from or self.expires_at) or is_timed(self.text)

    def answers(self, attributes: Sequence[str]) -> bool:
        """Tell whether the fact is of one of the attributes; heads match dynamic attributes."""
        return any(
            self.attribute.startswith(name) if name.endswith(":") else self.attribute == name
            for name in attributes
        )

    def sentence(self, wording: Wording) -> str:
        """Return the fact told to the user, with their own words and the date."""
        text = to_second_person(self.text, self.language).rstrip("。.")
        text = as_past(text, self.language) if self.is_over else text
        notes = []
        if self.quote and self.said_at:
            notes.append(wording.said_on.format(quote=self.quote, date=wording.day(self.said_at)))
        if self.is_coming and self.valid_from:
            begins = wording.moment(self.valid_from, f"{self.text} {self.quote}")
            notes.append(wording.coming.format(date=begins))
        if self.expires_at:
            notes.append(self._end(wording, self.expires_at))
        if self.is_saving:
            notes.append(wording.saving.strip("()（）"))
        zh = wording.date.endswith("日")
        notes = [note for note in notes if note]
        note = ("（{}）" if zh else " ({})").format(wording.joiner.join(notes)) if notes else ""
        return f"{text}{note}{'。' if zh else '.'}"

    def _end(self, wording: Wording, ends: datetime) -> str:
        """Return until when it holds; of what is planned for a day, that day if not yet told."""
        if self.attribute not in _DATED:
            return wording.until.format(date=wording.last_day(ends))
        if _EXACT.search(self.text):
            return ""
        day, told = wording.last_day(ends), wording.moment(ends, self.text)
        if told != day and not _LIMIT.search(self.text):
            return (
                ""
                if told in to_second_person(self.text, self.language)
                else (wording.within.format(date=told))
            )
        return wording.by.format(date=told) if _VAGUE.search(self.text) else day


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What the user said in a past exchange, word for word."""

    text: str
    said_at: datetime


_DATED = ("plan", "event", "commitment")
BESIDE = 0.7  # weight of a word that stands in the quote only, which may say more than the fact
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_EXACT = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS})|\b(?:{_MONTHS})[a-z]* \d{{1,2}}\b"
    r"|\d月\d+[日号]",
    re.IGNORECASE,
)
_LIMIT = re.compile(r"\b(?:by|until|end of)\b|底|之?前", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:weekend|morning|evening|afternoon|night)s?\b|(?:周|星期)[一二三四五六日天]"
    r"|\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b|[\d一二两三四五六七八九十]点",
    re.I,
)
_VAGUE = re.compile(
    r"\b(?:by|until|in|this|next|early|late|mid)[ -](?:the )?(?:end|january|february|march|april"
    r"|may|june|july|august|september|october|november|december|week|month|year|weekend|spring|summer"
    r"|autumn|winter|\d+ (?:days|weeks|months))|[月周]底|[上中下]旬|[本下这]个?[月周]",
    re.IGNORECASE,
)


def is_timed(text: str) -> bool:
    """Tell whether a text says when."""
    return tells_time(text) or _WEEKDAY.search(text) is not None


def facts_of(recall: RecallResult, now: datetime) -> list[Fact]:
    """Return the facts in force, those to come, then those that are over, each once.

    What recall left out as far from the message counts here all the same: an answer takes only
    what is of the attribute, or has the words, that a question asks for.
    """
    injected = [_fact(item, now, is_near=True) for item in recall.injected if _is_statement(item)]
    left_out = [
        _fact(item, now)
        for item in recall.dropped
        if _is_statement(item) and item.reason in _TOLD and item.status in _TOLD_STATUS
    ]
    facts = list(_once([*injected, *left_out]))
    return sorted(facts, key=lambda fact: not fact.is_current)


def quotes_of(recall: RecallResult) -> list[Quote]:
    """Return what the user said in the past exchanges that recall quotes, the latest first."""
    said = [
        Quote(text=item.quote, said_at=item.said_at)
        for item in recall.injected
        if item.layer == Layer.HISTORY and item.said_at is not None
    ]
    return sorted(said, key=lambda quote: quote.said_at, reverse=True)


def with_candidates(
    stored: Sequence[Fact], candidates: Iterable[Candidate], said_at: datetime
) -> list[Fact]:
    """Return the facts as they will be once the worker has stored what was just said.

    A new value of a single-valued attribute takes the place of the old one; what was denied or is
    to be forgotten counts no more.
    """
    facts = list(stored)
    for candidate in candidates:
        facts = [fact for fact in facts if not _gives_way(fact, candidate)]
        if candidate.mode not in (Mode.DENIAL, Mode.FORGET):
            facts.append(_being_saved(candidate, said_at))
    return facts


def _gives_way(fact: Fact, candidate: Candidate) -> bool:
    if not fact.is_current or (fact.subject, fact.attribute) != (
        candidate.subject,
        candidate.attribute,
    ):
        return False
    if candidate.mode in (Mode.DENIAL, Mode.FORGET):
        return not candidate.value or candidate.value.casefold() == fact.value.casefold()
    is_same = fact.value.casefold() == candidate.value.casefold()
    replaces = candidate.mode in (Mode.STANDING, Mode.CORRECTION, Mode.TEMPORARY)
    return is_same or (replaces and attribute_spec(candidate.attribute).single)


def _being_saved(candidate: Candidate, said_at: datetime) -> Fact:
    return Fact(
        text=candidate.text,
        subject=candidate.subject,
        attribute=candidate.attribute,
        value=candidate.value,
        language=candidate.language,
        quote=candidate.quote,
        said_at=said_at,
        valid_from=candidate.valid_from,
        valid_to=candidate.valid_to,
        expires_at=candidate.expires_at,
        relevance=1.0,
        is_saving=True,
    )


def content_words(text: str) -> set[str]:
    """Return the words (Han characters) of a text that carry its meaning, in their base forms."""
    for deed, word in _ALIKE_CHINESE:
        text = deed.sub(word, text)
    words = (word.lower().removesuffix("'s") for word in _WORD.findall(text))
    return {_term(word) for word in words if word not in _STOP and len(word.strip("'")) > 0}


def _term(word: str) -> str:
    form = english_verb(word)
    base = form.lemma if form else re.sub(r"(?:es|s|ing|ed)$", "", re.sub(r"ies$", "y", word))
    return _TERM.get(base, base) or word


def overlap(question: str, fact: Fact) -> float:
    """Return the share of the question's content words that the fact or its quote contains."""
    asked = content_words(question)
    if not asked:
        return 0.0
    told = content_words(f"{fact.text} {fact.value} {fact.attribute.replace(':', ' ')}")
    beside = content_words(fact.quote) - told
    return (len(asked & told) + BESIDE * len(asked & beside)) / len(asked)


def _is_statement(item: RecalledItem) -> bool:
    layers = (Layer.PROFILE, Layer.LONG_TERM, Layer.KNOWLEDGE, Layer.GRAPH)
    return item.layer in layers and item.kind != Kind.EPISODE_CHUNK


def _fact(item: RecalledItem, now: datetime, *, is_near: bool = False) -> Fact:
    ends = [end for end in (item.valid_to, item.expires_at) if end]
    is_over = item.status == Status.DEPRECATED or any(end <= now for end in ends)
    gone = item.reason in (DropReason.SUPERSEDED, DropReason.EXPIRED) and not is_near
    return Fact(
        text=item.text,
        subject=item.subject or "user",
        attribute=item.attribute,
        value=item.value,
        language=item.language or "en",
        quote=item.quote,
        said_at=item.said_at,
        valid_from=item.valid_from,
        valid_to=item.valid_to,
        expires_at=item.expires_at,
        relevance=item.relevance or 0.0,
        is_current=not (is_over or gone),
        is_profile=item.layer == Layer.PROFILE,
        entry=item,
    )


def _once(facts: Iterable[Fact]) -> Iterator[Fact]:
    seen: set[str] = set()
    for fact in facts:
        if fact.text not in seen:
            seen.add(fact.text)
            yield fact
