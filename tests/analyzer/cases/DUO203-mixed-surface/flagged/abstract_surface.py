"""Plain methods that a class leaves to those below it count as well; one of them is called where nobody can await."""

import asyncio
from abc import ABC, abstractmethod


class Gauge(ABC):  # expect: DUO203
    def __init__(self) -> None:
        self.scale = self.choose()

    @abstractmethod
    def choose(self) -> int: ...

    @abstractmethod
    def label(self) -> str: ...

    async def scaled(self, value: int) -> int:  # may: DUO201
        return value * self.scale

    async def shown(self, value: int) -> str:  # may: DUO201
        return f"{value} {self.scale}"


class Meter(Gauge):
    def choose(self) -> int:
        return 10

    def label(self) -> str:
        return "m"


async def show(meter: Meter) -> None:
    await asyncio.sleep(0)
    print(meter.label(), await meter.scaled(1), await meter.shown(2))
