"""The token counter of the application, named in the settings: memory does not import the chat."""

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string


@cache
def _count() -> Callable[[str], int]:
    count: Callable[[str], int] = import_string(settings.MEMORY["token_counter"])().count
    return count


def count_tokens(text: str) -> int:
    return _count()(text)
