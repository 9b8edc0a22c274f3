"""What memory brought to a turn, as facts that an answer can be made of. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from chat.llm.local.wording import Wording, as_past, to_second_person
from memory.api import attribute_spec
from memory.domain.types import (
    USER,
    Candidate,
    DropReason,
    Layer,
    Mode,
    RecalledItem,
    RecallResult,
)

_NOT_NEAR = (DropReason.BELOW_THRESHOLD, DropReason.OUTRANKED, DropReason.OVER_BUDGET)
NAMED = ("family", "relationship", "pet")
_NAMED = re.compile(r"^[a-z][\w '-]*? (?P<name>[A-Z].*)$")
_WORD = re.compile(r"[A-Za-z0-9']{3,}|[\u4e00-\u9fff]")
_STOP = frozenset(
    (
        "what where when which who how does did have has the and for are was were should can could "
        "would about that this with you your mine any some now still ever tell remember know "
        "我 你 的 了 吗 呢 是 不 在 有 什 么 哪 里 能 会 个 还 记 得 知 道"
    ).split()
)


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
        """Return the names in a value such as "wife Mia", "dog Rex"; "" in others."""
        match = _NAMED.search(self.value) if self.attribute in NAMED else None
        return match["name"] if match else ""

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
            notes.append(wording.coming.format(date=wording.day(self.valid_from)))
        if self.expires_at:
            notes.append(wording.until.format(date=wording.day(self.expires_at)))
        if self.is_saving:
            notes.append(wording.saving.strip("()（）"))
        zh = wording.date.endswith("日")
        note = ("（{}）" if zh else " ({})").format(wording.joiner.join(notes)) if notes else ""
        return f"{text}{note}{'。' if zh else '.'}"


def facts_of(recall: RecallResult) -> list[Fact]:
    """Return the facts in force, those to come, then the superseded ones, each once.

    What is known of other people counts however far it seems: a question names whom it is about.
    """
    current = [_fact(item, is_current=True) for item in recall.injected if _is_statement(item)]
    left_out = [item for item in recall.dropped if _is_statement(item)]
    beside = [
        _fact(item, is_current=True)
        for item in left_out
        if item.reason == DropReason.NOT_YET_VALID
        or item.reason in _NOT_NEAR
        and item.subject not in ("", USER)
    ]
    past = [
        _fact(item, is_current=False) for item in left_out if item.reason == DropReason.SUPERSEDED
    ]
    return list(_once([*current, *beside, *past]))


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
    """Return the words (Han characters) of a text that carry its meaning, roughly stemmed."""
    words = (word.lower() for word in _WORD.findall(text))
    return {
        re.sub(r"(?:ies|es|s|ing|ed)$", "", word) or word for word in words if word not in _STOP
    }


def overlap(question: str, fact: Fact) -> float:
    """Return the share of the question's content words that the fact contains."""
    asked = content_words(question)
    if not asked:
        return 0.0
    return len(asked & content_words(f"{fact.text} {fact.value}")) / len(asked)


def _is_statement(item: RecalledItem) -> bool:
    return item.layer in (Layer.PROFILE, Layer.LONG_TERM, Layer.KNOWLEDGE, Layer.GRAPH)


def _fact(item: RecalledItem, *, is_current: bool) -> Fact:
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
        is_current=is_current,
        is_profile=item.layer == Layer.PROFILE,
    )


def _once(facts: Iterable[Fact]) -> Iterator[Fact]:
    seen: set[str] = set()
    for fact in facts:
        if fact.text not in seen:
            seen.add(fact.text)
            yield fact
