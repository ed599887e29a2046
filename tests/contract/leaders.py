"""A thread that leads the shared loop, and coroutines that give a value."""

from __future__ import annotations

import asyncio
from threading import get_ident

from duotone import run
from duotone.contract.bridge import bridge
from tests.contract.threads import Background, wait_until


async def value(given: int = 1) -> int:
    return given


async def value_later(given: int = 1) -> int:
    await asyncio.sleep(0)
    return given


class Leader:
    """A thread that leads the loop until it is told to stop."""

    def __init__(self, background: Background) -> None:
        self.ident = 0
        self._stop = asyncio.Event()
        self.result = background.start(run, self._lead)
        wait_until(lambda: self.ident and bridge.loop.leader == self.ident and not bridge.loop.turn.locked())

    async def _lead(self) -> int:
        self.ident = get_ident()
        await self._stop.wait()
        return self.ident

    def stop(self) -> int:
        bridge.loop.call_soon_threadsafe(self._stop.set)
        ident: int = self.result()
        return ident
