"""Methods in tests that stand for others, or that others than their own class call, have their color from there."""

import asyncio


class Shelf:
    async def count(self) -> int:
        return 3

    async def close(self) -> None:
        print(await self.count())
        await asyncio.sleep(0)


class TestBase:
    async def make_shelf(self, name: str) -> str:
        return name.upper()


class TestShelf(TestBase):
    async def test_close(self) -> None:
        await Shelf().close()
        assert await self.make_shelf("a") == "A"
