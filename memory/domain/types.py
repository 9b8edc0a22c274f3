"""The values that pass between the steps of memory. Frozen; a change is a copy."""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

USER = "user"  # the subject of a fact about the user themself


class Kind(enum.StrEnum):
    """What sort of statement a memory item is; decides its half-life."""

    FACT = "fact"
    PREFERENCE = "preference"
    CONSTRAINT = "constraint"
    EVENT = "event"
    DECISION = "decision"
    EPISODE_CHUNK = "episode_chunk"
    KNOWLEDGE = "knowledge"


class Status(enum.StrEnum):
    PENDING = "pending"  # in review, never recalled
    ACTIVE = "active"
    DEPRECATED = "deprecated"  # superseded or judged wrong; kept as history
    ARCHIVED = "archived"  # forgotten: out of recall, can be restored


class Mode(enum.StrEnum):
    """How a statement was made; the conflict rules read it."""

    STANDING = "standing"  # true from now on
    TEMPORARY = "temporary"  # "today", "just for this trip", 今天, 这次
    PAST = "past"  # "I used to ...", 以前
    CORRECTION = "correction"  # "no, it is ...", 不对，是……
    DENIAL = "denial"  # "I don't ... any more", 我不……了: closes what it names
    FORGET = "forget"  # "forget that ...", 忘掉……: erases what it names


class Layer(enum.StrEnum):
    WINDOW = "window"
    WORKING = "working"
    PROFILE = "profile"
    LONG_TERM = "long_term"
    HISTORY = "history"
    EXPERIENCE = "experience"
    KNOWLEDGE = "knowledge"
    GRAPH = "graph"


ITEM_LAYERS = (Layer.PROFILE, Layer.LONG_TERM, Layer.KNOWLEDGE, Layer.GRAPH)


class Outcome(enum.StrEnum):
    """What became of a recall candidate."""

    INJECTED = "injected"
    REVIVED = "revived"
    DROPPED = "dropped"


class DropReason(enum.StrEnum):
    BELOW_THRESHOLD = "below_threshold"
    SUPERSEDED = "superseded"
    OVERRIDDEN_UNTIL = "overridden_until"
    EXPIRED = "expired"
    NOT_YET_VALID = "not_yet_valid"
    ARCHIVED = "archived"
    PENDING_REVIEW = "pending_review"
    DUPLICATE_OF = "duplicate_of"
    OVER_BUDGET = "over_budget"
    OUTRANKED = "outranked"
    EXCLUDED_BY_USER = "excluded_by_user"
    INDEX_UNAVAILABLE = "index_unavailable"


# Why an entry is injected that recall did not bring: the reply looked it up. What recall had left
# it out for stays in its detail under LEFT_OUT.
LOOKED_UP = "looked_up"
LEFT_OUT = "left_out"


