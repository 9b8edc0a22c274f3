"""An extractor that finds what a test says it finds, for tests of what comes after it."""

from typing import ClassVar

from memory.backends.base import Extractor
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
