"""Nobody can await an operator, so that the async class has methods for them."""

import asyncio


class AsyncGroup:
    def __init__(self) -> None:
        self.parts = {}

    async def getitem(self, key: str) -> str:
        await asyncio.sleep(0)
        return self.parts[key]

    async def contains(self, key: str) -> bool:
        await asyncio.sleep(0)
        return key in self.parts

    async def keys(self) -> list[str]:
        await asyncio.sleep(0)
        return list(self.parts)

    async def move(self, old: str, new: str) -> None:
        await asyncio.sleep(0)
        self.parts[new] = self.parts.pop(old)

    async def info(self) -> int:
        await asyncio.sleep(0)
        return len(self.parts)

    async def clear(self) -> None:
        await asyncio.sleep(0)
        self.parts.clear()

    async def order(self) -> list[str]:
        await asyncio.sleep(0)
        return sorted(self.parts)

    async def copy(self) -> dict[str, str]:
        await asyncio.sleep(0)
        return dict(self.parts)


class Group:
    def __init__(self) -> None:
        self.parts = {}

    def __getitem__(self, key: str) -> str:
        return self.parts[key]

    def __contains__(self, key: str) -> bool:
        return key in self.parts

    def keys(self) -> list[str]:
        return list(self.parts)

    def move(self, old: str, new: str) -> None:
        self.parts[new] = self.parts.pop(old)

    def info(self) -> int:
        return len(self.parts)

    def clear(self) -> None:
        self.parts.clear()

    def order(self) -> list[str]:
        return sorted(self.parts)

    def copy(self) -> dict[str, str]:
        return dict(self.parts)
