"""Coroutines, tasks, futures, `__await__`, awaitable returns and generator-based coroutines may be awaited."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Awaitable, Generator
from typing import Any


class Ready:
    def __await__(self) -> Generator[Any, None, int]:
        yield
        return 1


class Later(Ready):
    pass


@types.coroutine
def switch():
    yield


async def job() -> int:
    await switch()
    return 1


def lazy() -> Awaitable[int]:
    return job()


def unannotated():
    return job()


def future(loop: asyncio.AbstractEventLoop) -> asyncio.Future[int]:
    return loop.create_future()


async def main(given: Awaitable[int], loop: asyncio.AbstractEventLoop) -> int:
    await Ready()
    await Later()
    await lazy()
    await unannotated()
    await given
    await asyncio.ensure_future(job())
    await loop.run_in_executor(None, print)
    await asyncio.to_thread(print)
    handle = asyncio.create_task(job())
    await asyncio.wait({handle})
    await asyncio.shield(handle)
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(job(), loop))
    return await (lambda: job())() + await future(loop)
