"""One JSON answer of an OpenAI-compatible model: by a schema, as JSON, or as text repaired."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

import openai
from django.conf import settings
from json_repair import repair_json
from openai.types.chat import ChatCompletion
from tenacity import (
    RetryError,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_random_exponential,
)

from memory.backends.answers import BadAnswer

ATTEMPTS = 3  # the first and two retries
PASSING = (
    openai.RateLimitError,
    openai.InternalServerError,
    openai.APIConnectionError,
    openai.ConflictError,
)
T = TypeVar("T")
Messages = Sequence[Mapping[str, str]]


class NoAnswer(Exception):
    """The model gave no answer that can be used; says in words what went wrong."""


class _TryAgain(Exception):
    """The next attempt may succeed; says in words what went wrong."""


class StructuredModel:
    """Asks for answers in one schema. What a server refuses once is not tried again.

    Options: `model`, `base_url`, `api_key`, `timeout`, `pause` (seconds, of the first retry).
    """

    def __init__(self, options: Mapping[str, Any], *, name: str, schema: Mapping[str, Any]) -> None:
        self.options = options
        self.model: str = options.get("model") or settings.SMALL_MODEL
        self.name = f"openai:{self.model}"
        self._formats: tuple[dict[str, Any] | None, ...] = (
            {
                "type": "json_schema",
                "json_schema": {"name": name, "schema": dict(schema), "strict": True},
            },
            {"type": "json_object"},
            None,  # plain text, repaired
        )
        self._takes_temperature = True
        self._format = 0  # the first of the formats that the server is known to take

    @cached_property
    def _client(self) -> openai.OpenAI:
        return client(self.options)

    def ask(
        self, messages: Callable[[bool], Messages], read: Callable[[Mapping[str, Any]], T]
    ) -> T:
        """Return what `read` makes of the answer; `messages(True)` has the schema in its words.

        `read` raises BadAnswer for what it cannot use: then the next form is tried. Raises NoAnswer
        after two retries, and at once where a retry cannot help.
        """
        attempts = Retrying(
            retry=retry_if_exception_type(_TryAgain),
            stop=stop_after_attempt(ATTEMPTS),
            wait=wait_random_exponential(multiplier=self.options.get("pause", 0.5), max=8),
        )
        formats = _Formats(self._format, len(self._formats), self._keep_format)
        try:
            answer: T = attempts(self._attempt, messages, read, formats)
        except RetryError as error:
            raise NoAnswer(str(error.last_attempt.exception())) from error
        except openai.OpenAIError as error:
            raise NoAnswer(in_words(error)) from error
        return answer

    def _attempt(
        self,
        messages: Callable[[bool], Messages],
        read: Callable[[Mapping[str, Any]], T],
        formats: "_Formats",
    ) -> T:
        wanted = self._formats[formats.current]
        extra: dict[str, Any] = {} if wanted is None else {"response_format": wanted}
        if self._takes_temperature:
            extra["temperature"] = 0
        with_schema = wanted is None or wanted["type"] != "json_schema"
        try:
            answer = self._client.chat.completions.create(
                model=self.model, messages=cast(Any, messages(with_schema)), **extra
            )
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            if self._takes_temperature and "temperature" in error.message:
                self._takes_temperature = False  # reasoning models have none
            elif not formats.advance(is_refused=True):
                raise
            raise _TryAgain(in_words(error)) from error
        except openai.APITimeoutError:
            raise  # a second silence of the same length would keep the worker too long
        except PASSING as error:
            raise _TryAgain(in_words(error)) from error
        except json.JSONDecodeError as error:
            raise _TryAgain("the server's answer is not JSON") from error
        if not isinstance(answer, ChatCompletion):  # the client passes on what is not JSON as text
            raise _TryAgain("the server's answer is not JSON")
        content = (answer.choices[0].message.content or "") if answer.choices else ""
        try:
            return read(parsed(content))
        except BadAnswer as error:
            formats.advance(is_refused=False)
            raise _TryAgain(str(error)) from error

    def _keep_format(self, position: int) -> None:
        self._format = position


class _Formats:
    """Which response format is tried next; one that the server refuses is not tried again."""

    def __init__(self, current: int, number: int, keep: Callable[[int], None]) -> None:
        self.current = current
        self._number = number
        self._keep = keep

    def advance(self, *, is_refused: bool) -> bool:
        if self.current + 1 >= self._number:
            return False
        self.current += 1
        if is_refused:
            self._keep(self.current)
        return True


def parsed(content: str) -> Mapping[str, Any]:
    """Return the JSON object of an answer, repaired where it is broken. Raises BadAnswer."""
    try:
        value = json.loads(content)
    except json.JSONDecodeError:
        value = repair_json(content, return_objects=True, ensure_ascii=False)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        raise BadAnswer("the answer is no JSON object")
    return value


def client(options: Mapping[str, Any]) -> openai.OpenAI:
    """Return a client that never retries by itself: retries are counted here, so that they show."""
    return openai.OpenAI(
        api_key=options.get("api_key") or settings.OPENAI_API_KEY or "none",
        base_url=options.get("base_url") or settings.OPENAI_BASE_URL,
        timeout=float(options.get("timeout") or settings.MODEL_TIMEOUT_SECONDS),
        max_retries=0,
    )


def in_words(error: openai.OpenAIError) -> str:
    """Say what went wrong, without the address or the key."""
    if isinstance(error, openai.APITimeoutError):
        return "timeout: the model did not answer in time"
    if isinstance(error, openai.APIConnectionError):
        return "no_network: the model cannot be reached"
    if isinstance(error, openai.APIStatusError):
        return f"HTTP {error.status_code}: {error.message[:200]}"
    return type(error).__name__
