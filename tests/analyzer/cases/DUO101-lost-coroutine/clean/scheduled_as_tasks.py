"""Coroutines go to create_task, ensure_future, a task group, and their tasks are kept."""

import asyncio


async def probe(host: str) -> float:
    await asyncio.sleep(0)
    return 0.0


class Monitor:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[float]] = set()

    def start(self, host: str) -> None:
        task = asyncio.create_task(probe(host), name=host)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def start_on(self, loop: asyncio.AbstractEventLoop, host: str) -> None:
        self._tasks.add(loop.create_task(probe(host)))

    def start_future(self, host: str) -> "asyncio.Future[float]":
        return asyncio.ensure_future(probe(host))


async def probe_all(hosts: list[str]) -> None:
    async with asyncio.TaskGroup() as group:
        for host in hosts:
            group.create_task(probe(host))


async def probe_first(hosts: list[str]) -> float:
    tasks = [asyncio.create_task(probe(host)) for host in hosts]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    return done.pop().result()
