"""An async function returns a coroutine or a task on purpose, and its callers await twice."""

import asyncio
from collections.abc import Awaitable


async def poll(job: str) -> str:
    await asyncio.sleep(1)
    return job


async def submit(job: str) -> Awaitable[str]:
    await asyncio.sleep(0)
    return poll(job)


async def submit_untyped(job):
    await asyncio.sleep(0)
    return poll(job)


async def submit_task(job: str) -> "asyncio.Task[str]":
    await asyncio.sleep(0)
    return asyncio.create_task(poll(job))


async def main() -> list[str]:
    handle = await submit("a")
    other = await submit_untyped("b")
    return [await handle, await other, await (await submit_task("c")), await (await submit("d"))]
