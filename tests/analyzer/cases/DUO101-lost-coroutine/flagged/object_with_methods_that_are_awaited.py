"""An object has a method whose name is async in every class here, and others that are awaited or known here too."""

import asyncio


class Shelf:
    async def list_all_boxes(self) -> list[str]:
        await asyncio.sleep(0)
        return []


class Cellar:
    def dusted(self) -> bool:
        return False

    async def list_all_boxes(self) -> list[str]:
        await asyncio.sleep(0)
        return ["wine"]


class Rented:
    def __init__(self, database) -> None:
        self.database = database

    async def prepare(self) -> None:
        await self.database.run_command("prepare")
        self.database.dusted()
        await asyncio.sleep(0)

    async def refresh(self) -> list[str]:
        self.database.list_all_boxes()  # expect: DUO101
        await asyncio.sleep(0)
        return []


async def everything(shelf: Shelf, cellar: Cellar) -> list[str]:
    return [*await shelf.list_all_boxes(), *await cellar.list_all_boxes()]
