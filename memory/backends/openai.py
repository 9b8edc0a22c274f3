"""Extraction and embeddings by any OpenAI-compatible endpoint."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

import numpy as np
import openai
from django.conf import settings
from django.utils.module_loading import import_string
from json_repair import repair_json
from openai.types import CreateEmbeddingResponse
from openai.types.chat import ChatCompletion
from tenacity import (
    RetryError,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_random_exponential,
)

from memory.backends.answers import BadAnswer, read_answer
from memory.backends.base import (
    BackendMisconfigured,
    BackendUnavailable,
    DimensionMismatch,
    Embedder,
    Extractor,
    Matrix,
)
from memory.domain.types import Extraction, ExtractionRequest
from memory.prompts.extraction import SCHEMA, extraction_messages

logger = logging.getLogger(__name__)
ATTEMPTS = 3  # the first and two retries
FORMATS: tuple[dict[str, Any] | None, ...] = (
    {
        "type": "json_schema",
        "json_schema": {"name": "memories", "schema": SCHEMA, "strict": True},
    },
    {"type": "json_object"},
    None,  # plain text, repaired
)
_PASSING = (
    openai.RateLimitError,
    openai.InternalServerError,
    openai.APIConnectionError,
    openai.ConflictError,
)


class _TryAgain(Exception):
    """The next attempt may succeed; says in words what went wrong."""


class OpenAIExtractor(Extractor):
    """One call a message, answered in a JSON schema; else in JSON; else in text that is repaired.

    After two retries the local engine reads the message, and `failure` says why. Options: `model`,
    `base_url`, `api_key`, `timeout`, `pause` (seconds, of the first retry), `fallback`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.model: str = options.get("model") or settings.SMALL_MODEL
        self.name = f"openai:{self.model}"
        self._takes_temperature = True
        self._format = 0  # the first of FORMATS that the server is known to take

    @cached_property
    def _client(self) -> openai.OpenAI:
        return _client(self.options)

    @cached_property
    def _local(self) -> Extractor:
        path = self.options.get("fallback", "memory.backends.local.LocalExtractor")
        return cast(Extractor, import_string(path)())

    def extract(self, request: ExtractionRequest) -> Extraction:
        if not request.text.strip():
            return Extraction(extractor=self.name)
        attempts = Retrying(
            retry=retry_if_exception_type(_TryAgain),
            stop=stop_after_attempt(ATTEMPTS),
            wait=wait_random_exponential(multiplier=self.options.get("pause", 0.5), max=8),
        )
        try:
            return attempts(self._attempt, request, _Formats(self._format, self._keep_format))
        except RetryError as error:
            failure = str(error.last_attempt.exception())
        except openai.OpenAIError as error:
            failure = _in_words(error)
        logger.warning("extraction by %s failed, the local engine reads: %s", self.name, failure)
        return replace(self._local.extract(request), failure=failure)

    def _attempt(self, request: ExtractionRequest, formats: "_Formats") -> Extraction:
        wanted = FORMATS[formats.current]
        extra: dict[str, Any] = {} if wanted is None else {"response_format": wanted}
        if self._takes_temperature:
            extra["temperature"] = 0
        with_schema = wanted is None or wanted["type"] != "json_schema"
        try:
            answer = self._client.chat.completions.create(
                model=self.model,
                messages=cast(Any, extraction_messages(request, with_schema=with_schema)),
                **extra,
            )
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            if self._takes_temperature and "temperature" in error.message:
                self._takes_temperature = False  # reasoning models have none
            elif not formats.advance(is_refused=True):
                raise
            raise _TryAgain(_in_words(error)) from error
        except openai.APITimeoutError:
            raise  # a second silence of the same length would keep the worker too long
        except _PASSING as error:
            raise _TryAgain(_in_words(error)) from error
        except json.JSONDecodeError as error:
            raise _TryAgain("the server's answer is not JSON") from error
        if not isinstance(answer, ChatCompletion):  # the client passes on what is not JSON as text
            raise _TryAgain("the server's answer is not JSON")
        content = (answer.choices[0].message.content or "") if answer.choices else ""
        try:
            return read_answer(parsed(content), request, extractor=self.name)
        except BadAnswer as error:
            formats.advance(is_refused=False)
            raise _TryAgain(str(error)) from error

    def _keep_format(self, position: int) -> None:
        self._format = position


class _Formats:
    """Which response format is tried next; one that the server refuses is not tried again."""

    def __init__(self, current: int, keep: Any) -> None:
        self.current = current
        self._keep = keep

    def advance(self, *, is_refused: bool) -> bool:
        if self.current + 1 >= len(FORMATS):
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


class OpenAIEmbedder(Embedder):
    """Options: `model`, `dimensions` (asked of the endpoint once when not given), `base_url`,
    `api_key`, `timeout`, `batch`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.name = str(options["model"])

    @cached_property
    def _client(self) -> openai.OpenAI:
        return _client(self.options)

    @cached_property
    def dimensions(self) -> int:  # type: ignore[override]
        return int(self.options.get("dimensions") or self._embed(["size"]).shape[1])

    def embed_queries(self, texts: Sequence[str]) -> Matrix:
        return self._embed(texts)

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> Matrix:
        size = int(self.options.get("batch", 128))
        batches = [list(texts[start : start + size]) for start in range(0, len(texts), size)]
        rows = [vector for batch in batches for vector in self._batch(batch)]
        if not rows:
            return np.zeros((0, self.dimensions), np.float32)
        matrix = np.asarray(rows, dtype=np.float32)
        wanted = self.options.get("dimensions")
        if wanted and matrix.shape[1] != int(wanted):
            raise DimensionMismatch(
                f"{self.name} gives {matrix.shape[1]} dimensions, the settings say {wanted}"
            )
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        return cast(Matrix, matrix / np.maximum(lengths, 1e-12))

    def _batch(self, texts: list[str]) -> list[list[float]]:
        try:
            answer: Any = self._client.embeddings.create(
                model=self.name, input=[text or " " for text in texts], encoding_format="float"
            )
        except _PASSING as error:
            raise BackendUnavailable(f"embeddings: {_in_words(error)}") from error
        except openai.OpenAIError as error:
            raise BackendMisconfigured(f"embeddings: {_in_words(error)}") from error
        except json.JSONDecodeError as error:
            raise BackendUnavailable("embeddings: the server's answer is not JSON") from error
        if not isinstance(answer, CreateEmbeddingResponse) or not answer.data:
            raise BackendUnavailable("embeddings: the server's answer holds none")
        return [row.embedding for row in sorted(answer.data, key=lambda row: row.index)]


def _client(options: Mapping[str, Any]) -> openai.OpenAI:
    return openai.OpenAI(
        api_key=options.get("api_key") or settings.OPENAI_API_KEY or "none",
        base_url=options.get("base_url") or settings.OPENAI_BASE_URL,
        timeout=float(options.get("timeout") or settings.MODEL_TIMEOUT_SECONDS),
        max_retries=0,  # counted here, so that they are seen
    )


def _in_words(error: openai.OpenAIError) -> str:
    if isinstance(error, openai.APITimeoutError):
        return "timeout: the model did not answer in time"
    if isinstance(error, openai.APIConnectionError):
        return "no_network: the model cannot be reached"
    if isinstance(error, openai.APIStatusError):
        return f"HTTP {error.status_code}: {error.message[:200]}"
    return type(error).__name__
