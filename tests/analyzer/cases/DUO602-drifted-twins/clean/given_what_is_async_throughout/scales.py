"""Twins of which only the async one can be given a scale, or a session: nothing of either can be used in plain code."""

from typing import TYPE_CHECKING, Protocol

from pricing import Prices

if TYPE_CHECKING:
    from granary.ext.asyncio import AsyncLedger


class Scale(Protocol):
    unit: str

    @property
    def limit(self) -> float: ...

    async def weigh(self, sack: str) -> float: ...


class KitchenScale:
    unit = "g"

    async def weigh(self, sack: str) -> float:
        return len(sack) * 1000.0


async def total(sacks: list[str], rounded: bool = False, scale: Scale | None = None) -> float:
    used = scale or KitchenScale()
    found = [await used.weigh(sack) for sack in sacks]
    return round(sum(found)) if rounded else sum(found)


def total_sync(sacks: list[str], rounded: bool = False) -> float:
    found = [len(sack) * 1000.0 for sack in sacks]
    return round(sum(found)) if rounded else sum(found)


async def cost_async(sacks: list[str], ledger: "AsyncLedger | None" = None) -> float:
    found = 0.0
    prices = Prices(ledger)
    for sack in sacks:
        if sack:
            found += await prices.of(sack)
    return round(found, 6)


def cost(sacks: list[str]) -> float:
    found = 0.0
    price = 0.15
    for sack in sacks:
        if sack:
            found += price
    return round(found, 6)


class AsyncMill:
    def __init__(self, stone: str, scale: Scale | None = None) -> None:
        self.stone = stone
        self._scale = scale

    async def grind(self, sack: str) -> str:
        return f"{sack} by {self.stone}"


class Mill:
    def __init__(self, stone: str) -> None:
        self.stone = stone

    def grind(self, sack: str) -> str:
        return f"{sack} by {self.stone}"
