"""A helper keeps the task and returns it, too."""

import asyncio

from homeassistant.core import HomeAssistant
from vendor_sdk import scheduler

_tasks: "set[asyncio.Task[None]]" = set()


def spawn(work) -> "asyncio.Task[None]":
    task = asyncio.create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


class Jobs:
    def create_task(self, name: str) -> str:
        return name


async def work() -> None:
    await asyncio.sleep(0)


async def main(hass: HomeAssistant, jobs: Jobs) -> None:
    spawn(work())
    hass.async_create_task(work())
    scheduler.create_task(work())
    jobs.create_task("a")
    await asyncio.sleep(0)
