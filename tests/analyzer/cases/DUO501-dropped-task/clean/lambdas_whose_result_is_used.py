"""The lambda gives its task to somebody who keeps it."""

import asyncio
from collections.abc import Callable


async def work(name: str) -> None:
    await asyncio.sleep(0)


class Supervisor:
    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []

    def start(self, factory: Callable[[], "asyncio.Task[None]"]) -> None:
        self.tasks.append(factory())


async def main(supervisor: Supervisor, names: list[str]) -> None:
    supervisor.start(lambda: asyncio.create_task(work("a")))
    await asyncio.gather(*map(lambda name: asyncio.create_task(work(name)), names))
    asyncio.get_running_loop().call_later(1, lambda: supervisor.tasks.append(asyncio.create_task(work("b"))))
