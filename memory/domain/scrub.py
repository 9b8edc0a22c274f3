"""Takes erased sentences out of JSON values and texts. Pure."""

import re
from collections.abc import Collection, Mapping
from typing import Any

ERASED = "[erased]"
_MIN_LENGTH = 2  # a shorter text would hit unrelated words


def scrub(value: Any, texts: Collection[str]) -> Any:
    """Return a JSON value with every occurrence of the texts in its strings replaced."""
    if isinstance(value, str):
        return scrub_text(value, texts)
    if isinstance(value, Mapping):
        return {scrub_text(str(key), texts): scrub(inner, texts) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [scrub(inner, texts) for inner in value]
    return value


def scrub_text(text: str, texts: Collection[str]) -> str:
    """Return a text without the given ones, whatever their case and white space."""
    for erased in sorted(texts, key=len, reverse=True):
        words = erased.split()
        if len("".join(words)) >= _MIN_LENGTH:
            pattern = r"\s+".join(re.escape(word) for word in words)
            text = re.sub(pattern, ERASED, text, flags=re.IGNORECASE)
    return text


def without_sentences(text: str, texts: Collection[str]) -> str:
    """Return a text without the sentences (or lines) in which one of the given texts occurs."""
    kept = [
        sentence
        for sentence in re.split(r"(?<=[.!?。！？；\n])", text)
        if scrub_text(sentence, texts) == sentence
    ]
    return "".join(kept).strip()
