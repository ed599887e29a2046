"""A method that is only said to give an awaitable: what it gives goes on by itself, and may be waited for."""

import asyncio
from collections.abc import Awaitable


class Runner:
    def crawl(self, name: str) -> Awaitable[None]:
        raise NotImplementedError


class TaskRunner(Runner):
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def crawl(self, name: str) -> Awaitable[None]:
        task = asyncio.get_running_loop().create_task(self._crawl(name))
        self.tasks.add(task)
        return task

    async def _crawl(self, name: str) -> None:
        await asyncio.sleep(0)
        print(name)


def start(runner: Runner) -> None:
    runner.crawl("a")
