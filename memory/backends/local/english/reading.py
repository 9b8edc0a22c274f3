"""What the rules read (a parsed piece with its times and people) and what they return (facts)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.language import Parsed
from memory.backends.local.english.people import People
from memory.backends.local.english.phrases import noun_phrase, verb_phrase
from memory.backends.local.english.times import TimeSpan
from memory.domain.types import USER, ExtractionRequest, Mode, WorkingChange

Token = Any  # spacy.tokens.Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What a rule found. `predicate` is what is true of the subject ("likes jazz"), if the
    attribute alone does not say it; `mode` None means: as the clause says."""

    attribute: str
    value: str
    subject: str = USER
    predicate: str = ""
    mode: Mode | None = None
    importance: float | None = None
    confidence: float = 0.85


@dataclass
class Reading:
    """One parsed piece. Rules only read it, except that `people` remembers who was named."""

    request: ExtractionRequest
    parsed: Parsed
    now: datetime  # the user's local time
    times: list[TimeSpan]
    people: People = field(default_factory=People)
    time_tokens: frozenset[int] = frozenset()
    openers: str = ""  # "from now on": said before the sentence, not parsed with it
    working: list[WorkingChange] = field(default_factory=list)
    deeds: list[str] = field(default_factory=list)  # told in passing: "rang the surgery"
    tasks: set[int] = field(default_factory=set)  # tokens of verbs that are to-dos, not facts

    def np(self, token: Token, *, keep_times: bool = False) -> str:
        return noun_phrase(token, without=self.time_tokens, keep_times=keep_times)

    def vp(self, token: Token, *, keep_times: bool = False) -> str:
        return verb_phrase(token, without=() if keep_times else self.time_tokens)

    def times_of(self, clause: ClauseView) -> list[TimeSpan]:
        """Return the times said in the clause itself, or before it in its sentence."""
        return self.times_between(*clause_bounds(clause))

    def times_between(self, start: int, end: int) -> list[TimeSpan]:
        """Return the times that begin between two characters of the parsed text."""
        return [span for span in self.times if start <= span.start < end]


def clause_tokens(head: Token) -> list[Token]:
    """Return the tokens of a clause without the clauses coordinated with it or joined to it."""
    tokens, waiting = [], [head]
    while waiting:
        token = waiting.pop()
        tokens.append(token)
        for child in token.children:
            coordinated = child.dep_ in ("conj", "parataxis", "ccomp") and (
                child.pos_ in ("VERB", "AUX")
                and any(c.dep_ in ("nsubj", "nsubjpass") for c in child.children)
            )
            if not coordinated and not (token == head and child.dep_ == "cc"):
                waiting.append(child)
    return sorted(tokens, key=lambda token: int(token.i))


def clause_bounds(clause: ClauseView) -> tuple[int, int]:
    """Return the characters of the parsed text that a clause covers."""
    tokens = [t for t in clause_tokens(clause.head) if not t.is_space]
    while len(tokens) > 1 and tokens[-1].is_punct and tokens[-1].text in ",;:-–—":
        tokens.pop()
    while len(tokens) > 1 and tokens[0].is_punct:
        tokens.pop(0)
    return tokens[0].idx, tokens[-1].idx + len(tokens[-1].text)


Rule = Callable[[Reading, ClauseView, str], "list[Fact] | None"]
