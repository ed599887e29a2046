"""What is closed in the end, or set as an attribute, was meant to be the result."""

import asyncio

import radios


class Device:
    def __init__(self) -> None:
        self.name = ""

    def close(self) -> None:
        self.name = ""

    async def play(self) -> str:
        await asyncio.sleep(0)
        return self.name


async def connect(name: str) -> Device:
    await asyncio.sleep(0)
    return Device()


async def command(device, words):
    if words:
        return await device.play()
    return ""


async def main(words) -> str:
    device = connect("a")  # expect: DUO104
    try:
        return await command(device, words)
    finally:
        device.close()


async def convert(function, value):
    await asyncio.sleep(0)
    return function(value)


class Flags:
    @classmethod
    async def build(cls, flags, first):
        self = cls()
        self.first = await convert(first, flags)
        for flag in flags:
            default = convert(flag.default, first)  # expect: DUO104
            setattr(self, flag.name, default)
        return self


class Station:
    async def tune(self, band: str) -> "radios.Receiver":
        await asyncio.sleep(0)
        return await radios.open(band)

    async def listen(self) -> None:
        receiver = self.tune("short")  # expect: DUO104
        receiver.close()
