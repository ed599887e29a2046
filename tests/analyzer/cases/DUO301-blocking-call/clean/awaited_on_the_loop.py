"""The results of futures of threads whose end was awaited on the loop before."""

import asyncio
import concurrent.futures
from collections.abc import Coroutine


async def over_there(order: Coroutine[object, object, int], loop: asyncio.AbstractEventLoop) -> int:
    task = asyncio.run_coroutine_threadsafe(order, loop)
    await asyncio.wrap_future(task)
    return task.result()


async def in_time(pending: "concurrent.futures.Future[int]") -> int:
    await asyncio.wait_for(asyncio.wrap_future(pending), timeout=5)
    return pending.result()


async def both(one: "concurrent.futures.Future[int]", other: "concurrent.futures.Future[int]") -> int:
    first, _ = await asyncio.gather(asyncio.wrap_future(one), asyncio.wrap_future(other))
    return first + one.result() + other.result()


async def end_of(pending: "concurrent.futures.Future[int]") -> None:
    await asyncio.wrap_future(pending)


async def elsewhere(pending: "concurrent.futures.Future[int]") -> int:
    await end_of(pending)
    return pending.result()
