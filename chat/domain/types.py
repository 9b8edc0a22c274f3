"""The values that pass between the steps of a turn: TurnRequest → TurnContext → Prompt → Reply.

All frozen; a change is a copy. Pure: no I/O, no clock, no Django.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from memory.domain.types import RecalledItem, RecallResult


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRequest:
    """One accepted message of a user: its rows exist, the answer does not yet."""

    user_id: int
    conversation_id: int
    turn_id: int
    message_id: int  # the user's message
    trace_id: str
    text: str
    now: datetime  # aware; when the message was accepted
    language: str = "en"  # of the message: "en" or "zh"
    time_zone: str = "UTC"
    channel: str = "chat"  # chat, command
    is_temporary: bool = False  # nothing recalled, nothing written
    is_repeat: bool = False  # answers anew what was already answered: recorded once only
    learns: bool = True  # whether the user wants anything remembered at all


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call that the model asked for. `arguments` is JSON text as the model wrote it."""

    call_id: str
    name: str
    arguments: str = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition:
    """A tool offered to the model; `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptMessage:
    """One message as sent to the model. `role`: system, user, assistant or tool."""

    role: str
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""  # of a tool message: the call that it answers


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowMessage:
    """A stored message of the conversation, with its exact token count."""

    message_id: int
    role: str
    content: str
    tokens: int
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    is_partial: bool = False

    def as_prompt(self) -> PromptMessage:
        return PromptMessage(
            role=self.role,
            content=self.content,
            tool_calls=self.tool_calls,
            tool_call_id=self.tool_call_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowSummary:
    """The running abstract of what precedes, up to and with `up_to_message_id`."""

    text: str = ""
    up_to_message_id: int = 0  # 0: nothing is covered yet
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenShares:
    """Tokens of each part of the context window, in prompt order."""

    system: int = 0
    tools: int = 0
    profile: int = 0
    summary: int = 0
    window: int = 0
    working: int = 0
    recalled: int = 0
    message: int = 0

    @property
    def total(self) -> int:
        return (
            self.system
            + self.tools
            + self.profile
            + self.summary
            + self.window
            + self.working
            + self.recalled
            + self.message
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """Everything gathered for one answer.

    `window` is already trimmed: what is not in it is covered by `summary`.
    `working` holds the fields of memory.domain.working. `recall.injected` lists what memory gives,
    profile included. `pending_episodes` counts exchanges that are recorded but not yet absorbed.
    """

    request: TurnRequest
    recall: RecallResult
    window: tuple[WindowMessage, ...] = ()
    summary: WindowSummary = field(default_factory=WindowSummary)
    working: Mapping[str, Any] = field(default_factory=dict)
    pending_episodes: int = 0
    has_topic_changed: bool = False
    user_name: str = ""
    degraded: tuple[str, ...] = ()  # what could not be read: "index_unavailable", "working_memory"
    full_history_tokens: int = 0  # what sending the whole conversation would have cost
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    begun: Mapping[str, float] = field(default_factory=dict)  # seconds of one running counter

    @property
    def text(self) -> str:
        """What the user just said."""
        return self.request.text

    @property
    def language(self) -> str:
        return self.request.language

    @property
    def previous_reply(self) -> str:
        """The assistant's last words before the user's message, or nothing."""
        return next((m.content for m in reversed(self.window) if m.role == "assistant"), "")

    @property
    def previous_text(self) -> str:
        """What the user said before the message, or nothing."""
        return next((m.content for m in reversed(self.window) if m.role == "user"), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What the model gets. The local engine reads `context`, others `messages` and `tools`."""

    messages: tuple[PromptMessage, ...]
    context: TurnContext
    tools: tuple[ToolDefinition, ...] = ()
    tokens: TokenShares = field(default_factory=TokenShares)
    limit: int = 0  # of the model, in tokens, the reply included
    counter: str = ""  # name of the token counter

    def followed_by(self, *messages: PromptMessage) -> "Prompt":
        """Return this prompt with further messages at its end (a tool call and its results)."""
        return replace(self, messages=self.messages + messages)

    def with_looked_up(self, entries: Iterable[RecalledItem]) -> "Prompt":
        """Return this prompt with what was looked up for its reply among what memory gave."""
        recall = self.context.recall.with_looked_up(entries)
        return replace(self, context=replace(self.context, recall=recall))

    def without_tools(self) -> "Prompt":
        return replace(self, tools=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool answered; `summary` is the condensed form for working memory, `looked_up` what
    memory gave for it."""

    call: ToolCall
    content: str
    summary: str = ""
    looked_up: tuple[RecalledItem, ...] = ()
    is_error: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRound:
    """One round of calls with all their results, and the text that came with the calls."""

    text: str
    results: tuple[ToolResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as the model counted them; zero when it did not say."""

    input_tokens: int = 0
    output_tokens: int = 0

    def plus(self, other: "Usage | None") -> "Usage":
        if other is None:
            return self
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The finished answer of the model."""

    text: str
    model: str
    told: tuple[RecalledItem, ...] = ()  # of memory, where the model knows what it told
    rounds: tuple[ToolRound, ...] = ()
    usage: Usage = field(default_factory=Usage)
    finish_reason: str = "stop"
    first_delta_ms: float = 0.0
    model_ms: float = 0.0
    begun: float = 0.0  # when the model was asked, on the counter of TurnContext.begun
