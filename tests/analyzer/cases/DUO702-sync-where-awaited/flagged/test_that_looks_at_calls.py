"""A test that asserts what its function has noted expects it to run, and the project awaits what it returns."""

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


async def test_ringing_is_told() -> None:
    tones: list[str] = []
    rests = 0

    def note(tone: str) -> None:
        tones.append(tone)

    def count() -> None:
        nonlocal rests
        rests += 1

    bell = Bell(
        on_ring=note,  # expect: DUO702
        on_rest=count,  # expect: DUO702
    )
    await bell.ring("low")
    await bell.rest()
    assert tones == ["low"]
    assert rests == 1
