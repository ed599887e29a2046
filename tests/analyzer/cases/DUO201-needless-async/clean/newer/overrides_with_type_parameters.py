"""An override of a generic async base, in the syntax of 3.12."""

import asyncio
from typing import override


class Repository[T]:
    async def load(self, key: str) -> T | None:
        await asyncio.sleep(0)
        return None


class Memory[T](Repository[T]):
    def __init__(self) -> None:
        self.rows: dict[str, T] = {}

    @override
    async def load(self, key: str) -> T | None:
        return self.rows.get(key)


async def first[T](repository: Repository[T]) -> T | None:
    return await repository.load("first")
