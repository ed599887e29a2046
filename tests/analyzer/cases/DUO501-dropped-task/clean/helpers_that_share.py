"""What a helper returns is held by somebody else, or isn't fresh, or may be no task at all."""

import asyncio
import functools


async def work(name: str) -> None:
    await asyncio.sleep(0)


class Pool:
    def __init__(self) -> None:
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def spawn(self, name: str) -> "asyncio.Task[None]":
        task = self.tasks[name] = asyncio.create_task(work(name))
        return task

    def ensure(self, name: str) -> "asyncio.Task[None]":
        if name not in self.tasks:
            self.tasks[name] = asyncio.create_task(work(name))
        return self.tasks[name]

    def tracked(self, name: str) -> "asyncio.Task[None]":
        task = asyncio.create_task(work(name))
        task.add_done_callback(functools.partial(self.tasks.pop, name))
        self.tasks[name] = task
        return task

    def start(self, name: str) -> "asyncio.Task[None]":
        return asyncio.create_task(work(name))


class Keeping(Pool):
    def start(self, name: str) -> "asyncio.Task[None]":
        return self.spawn(name)


async def main(pool: Pool) -> None:
    pool.spawn("a")
    pool.ensure("b")
    pool.tracked("c")
    pool.start("d")
    kept = pool.start("e")
    await kept
