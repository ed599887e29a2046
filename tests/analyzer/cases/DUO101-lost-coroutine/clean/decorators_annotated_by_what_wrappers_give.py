"""A decorator is annotated to give a coroutine, and its wrapper is plain and runs what it wraps."""

import asyncio
from collections.abc import Coroutine
from functools import wraps
from typing import Any


def blocking(loop: asyncio.AbstractEventLoop) -> Coroutine[Any, Any, None]:
    def decorate(function) -> Coroutine[Any, Any, None]:
        @wraps(function)
        def wrapper(*args, **kwargs) -> None:
            return loop.run_until_complete(function(*args, **kwargs))

        return wrapper

    return decorate


LOOP = asyncio.new_event_loop()


class Mirror:
    @blocking(LOOP)
    async def pull(self) -> bool:
        await asyncio.sleep(0)
        return True

    def synchronize(self) -> None:
        self.pull()
