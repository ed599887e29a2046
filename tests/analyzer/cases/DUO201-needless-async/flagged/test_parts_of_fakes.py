"""A fake has the color of what it stands for, but not in what it alone calls; and what prepares fakes is no fake."""

import asyncio


class FakeOrchard:
    def __init__(self, trees: list[str]) -> None:
        self.trees = trees

    async def harvest(self) -> list[str]:
        await asyncio.sleep(0)
        return [await self._pick(tree) for tree in self.trees]

    async def _pick(self, tree: str) -> str:  # expect: DUO201
        return f"fruit of {tree}"


class Stall:
    async def sell(self, fruit: str) -> None:
        await asyncio.sleep(0)
        await self._note(fruit)

    async def _note(self, fruit: str) -> None:  # expect: DUO201
        print(fruit)


async def fake_market(stalls: dict[str, Stall], name: str) -> None:  # expect: DUO201
    stalls[name] = Stall()


async def test_market() -> None:
    stalls: dict[str, Stall] = {}
    await fake_market(stalls, "north")
    await stalls["north"].sell((await FakeOrchard(["pear"]).harvest())[0])
