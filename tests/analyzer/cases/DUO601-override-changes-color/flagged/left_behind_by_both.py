"""A method that only says what it is for stayed plain where both that override it are async."""

import asyncio
from abc import ABC, abstractmethod


class Device(ABC):
    @abstractmethod
    def stop(self):  # expect: DUO601
        """Stop the device."""


class Radio(Device):
    async def stop(self):
        await asyncio.sleep(0)


class Lamp(Device):
    async def stop(self):
        await asyncio.sleep(1)


async def stop_all(radio: Radio, lamp: Lamp) -> None:
    await radio.stop()
    await lamp.stop()
