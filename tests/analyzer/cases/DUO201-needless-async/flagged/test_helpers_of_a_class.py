"""The helpers of a class of tests are called by its tests, and by nobody who asks for their color."""

import asyncio


class TestShelf:
    async def _filled(self, names: list[str]) -> dict[str, int]:  # expect: DUO201
        return {name: len(name) for name in names}

    @staticmethod
    async def check_order(names: list[str]) -> None:  # expect: DUO201
        assert names == sorted(names)

    async def test_filled(self) -> None:
        await asyncio.sleep(0)
        assert await self._filled(["a"]) == {"a": 1}

    async def test_order(self) -> None:
        await asyncio.sleep(0)
        await self.check_order([*await self._filled(["a", "b"])])
