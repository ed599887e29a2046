"""A decorator that can't be read leaves a coroutine to await, as others show who await what it gives."""

import asyncio
from typing import Any

from orchard import metered, task


class Press:
    @metered("apples")
    async def press_apples(self, crates: int) -> int:
        await asyncio.sleep(crates)
        return crates

    @metered("apples")
    async def wash_crates(self, crates: int) -> int:
        await asyncio.sleep(crates)
        return crates

    @task
    async def count_bottles(self) -> list[int]:
        await asyncio.sleep(0)
        return []


async def autumn(press: Press) -> None:
    await press.press_apples(1)
    press.press_apples(2)  # expect: DUO101
    press.wash_crates(3)  # expect: DUO101
    await asyncio.sleep(0)


async def winter(press: Press) -> None:
    bottles = await press.count_bottles()
    print(bottles[0])
    others = press.count_bottles()  # expect: DUO104
    print(others[0])


async def spring(presses: Any) -> None:
    presses(0).press_apples(2)  # expect: DUO101
    await asyncio.sleep(0)
