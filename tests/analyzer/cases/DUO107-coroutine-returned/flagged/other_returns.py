"""No annotation, but the other returns of the async function are plain values."""

import asyncio


async def query(table, key):
    await asyncio.sleep(0)
    return {"table": table, "key": key}


class Cache:
    def __init__(self):
        self.rows = {}

    async def row(self, key):
        await asyncio.sleep(0)
        if key in self.rows:
            return self.rows[key]
        if key is None:
            return {"table": "none", "key": "none"}
        return query("rows", key)  # expect: DUO107


async def names(cache, keys):
    rows = [await cache.row(key) for key in keys]
    return [row["key"] for row in rows]
