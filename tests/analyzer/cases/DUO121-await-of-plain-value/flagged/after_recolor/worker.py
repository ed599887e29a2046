"""A caller that was forgotten."""

import asyncio

from storage import Storage, open_storage


class Worker:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def work(self, row: str) -> None:
        await self.storage.append(row)  # expect: DUO121
        await asyncio.sleep(0)

    async def latest(self) -> str:
        await asyncio.sleep(0)
        return await self.storage.latest() or ""  # expect: DUO121


async def main() -> None:
    worker = Worker(open_storage())
    await worker.work("a")
    await open_storage().append("b")  # expect: DUO121
