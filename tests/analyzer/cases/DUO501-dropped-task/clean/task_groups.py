"""A group, a nursery or a scope keeps its tasks itself."""

import asyncio

import anyio
from aiojobs import Scheduler


async def work(name: str) -> None:
    await asyncio.sleep(0)


async def main(group_given: asyncio.TaskGroup, scheduler: Scheduler) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(work("a"))
        _ = group.create_task(work("b"))
    group_given.create_task(work("c"))
    await scheduler.spawn(work("d"))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work, "e")


class Service:
    def __init__(self, group: asyncio.TaskGroup) -> None:
        self.group = group

    def start(self, name: str) -> None:
        self.group.create_task(work(name))
