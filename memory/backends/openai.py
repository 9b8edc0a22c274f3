"""Extraction, generalisation and embeddings by any OpenAI-compatible endpoint."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

import numpy as np
import openai
from django.utils.module_loading import import_string
from openai.types import CreateEmbeddingResponse

from memory.backends.answers import BadAnswer, read_answer
from memory.backends.base import (
    BackendMisconfigured,
    BackendUnavailable,
    DimensionMismatch,
    Embedder,
    Extractor,
    Generaliser,
    Matrix,
)
from memory.backends.structured import PASSING, NoAnswer, StructuredModel, client, in_words
from memory.domain.types import Extraction, ExtractionRequest, Solution
from memory.prompts import generalisation
from memory.prompts.extraction import SCHEMA, extraction_messages

logger = logging.getLogger(__name__)


class OpenAIExtractor(Extractor):
    """One call a message, answered in a JSON schema; else in JSON; else in text that is repaired.

    After two retries the local engine reads the message, and `failure` says why. Options: those of
    StructuredModel, and `fallback`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._model = StructuredModel(options, name="memories", schema=SCHEMA)
        self.name = self._model.name

    @cached_property
    def _local(self) -> Extractor:
        path = self.options.get("fallback", "memory.backends.local.extractor.LocalExtractor")
        return cast(Extractor, import_string(path)())

    def extract(self, request: ExtractionRequest) -> Extraction:
        if not request.text.strip():
            return Extraction(extractor=self.name)
        try:
            return self._model.ask(
                lambda with_schema: extraction_messages(request, with_schema=with_schema),
                lambda answer: read_answer(answer, request, extractor=self.name),
            )
        except NoAnswer as error:
            failure = str(error)
        logger.warning("extraction by %s failed, the local engine reads: %s", self.name, failure)
        return replace(self._local.extract(request), failure=failure)


class OpenAIGeneraliser(Generaliser):
    """One call an experience. Options: those of StructuredModel; `timeout` is its deadline."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._model = StructuredModel(
            options, name="general_solution", schema=generalisation.SCHEMA
        )
        self.name = self._model.name

    def generalise(self, solution: Solution) -> Solution:
        try:
            return self._model.ask(
                lambda with_schema: generalisation.messages(solution, with_schema=with_schema),
                _read_solution,
            )
        except NoAnswer as error:
            raise BackendUnavailable(str(error)) from error


def _read_solution(answer: Mapping[str, Any]) -> Solution:
    task, steps = answer.get("task"), answer.get("solution")
    if not isinstance(task, str) or not isinstance(steps, str) or not task.strip():
        raise BadAnswer("no task and solution as texts")
    if not steps.strip():
        raise BadAnswer("the solution is empty")
    return Solution(task=task.strip(), solution=steps.strip())


class OpenAIEmbedder(Embedder):
    """Options: `model`, `dimensions` (asked of the endpoint once when not given), `base_url`,
    `api_key`, `timeout`, `batch`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.name = str(options["model"])

    @cached_property
    def _client(self) -> openai.OpenAI:
        return client(self.options)

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
        except PASSING as error:
            raise BackendUnavailable(f"embeddings: {in_words(error)}") from error
        except openai.OpenAIError as error:
            raise BackendMisconfigured(f"embeddings: {in_words(error)}") from error
        except json.JSONDecodeError as error:
            raise BackendUnavailable("embeddings: the server's answer is not JSON") from error
        if not isinstance(answer, CreateEmbeddingResponse) or not answer.data:
            raise BackendUnavailable("embeddings: the server's answer holds none")
        return [row.embedding for row in sorted(answer.data, key=lambda row: row.index)]
