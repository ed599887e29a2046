"""What a fake offers has the color of what it stands for, although the fake alone calls it here."""

import asyncio


class FakeClock:
    def __init__(self) -> None:
        self.now = 0.0

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(0)
        await self.advance(seconds)

    async def advance(self, seconds: float) -> None:
        self.now += seconds


async def test_clock() -> None:
    async def fake_tick(clock: FakeClock) -> float:
        clock.now += 1
        return clock.now

    clock = FakeClock()
    await clock.wait(2)
    assert await fake_tick(clock) == 3
