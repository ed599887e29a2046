"""The function is scheduled as a task, gathered with others, or run by a loop, where a coroutine is needed."""

import asyncio
import contextlib

QUEUE: asyncio.Queue[str] = asyncio.Queue()


async def stop(event: asyncio.Event) -> None:
    event.set()


async def fetch(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def cached(name: str) -> str:
    return name


async def pick(name: str, known: set[str]) -> list[str]:
    jobs = [cached(each) if each in known else fetch(each) for each in name]
    return await asyncio.gather(*jobs)


async def main() -> None:
    event = asyncio.Event()
    with contextlib.suppress(TimeoutError):
        async with asyncio.TaskGroup() as group:
            group.create_task(stop(event))
            await event.wait()


def from_thread(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    asyncio.run_coroutine_threadsafe(stop(event), loop).result()
