"""The crossing from the async edge into synchronous code."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a synchronous function in a thread of its own and return what it returns.

    Without a context of its own every call of the process would wait for one shared thread.
    """

    def run() -> T:
        close_old_connections()
        try:
            return function(*args, **kwargs)
        finally:
            close_old_connections()

    async with ThreadSensitiveContext():
        return await sync_to_async(run, thread_sensitive=True)()
