"""The contract of a chat model: a prompt goes in, deltas come out, errors are typed."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from django.conf import settings
from django.utils.module_loading import import_string

from chat.domain.types import Prompt, PromptMessage, ToolCall, Usage
from memory.domain.types import RecalledItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """A streamed piece. `tool_calls` are whole calls, given once, at the end of a round.

    `told` are the entries of memory that the text is made of, where the model knows them.
    """

    text: str = ""
    told: tuple[RecalledItem, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage | None = None
    finish_reason: str = ""  # stop, length, tool_calls; set on the last delta


class ModelError(Exception):
    """The model failed. `code` names the sentence shown; `permanent`: trying again cannot help."""

    CODES: ClassVar[frozenset[str]] = frozenset(
        {
            "no_network",
            "unauthorized",
            "rate_limited",
            "timeout",
            "cut_stream",
            "server_error",
            "bad_request",
            "context_too_long",
        }
    )

    def __init__(self, code: str, detail: str = "", *, permanent: bool = False) -> None:
        if code not in self.CODES:
            raise ValueError(f"unknown model error: {code}")
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail
        self.permanent = permanent


class ChatModel(ABC):
    """Answers a prompt. One instance serves all turns of a process: it keeps no turn's state."""

    name: str = ""
    supports_tools: bool = False
    supports_summaries: bool = False
    is_connected: bool = True  # False for the engine that answers when no model is connected

    def __init__(self, **options: Any) -> None:
        self.options = options

    async def complete(self, messages: Sequence[PromptMessage]) -> str:
        """Return a whole answer to plain messages; raise ModelError. For summaries."""
        raise NotImplementedError(f"{self.name} makes no summaries")

    @abstractmethod
    def stream(self, prompt: Prompt) -> AsyncIterator[Delta]:
        """Yield the answer piece by piece; raise ModelError. Written as `async def` with yield."""


@cache
def _model(backend: str, options: tuple[tuple[str, Any], ...]) -> ChatModel:
    model: ChatModel = import_string(backend)(**dict(options))
    return model


def chat_model() -> ChatModel:
    """Return the configured model, made at first use."""
    chosen = settings.CHAT["model"]
    return _model(chosen["BACKEND"], tuple(sorted(chosen.get("OPTIONS", {}).items())))


def small_model() -> ChatModel | None:
    """Return the model for summaries, or None when none is connected."""
    chosen = settings.CHAT["model"]
    options = {**chosen.get("OPTIONS", {}), "model": settings.SMALL_MODEL}
    model = _model(chosen["BACKEND"], tuple(sorted(options.items())))
    return model if model.supports_summaries else None
