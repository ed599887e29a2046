"""Tests are nobody's interface: a helper beside them is async for nothing, however many of them suspend."""

import asyncio


class Scale:
    async def weigh(self, fruit: str) -> int:
        await asyncio.sleep(0)
        return len(fruit)


async def make_scale(offset: int) -> Scale:  # expect: DUO201
    scale = Scale()
    print(offset)
    return scale


async def test_pears() -> None:
    scale = await make_scale(1)
    assert await scale.weigh("pear") == 4


async def test_plums() -> None:
    scale = await make_scale(2)
    assert await scale.weigh("plum") == 4


async def test_figs() -> None:
    scale = await make_scale(3)
    assert await scale.weigh("fig") == 3


class TestScale:
    async def make_pair(self, offset: int) -> list[int]:  # expect: DUO201
        return [offset, offset + 1]

    async def test_first(self) -> None:
        assert await Scale().weigh("a") == (await self.make_pair(1))[0]

    async def test_second(self) -> None:
        assert await Scale().weigh("ab") == (await self.make_pair(1))[1]

    async def test_third(self) -> None:
        assert await Scale().weigh("abc") == 3
