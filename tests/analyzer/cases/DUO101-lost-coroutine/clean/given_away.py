"""Coroutines are given to code that nobody can see, which is trusted to await them."""

import asyncio

import tenacity
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from vendor_sdk import Engine, schedule


async def backup(name: str) -> None:
    await asyncio.sleep(0)


class Nightly:
    def __init__(self, engine: Engine, hass) -> None:
        self.engine = engine
        self.hass = hass

    def start(self) -> None:
        schedule(backup("a"))
        self.engine.submit(backup("b"))
        self.hass.async_create_task(backup("c"))
        self.hass.loop.call_soon_threadsafe(self.hass.async_create_task, backup("d"))
        self.callback = self.engine.wrap(backup("e"))
        scheduler = AsyncIOScheduler()
        scheduler.add_job(backup, "interval", args=["f"])


async def with_tenacity(name: str) -> None:
    async for attempt in tenacity.AsyncRetrying():
        with attempt:
            await backup(name)
