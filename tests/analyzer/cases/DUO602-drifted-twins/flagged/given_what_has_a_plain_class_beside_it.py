"""Twins of which one lacks what it could be given as well: a plain class beside the async one, or one of any color."""

import asyncio

from granary import Ledger
from granary.ext.asyncio import AsyncLedger


class AsyncScale:
    async def weigh(self, sack: str) -> float:
        return len(sack) * 1000.0


class Scale:
    def weigh(self, sack: str) -> float:
        return len(sack) * 1000.0


class Tray:
    async def fill(self, sack: str) -> None:
        await asyncio.sleep(0)
        self.sack = sack

    def weight(self) -> float:
        return 20.0


class Label:
    async def fetch(self, sack: str) -> None:
        await asyncio.sleep(0)
        self.sack = sack

    def __call__(self, sack: str) -> str:
        return f"{sack}!"


async def name_async(sack: str, label: Label | None = None) -> str:
    return label(sack) if label is not None else sack


def name(sack: str) -> str:  # expect: DUO602
    return sack


async def total(sacks: list[str], rounded: bool = False, scale: AsyncScale | None = None) -> float:
    used = scale or AsyncScale()
    found = [await used.weigh(sack) for sack in sacks]
    return round(sum(found)) if rounded else sum(found)


def total_sync(sacks: list[str], rounded: bool = False) -> float:  # expect: DUO602
    used = Scale()
    found = [used.weigh(sack) for sack in sacks]
    return round(sum(found)) if rounded else sum(found)


async def net_async(sack: str, tray: Tray | None = None) -> float:
    return len(sack) * 1000.0 - (tray.weight() if tray is not None else 0.0)


def net(sack: str) -> float:  # expect: DUO602
    return len(sack) * 1000.0


async def cost_async(sacks: list[str], ledger: AsyncLedger | None = None) -> float:
    used = ledger or AsyncLedger("prices")
    return sum([await used.price(sack) for sack in sacks])


def cost(sacks: list[str]) -> float:  # expect: DUO602
    used = Ledger("prices")
    return sum([used.price(sack) for sack in sacks])
