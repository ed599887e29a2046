"""Functions and futures are tested, no coroutines."""

import asyncio


async def work() -> int:
    await asyncio.sleep(0)
    return 1


async def finish(on_done=None) -> bool:
    tasks = [asyncio.create_task(work()) for _ in range(2)]
    await asyncio.wait(tasks)
    if on_done:
        on_done()
    return all(task.done() for task in tasks) and any(task.result() for task in tasks)


def schedule(loop: asyncio.AbstractEventLoop, running: "asyncio.Task[int] | None") -> "asyncio.Task[int]":
    return running or loop.create_task(work())
