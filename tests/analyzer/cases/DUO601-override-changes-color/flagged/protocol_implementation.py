"""A class is given where a protocol of the other color is asked for."""

import asyncio
from typing import Protocol


class Store(Protocol):
    async def load_state(self, key: str) -> str: ...


class Clock(Protocol):
    def now(self) -> float: ...


class DictStore(Store):
    def load_state(self, key: str) -> str:  # expect: DUO601
        return key


class NetworkClock(Clock):
    async def now(self) -> float:  # expect: DUO601
        await asyncio.sleep(0)
        return 0.0


async def restore(store: Store) -> str:
    return await store.load_state("a")
