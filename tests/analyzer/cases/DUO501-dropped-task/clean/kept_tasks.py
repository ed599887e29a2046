"""Tasks are kept in a set, an attribute, a list, a dict, a closure, or returned."""

import asyncio

background = set()


async def work(name: str) -> str:
    await asyncio.sleep(0)
    return name


def spawn(name: str) -> None:
    task = asyncio.create_task(work(name))
    background.add(task)
    task.add_done_callback(background.discard)


class Owner:
    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[str]] = []
        self.by_name: dict[str, asyncio.Task[str]] = {}

    def start(self, name: str) -> None:
        self.main = asyncio.create_task(work(name))
        self.tasks.append(asyncio.create_task(work(name)))
        self.by_name[name] = asyncio.ensure_future(work(name))

    def start_one(self, name: str) -> "asyncio.Task[str]":
        return asyncio.create_task(work(name))


async def main() -> str:
    task = asyncio.create_task(work("a"))
    await asyncio.sleep(0)
    return await task
