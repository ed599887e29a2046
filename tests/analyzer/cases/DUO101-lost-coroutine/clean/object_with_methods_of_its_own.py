"""An object of a library has a method whose name is async in every class here, and plain ones that no class has."""

import asyncio


class Shelf:
    async def list_all_boxes(self) -> list[str]:
        await asyncio.sleep(0)
        return []


class Cellar:
    async def list_all_boxes(self) -> list[str]:
        await asyncio.sleep(0)
        return ["wine"]


class Rented:
    def __init__(self, database) -> None:
        self.database = database

    async def prepare(self) -> None:
        self.database.run_command("prepare")
        await asyncio.sleep(0)

    async def refresh(self) -> list[str]:
        self.database.list_all_boxes()
        await asyncio.sleep(0)
        return []


async def everything(shelf: Shelf, cellar: Cellar) -> list[str]:
    return [*await shelf.list_all_boxes(), *await cellar.list_all_boxes()]
