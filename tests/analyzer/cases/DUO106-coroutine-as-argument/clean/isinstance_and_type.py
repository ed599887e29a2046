"""The coroutine itself is asked what it is."""

import asyncio
import inspect
import types
from collections.abc import Awaitable, Coroutine


async def job() -> int:
    await asyncio.sleep(0)
    return 1


def kind(value: object) -> str:
    if isinstance(value, Coroutine):
        return "coroutine"
    return "awaitable" if isinstance(value, Awaitable) else "plain"


async def main() -> int:
    made = job()
    assert isinstance(made, types.CoroutineType)
    print(kind(made), type(made), id(made), hash(made), callable(made))
    assert hasattr(made, "__await__") and inspect.getcoroutinestate(made) == "CORO_CREATED"
    return await made
