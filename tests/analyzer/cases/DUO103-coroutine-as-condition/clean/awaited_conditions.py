"""The conditions are awaited, or are about something else than the coroutine."""

import asyncio
from collections.abc import Awaitable


class Gate:
    is_open = True

    async def is_free(self) -> bool:
        await asyncio.sleep(0)
        return True

    def is_locked(self) -> bool:
        return False


async def enter(gate: Gate, names: list[str]) -> list[str]:
    if await gate.is_free() and not gate.is_locked():
        print("free")
    while not await gate.is_free():
        await asyncio.sleep(0)
    assert await gate.is_free(), "still locked"
    if gate.is_open or gate.is_locked():
        return [name for name in names if await gate.is_free()]
    return names if await gate.is_free() else []


def callbacks(gate: Gate | None) -> object:
    return gate and gate.is_free
