"""A batch collects what is called on it, under the names of methods that are awaited elsewhere."""

import asyncio
from typing import Any


class Table:
    async def update_many(self, where: dict[str, Any]) -> None:
        await asyncio.sleep(0)


async def save(client: Any, names: list[str]) -> None:
    await client.db.users.update_many(where={})
    async with client.db.batch_() as batcher:
        for name in names:
            batcher.users.update_many(where={"name": name})
            batcher.teams.update_many(where={"name": name})
    async with client.db.batch_() as batcher:
        for name in names:
            batcher.keys.update_many(where={"name": name})
            batcher.tags.update_many(where={"name": name})
