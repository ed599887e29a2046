"""Objects are made and properties read on the loop, none of which blocks; those that do are made on a thread."""

import asyncio
import time
from functools import cached_property


class Probe:
    def __init__(self) -> None:
        time.sleep(0.1)

    @property
    def level(self) -> float:
        time.sleep(0.1)
        return 1.0

    @classmethod
    def described(cls) -> str:
        return cls.__name__


class Gauge:
    def __init__(self, name: str) -> None:
        self.name = name
        self.read = time.sleep

    @property
    def label(self) -> str:
        return self.name.title()

    @cached_property
    def size(self) -> int:
        return len(self.name)

    def __enter__(self) -> "Gauge":
        return self

    def __exit__(self, *details: object) -> None:
        self.name = ""

    async def __aenter__(self) -> "Gauge":
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


def levels() -> list[float]:
    return [Probe().level]


async def main() -> None:
    gauge = Gauge("a")
    with gauge as inside:
        print(gauge.label, inside.size)
    async with gauge:
        print(Probe.described(), Probe.level)
    probe = await asyncio.to_thread(Probe)
    print(await asyncio.to_thread(lambda: probe.level))
    print(await asyncio.to_thread(levels))
