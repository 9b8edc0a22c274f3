"""Chat by any OpenAI-compatible endpoint. The only module of chat that imports openai."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Sequence
from typing import Any

import openai
from django.conf import settings
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from chat.domain.types import Prompt, PromptMessage, ToolCall, ToolDefinition, Usage
from chat.llm.base import ChatModel, Delta, ModelError

# On 429, 5xx and a failed connection, with the pause that the server names; only before the first
# piece, because a stream that began is never repeated.
RETRIES = 2
FIRST_PAUSE = 0.5  # seconds, doubled each time, where the server names none
LONGEST_PAUSE = 8.0  # seconds; where the server wants a longer one, the person decides
_PASSING = (
    openai.RateLimitError,
    openai.InternalServerError,
    openai.APIConnectionError,
    openai.ConflictError,
)


class OpenAIModel(ChatModel):
    """Options: `model`, `base_url`, `api_key`, `silence_seconds`; the settings are the default."""

    supports_tools = True
    supports_summaries = True

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.name = options.get("model") or settings.CHAT_MODEL
        self.silence_seconds: float = (
            options.get("silence_seconds") or settings.MODEL_TIMEOUT_SECONDS
        )
        self.retries: int = options.get("retries", RETRIES)

    def _client(self, *, retries: int) -> openai.AsyncOpenAI:
        return openai.AsyncOpenAI(
            api_key=self.options.get("api_key") or settings.OPENAI_API_KEY,
            base_url=self.options.get("base_url") or settings.OPENAI_BASE_URL,
            timeout=self.silence_seconds,
            max_retries=retries,
        )

    async def stream(self, prompt: Prompt) -> AsyncIterator[Delta]:
        assembly = _Assembly()
        # A client of its own: its connections belong to the event loop of this turn.
        async with self._client(retries=0) as client:
            try:
                async for chunk in self._chunks(client, prompt):
                    text = assembly.add(chunk)
                    if text:
                        yield Delta(text=text)
            except openai.OpenAIError as error:
                raise as_model_error(error, has_begun=assembly.has_begun) from error
            except json.JSONDecodeError as error:
                raise ModelError("server_error", "the stream is not JSON") from error
        yield assembly.last_delta()

    async def complete(self, messages: Sequence[PromptMessage]) -> str:
        async with self._client(retries=self.retries) as client:
            try:
                answer = await client.chat.completions.create(
                    model=self.name,
                    messages=[as_wire_message(message) for message in messages],  # type: ignore[misc]
                )
            except openai.OpenAIError as error:
                raise as_model_error(error, has_begun=False) from error
            except json.JSONDecodeError as error:
                raise ModelError("server_error", "the answer is not JSON") from error
        if not isinstance(answer, ChatCompletion):  # the client passes on what is not JSON as text
            raise ModelError("server_error", "the answer is not JSON")
        return (answer.choices[0].message.content or "") if answer.choices else ""

    async def _chunks(
        self, client: openai.AsyncOpenAI, prompt: Prompt
    ) -> AsyncIterator[ChatCompletionChunk]:
        """Yield the chunks; raise ModelError("timeout") after a silence.

        Counted here and not by the client, whose clock starts again at each keep-alive comment.
        """
        try:
            async with await self._begun(client, prompt) as stream:
                chunks = aiter(stream)
                while True:
                    async with asyncio.timeout(self.silence_seconds):
                        chunk = await anext(chunks, None)
                    if chunk is None:
                        return
                    yield chunk
        except TimeoutError as error:
            raise ModelError("timeout", f"{self.silence_seconds:g} s of silence") from error

    async def _begun(
        self, client: openai.AsyncOpenAI, prompt: Prompt
    ) -> openai.AsyncStream[ChatCompletionChunk]:
        """Return the stream once the server answers, asked again after an error that may pass.

        Not left to the client: its pauses would count as silence, and be waited out to the end
        where the server asks for a minute.
        """
        for number in range(self.retries + 1):
            try:
                async with asyncio.timeout(self.silence_seconds):
                    stream: openai.AsyncStream[
                        ChatCompletionChunk
                    ] = await client.chat.completions.create(**self._request(prompt))
                    return stream
            except _PASSING as error:
                pause = _pause_before_retry(error, number)
                is_silence = isinstance(error, openai.APITimeoutError)
                if is_silence or number == self.retries or pause > LONGEST_PAUSE:
                    raise
            await asyncio.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def _request(self, prompt: Prompt) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self.name,
            "messages": [as_wire_message(message) for message in prompt.messages],
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if prompt.tools:
            request["tools"] = [_as_wire_tool(tool) for tool in prompt.tools]
        return request


class _Assembly:
    """Puts the pieces of a stream together: tool calls come in fragments, by index."""

    def __init__(self) -> None:
        self.has_begun = False
        self.calls: dict[int, dict[str, str]] = {}
        self.usage: Usage | None = None
        self.finish_reason = ""

    def add(self, chunk: ChatCompletionChunk) -> str:
        """Take in one chunk and return its text."""
        self.has_begun = True
        if chunk.usage:
            self.usage = Usage(
                input_tokens=chunk.usage.prompt_tokens,
                output_tokens=chunk.usage.completion_tokens,
            )
        if not chunk.choices:
            return ""
        choice = chunk.choices[0]
        self.finish_reason = choice.finish_reason or self.finish_reason
        for piece in choice.delta.tool_calls or ():
            call = self.calls.setdefault(piece.index, {"id": "", "name": "", "arguments": ""})
            call["id"] = piece.id or call["id"]
            if piece.function:
                call["name"] += piece.function.name or ""
                call["arguments"] += piece.function.arguments or ""
        return choice.delta.content or ""

    def last_delta(self) -> Delta:
        """Return calls, usage and reason; raise ModelError when the stream just broke off."""
        if not self.finish_reason:
            raise ModelError("cut_stream", "no finish reason")
        calls = tuple(
            ToolCall(
                call_id=call["id"] or f"call_{index}",
                name=call["name"],
                arguments=call["arguments"] or "{}",
            )
            for index, call in sorted(self.calls.items())
        )
        return Delta(tool_calls=calls, usage=self.usage, finish_reason=self.finish_reason)


def as_wire_message(message: PromptMessage) -> dict[str, Any]:
    """Return a message as the API takes it."""
    wire: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        wire["content"] = message.content or None
        wire["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        wire["tool_call_id"] = message.tool_call_id
    return wire


def _as_wire_tool(tool: ToolDefinition) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
        },
    }


def _pause_before_retry(error: openai.OpenAIError, number: int) -> float:
    """Return seconds: what the server names, else more each time, and never the same for all."""
    if isinstance(error, openai.APIStatusError):
        with contextlib.suppress(ValueError):  # none, or a date
            return max(0.0, float(error.response.headers.get("retry-after", "")))
    return FIRST_PAUSE * 2.0**number * random.uniform(0.75, 1.0)


def as_model_error(error: openai.OpenAIError, *, has_begun: bool) -> ModelError:
    """Return the typed error. A connection that fails after the first piece is a cut stream."""
    detail = str(error)[:500]
    match error:
        case openai.APITimeoutError():
            return ModelError("timeout", detail)
        case openai.APIConnectionError():
            return ModelError("cut_stream" if has_begun else "no_network", detail)
        case openai.AuthenticationError() | openai.PermissionDeniedError():
            return ModelError("unauthorized", detail, permanent=True)
        case openai.RateLimitError():
            return ModelError("rate_limited", detail)
        case openai.InternalServerError():
            return ModelError("server_error", detail)
        case openai.APIStatusError() if _is_too_long(error):
            return ModelError("context_too_long", detail, permanent=True)
        case openai.APIStatusError():
            return ModelError("bad_request", detail, permanent=True)
        case _:  # an error event within the stream, or a body that makes no sense
            return ModelError("server_error", detail)


def _is_too_long(error: openai.APIStatusError) -> bool:
    """Say whether a 400 is about length: OpenAI has a code, vLLM and Ollama only words."""
    words = str(error).lower()
    return error.code == "context_length_exceeded" or "context length" in words