class Action(enum.StrEnum):
    """What a write did with a candidate."""

    ADDED = "added"
    REINFORCED = "reinforced"
    SUPERSEDED = "superseded"
    OVERRIDDEN = "overridden"
    CLOSED = "closed"
    TO_REVIEW = "to_review"
    REFUSED = "refused"
    ARCHIVED = "archived"
    RESTORED = "restored"
    ERASED = "erased"


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """A relation that a statement carries: subject, predicate, object, each named with its type."""

    subject: str
    subject_type: str
    predicate: str
    object: str
    object_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One statement that an extractor found in a message of the user.

    `quote` is verbatim from the message. `subject` is `USER`, or the name or role of the third
    person that the fact is about ("sister", "Anna"). `attribute` is a name of the ontology,
    dynamic ones with their topic after a colon ("favorite:food", "count:stamps"). Times are
    aware and already resolved against the message's time.
    """

    text: str
    subject: str = USER
    attribute: str = ""
    value: str = ""
    kind: Kind = Kind.FACT
    mode: Mode = Mode.STANDING
    importance: float = 0.5
    confidence: float = 0.8
    quote: str = ""
    language: str = "en"
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    triples: tuple[Triple, ...] = ()


class WorkingOp(enum.StrEnum):
    SET = "set"
    APPEND = "append"
    DONE = "done"  # tick the entry of a list field that `value` names
    REMOVE = "remove"
    CLEAR = "clear"  # the task is completed


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingChange:
    """One change of a working memory field (see `WORKING_FIELDS` in memory.domain.working)."""

    op: WorkingOp
    field: str = ""
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingState:
    """Working memory of one conversation; `version` 0 means that there is none."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    version: int = 0
    ttl_seconds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionRequest:
    """One exchange to read. Only `text` is a source; the other texts are context."""

    text: str
    said_at: datetime
    previous_reply: str = ""  # the assistant's words before `text`: what "yes, exactly" confirms
    previous_text: str = ""  # the user's message before that: what "that's wrong" may refer to
    known: tuple[tuple[str, str, str], ...] = ()  # (subject, attribute, value) of the live items
    time_zone: str = "UTC"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What an extractor found. `skipped` says, for what was not taken, the text and the reason."""

    candidates: tuple[Candidate, ...] = ()
    working: tuple[WorkingChange, ...] = ()
    deeds: tuple[str, ...] = ()  # told in passing ("rang the surgery"): they may end a to-do
    skipped: tuple[tuple[str, str], ...] = ()
    extractor: str = ""
    failure: str = ""  # why a better extractor was not used; shown on the dashboard


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """A task and how it is solved."""

    task: str
    solution: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledItem:
    """One entry of memory that reached the prompt, or was a candidate for it.

    `item_id` counts within its layer (a memory item, an episode for history, an experience).
    Components and `score` are in [0, 1], `boost` apart; None where a layer does not score.
    """

    item_id: int
    layer: Layer
    text: str
    outcome: Outcome
    reason: str = ""  # a DropReason, or why it was injected
    detail: Mapping[str, Any] = field(default_factory=dict)
    score: float | None = None
    relevance: float | None = None
    semantic: float | None = None
    lexical: float | None = None
    recency: float | None = None
    importance: float | None = None
    boost: float | None = None
    rank: int | None = None
    tokens: int = 0
    subject: str = ""
    attribute: str = ""
    value: str = ""
    kind: str = ""
    quote: str = ""
    language: str = ""
    said_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    status: str = Status.ACTIVE
    conversation_id: int | None = None
    message_id: int | None = None

    @property
    def key(self) -> tuple[str, int]:
        """What an entry is told apart by: an item is the same one in whatever layer."""
        return ("item" if self.layer in ITEM_LAYERS else str(self.layer)), self.item_id


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallResult:
    """What recall brings to a turn.

    `profile_text` goes into the system prompt; `block_text` is the delimited block of recalled
    data. `injected` lists everything from memory that is in either, whichever layer.
    """

    trace_id: str
    query: str
    rewritten_query: str = ""
    policy: str = "default"
    profile_text: str = ""
    block_text: str = ""
    injected: tuple[RecalledItem, ...] = ()
    dropped: tuple[RecalledItem, ...] = ()
    unlisted: Mapping[str, int] = field(
        default_factory=dict
    )  # left out besides `dropped`, by reason
    profile_tokens: int = 0
    recalled_tokens: int = 0
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()  # what was missing, in the words of a DropReason or an error

    @property
    def looked_up(self) -> tuple[RecalledItem, ...]:
        return tuple(entry for entry in self.injected if entry.reason == LOOKED_UP)

    def with_looked_up(self, entries: Iterable[RecalledItem]) -> "RecallResult":
        """Return this with what a reply looked up by itself among what was injected."""
        brought = {entry.key for entry in self.injected}
        own = {entry.key: entry for entry in reversed(self.dropped)}
        found = {
            entry.key: _looked_up(own.get(entry.key, entry))
            for entry in entries
            if entry.key not in brought
        }
        rest = tuple(entry for entry in self.dropped if entry.key not in found)
        return replace(self, injected=(*self.injected, *found.values()), dropped=rest)


def _looked_up(entry: RecalledItem) -> RecalledItem:
    was_left_out = entry.outcome == Outcome.DROPPED
    detail = {**entry.detail, LEFT_OUT: str(entry.reason)} if was_left_out else entry.detail
    return replace(entry, outcome=Outcome.INJECTED, reason=LOOKED_UP, detail=detail)
