"""A dispatcher asks a method for its color before it runs it, and another one awaits the method without a question."""

import asyncio
import inspect


class Device:
    async def run(self) -> None:
        await asyncio.sleep(0)


class Lamp(Device):
    def run(self) -> None:  # expect: DUO601
        print("light")


async def dispatched(job) -> None:
    if inspect.iscoroutinefunction(job):
        await job()
    else:
        await asyncio.to_thread(job)


async def start(device: Device) -> None:
    await dispatched(device.run)


async def restart(device: Device) -> None:
    await device.run()
