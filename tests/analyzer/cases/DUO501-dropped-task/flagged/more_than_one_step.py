"""A coroutine that suspends, or whose class below does, or of which nothing is known, may be collected halfway."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any

Work = Callable[..., Coroutine[Any, Any, None]]


def patient(function: Work) -> Work:
    @functools.wraps(function)
    async def wait(*args: Any) -> None:
        await asyncio.sleep(1)
        await function(*args)

    return wait


class Table:
    def __init__(self) -> None:
        self.peers: dict[str, int] = {}

    async def note(self, peer: str) -> None:
        self.peers[peer] = 1

    @patient
    async def note_later(self, peer: str) -> None:
        self.peers[peer] = 2

    async def spread(self, peer: str) -> None:
        if peer in self.peers:
            await asyncio.open_connection(peer, 80)

    async def answer(self, peer: str) -> None:
        asyncio.create_task(self.note(peer))  # expect: DUO501
        asyncio.create_task(self.note_later(peer))  # expect: DUO501
        asyncio.create_task(self.spread(peer))  # expect: DUO501
        await asyncio.sleep(1)


class SharedTable(Table):
    async def note(self, peer: str) -> None:
        await asyncio.open_connection(peer, 80)
        await super().note(peer)
