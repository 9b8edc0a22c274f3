"""Loads what takes seconds to load before the first message needs it."""

import logging
import threading

from django.conf import settings
from django.utils import timezone

from memory import backends
from memory.domain.types import ExtractionRequest
from memory.terms import terms

logger = logging.getLogger(__name__)
SENTENCES = ("I live in Berlin.", "我住在上海。")


def warm_up() -> None:
    """Load the embedding model, the segmenter and the parsers of both languages."""
    started = timezone.now()
    backends.embedder().embed_queries(list(SENTENCES))
    extractor = backends.extractor()
    for sentence in SENTENCES:
        terms(sentence)
        if extractor.name == "local":  # another one would ask its model
            extractor.extract(ExtractionRequest(text=sentence, said_at=started))
    seconds = (timezone.now() - started).total_seconds()
    logger.info("language models are loaded (%.1f s)", seconds)


def warm_up_in_background() -> None:
    """Start `warm_up` in a thread of its own; a first message meanwhile waits for its locks."""
    if settings.WARM_UP:
        threading.Thread(target=warm_up, name="warm-up", daemon=True).start()
