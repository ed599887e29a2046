"""Tests that are inherited, and are run each in its own color."""

import asyncio


class TestBase:
    async def test_latest(self) -> None:
        await asyncio.sleep(0)

    def test_oldest(self) -> None:
        assert True


class TestLoop(TestBase):
    def test_latest(self) -> None:
        assert True

    async def test_oldest(self) -> None:
        await asyncio.sleep(0)
