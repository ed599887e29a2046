"""A plain override hands on to the async method that it overrides, and drops what that gives, whoever else is plain."""

import asyncio
import inspect


class Device:
    async def stop(self) -> None:
        await asyncio.sleep(0)
        print("stopped")


class Lamp(Device):
    def stop(self) -> None:
        super().stop()  # expect: DUO101
        print("dark")


class Sensor(Device):
    def stop(self) -> None:
        print("silent")


async def stop_all(devices: list[Device]) -> None:
    for device in devices:
        stopped = device.stop()
        if inspect.isawaitable(stopped):
            await stopped
