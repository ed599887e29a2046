"""A decorator that can't be read says that it begins a task, which may be awaited or left to itself."""

import asyncio
from typing import Any

from orchard import delayed, nightly, task


class Barn:
    @task
    async def close_gate(self, gate: int) -> None:
        await asyncio.sleep(gate)

    @task
    async def fill_trough(self, liters: int) -> None:
        await asyncio.sleep(liters)

    @nightly
    async def sweep_floor(self) -> None:
        await asyncio.sleep(0)


class Shed:
    @delayed
    async def air(self) -> None:
        await asyncio.sleep(0)

    @delayed
    async def lock_up(self) -> None:
        await asyncio.sleep(0)

    def leave(self) -> None:
        self.air()

    async def shut(self) -> None:
        await self.lock_up()
        self.air()
        self.lock_up()


async def evening(barn: Barn, barns: Any) -> None:
    await barn.close_gate(1)
    barn.close_gate(2)
    barn.fill_trough(3)
    await barns(0).close_gate(1)
    barns(0).close_gate(2)
    _ = barns(0).fill_trough(2)
    await asyncio.sleep(0)


async def midnight(barns: Any) -> None:
    barns(0).sweep_floor()
    await asyncio.sleep(0)
