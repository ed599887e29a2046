"""A generator with a decorator may be a coroutine, so that a loop is running."""

import asyncio

from older_framework import gen


@gen.coroutine
def answer():
    loop = asyncio.get_event_loop()
    found = yield loop.run_in_executor(None, lambda: 42)
    return found
