"""A method is handed on, from one to the next, to a dispatcher that asks for its color; only tests and bases await it."""

import asyncio
import inspect


def is_awaited(function) -> bool:
    return inspect.iscoroutinefunction(function)


class Driver:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.jobs = []

    def add(self, job, *args) -> None:
        self.jobs.append(self.start(job, *args))

    def start(self, job, *args):
        if is_awaited(job):
            return self.loop.create_task(job(*args))
        return self.loop.run_in_executor(None, job, *args)


class Device:
    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def begin(self) -> None:
        self.driver.add(self.run)

    async def run(self) -> None:
        await asyncio.sleep(0)


class Hub(Device):
    async def run(self) -> None:
        await super().run()
        await asyncio.sleep(1)


class Lamp(Device):
    def run(self) -> None:
        print("light")


async def test_hub_runs(hub: Hub) -> None:
    await hub.run()
