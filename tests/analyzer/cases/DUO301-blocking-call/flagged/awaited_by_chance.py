"""Futures of threads that nobody has awaited yet, or not the one whose result is asked for."""

import asyncio
import concurrent.futures
from contextlib import suppress


async def of_another(one: "concurrent.futures.Future[int]", other: "concurrent.futures.Future[int]") -> int:
    await asyncio.wrap_future(one)
    return other.result()  # expect: DUO301


async def of_a_new_one(pool: concurrent.futures.Executor, pending: "concurrent.futures.Future[int]") -> int:
    await asyncio.wrap_future(pending)
    pending = pool.submit(int, "1")
    return pending.result()  # expect: DUO301


async def in_vain(pending: "concurrent.futures.Future[int]") -> int:
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.wrap_future(pending), timeout=5)
    return pending.result()  # expect: DUO301


async def for_a_while(pending: "concurrent.futures.Future[int]") -> int:
    await asyncio.wait([asyncio.wrap_future(pending)], timeout=5)
    return pending.result()  # expect: DUO301
