"""Rewriting of queries by the small model: one short call that may not hold the turn up."""

import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import openai
from django.conf import settings
from openai.types.chat import ChatCompletion

from memory.backends.answers import BadAnswer
from memory.backends.base import BackendUnavailable, Rewriter
from memory.backends.structured import client, in_words, parsed
from memory.prompts.rewriting import SCHEMA, rewriting_messages

DEADLINE_SECONDS = 1.5
REST_SECONDS = 30.0  # after a failure: a model that does not answer would slow every turn down
LONGEST_ANSWER = 400  # characters beyond the message itself; a query is no essay
FORMAT = {
    "type": "json_schema",
    "json_schema": {"name": "query", "schema": SCHEMA, "strict": True},
}


class OpenAIRewriter(Rewriter):
    """Options: `model`, `base_url`, `api_key`, `timeout` and `rest` in seconds.

    The deadline holds for the whole call, however slowly the bytes come. There is no second try:
    the rules of `memory.domain.rewrite` are there at once.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.model: str = options.get("model") or settings.SMALL_MODEL
        self.name = f"model:{self.model}"
        self._deadline = float(options.get("timeout", DEADLINE_SECONDS))
        self._rest = float(options.get("rest", REST_SECONDS))
        self._client = client({**options, "timeout": self._deadline})
        self._takes_format = True
        self._rests_until = 0.0
        # What is still unanswered at its deadline occupies one of these until its own time-out.
        self._callers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="rewriting")

    def rewrite(
        self, text: str, *, recent: Sequence[tuple[str, str]], entities: Sequence[str]
    ) -> str:
        if time.monotonic() < self._rests_until:
            raise BackendUnavailable("the model failed a moment ago")
        try:
            call = self._callers.submit(self._asked, text, recent, entities)
            return call.result(timeout=self._deadline)
        except TimeoutError as error:
            raise self._failed("timeout: the model did not answer in time") from error
        except openai.OpenAIError as error:
            raise self._failed(in_words(error)) from error
        except (BadAnswer, json.JSONDecodeError) as error:
            raise self._failed(f"the answer is no query: {error}") from error

    def _failed(self, why: str) -> BackendUnavailable:
        self._rests_until = time.monotonic() + self._rest
        return BackendUnavailable(why)

    def _asked(self, text: str, recent: Sequence[tuple[str, str]], entities: Sequence[str]) -> str:
        extra: dict[str, Any] = {"response_format": FORMAT} if self._takes_format else {}
        try:
            answer = self._client.chat.completions.create(
                model=self.model,
                messages=cast(Any, rewriting_messages(text, recent=recent, entities=entities)),
                **extra,
            )
        except openai.BadRequestError:
            self._takes_format = False  # the next question is put without
            raise
        if not isinstance(answer, ChatCompletion) or not answer.choices:
            raise BadAnswer("no completion")
        query = parsed(answer.choices[0].message.content or "").get("query")
        if not isinstance(query, str) or not query.strip():
            raise BadAnswer("it is empty")
        if len(query) > len(text) + LONGEST_ANSWER:
            raise BadAnswer("it is too long")
        return " ".join(query.split())
