"""A function that a test expects not to run is never awaited."""

import asyncio
from collections.abc import Awaitable, Callable


class Bell:
    def __init__(self, on_ring: Callable[[str], Awaitable[None]], on_rest: Callable[[], Awaitable[None]]) -> None:
        self._on_ring = on_ring
        self._on_rest = on_rest

    async def ring(self, tone: str) -> None:
        await asyncio.sleep(0)
        await self._on_ring(tone)

    async def rest(self) -> None:
        await self._on_rest()


async def test_a_bell_that_rests_rings_not() -> None:
    tones: list[str] = []
    rests: list[int] = []

    def note(tone: str) -> None:
        tones.append(tone)

    def count() -> None:
        rests.append(1)

    bell = Bell(on_ring=note, on_rest=count)
    await asyncio.sleep(0)
    assert bell is not None
    assert tones == []
    assert not rests
    assert len(rests) == 0
