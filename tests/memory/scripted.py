"""An extractor that finds what a test says it finds, for tests of what comes after it."""

import zlib
from typing import ClassVar

import numpy as np

from memory.backends.base import Embedder, Extractor
from memory.domain.types import Extraction, ExtractionRequest

SETTING = {"BACKEND": "tests.memory.scripted.ScriptedExtractor", "OPTIONS": {}}


class ScriptedExtractor(Extractor):
    name = "scripted"
    found: ClassVar[dict[str, object]] = {}
    requests: ClassVar[list[ExtractionRequest]] = []

    def extract(self, request: ExtractionRequest) -> Extraction:
        self.requests.append(request)
        answer = self.found.get(request.text, Extraction(extractor=self.name))
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            answer = answer(request)
        return answer


class OtherEmbedder(Embedder):
    """An embedding model of another size than the shipped one: hashed words, 16 dimensions."""

    name = "hashed-words"
    dimensions = 16

    def embed_queries(self, texts):
        return self.embed_passages(texts)

    def embed_passages(self, texts):
        vectors = np.full((len(texts), self.dimensions), 0.01, np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in text.casefold().split():
                row[zlib.crc32(word.encode()) % self.dimensions] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
