"""When two statements of one subject and attribute say the same in other words. Pure."""

import re

from memory.domain.ontology import normalise_value
from memory.domain.types import Kind

NEAR = 0.95  # cosine of the bundled e5, whose cosines lie between 0.7 and 1
SAME = 0.97  # above it the values need not contain each other

_NUMBER = re.compile(
    r"\d+(?:[.,:]\d+)*|[一二三四五六七八九十百千万两]+(?=[个只次年月日岁天周点条位张本])"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|n't|without|stopped|quit)\b|n't\b|[不没未无别勿]", re.IGNORECASE
)


def is_near_duplicate(
    cosine: float,
    *,
    texts: tuple[str, str],
    values: tuple[str, str],
    kind: str = Kind.FACT,
) -> bool:
    """Say whether a statement is only evidence for another one.

    Above 0.95, and guarded by what embeddings do not see: other numbers, other names and a
    negation make another fact ("3 cats" and "4 cats" have a cosine of 0.99). Of a hard constraint
    only the same value in more or fewer words counts: walnuts are not peanuts.
    """
    if cosine <= NEAR or _numbers(texts[0]) != _numbers(texts[1]):
        return False
    if bool(_NEGATION.search(texts[0])) != bool(_NEGATION.search(texts[1])):
        return False
    if _names(texts[0]) != _names(texts[1]):
        return False
    return _contain(*values) or (kind != Kind.CONSTRAINT and cosine > SAME)


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text))


def _names(text: str) -> set[str]:
    """Return the capitalised words inside a text, which are names in English."""
    return set(re.findall(r"(?<=[a-z,] )[A-Z]\w+", text))


def _contain(first: str, second: str) -> bool:
    one, other = normalise_value(first), normalise_value(second)
    if not one or not other:
        return False
    shorter, longer = sorted((one, other), key=len)
    return shorter in longer if not shorter.isascii() else f" {shorter} " in f" {longer} "
