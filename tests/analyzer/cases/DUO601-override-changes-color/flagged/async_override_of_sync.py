"""An async override stands where the base is plain, so that its callers lose it."""

import asyncio


class Cache:
    def __init__(self) -> None:
        self.rows: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.rows.get(key)

    def put(self, key: str, value: str) -> None:
        self.rows[key] = value


class RemoteCache(Cache):
    async def get(self, key: str) -> str | None:  # expect: DUO601
        await asyncio.sleep(0)
        return None

    async def put(self, key: str, value: str) -> None:  # expect: DUO601
        await asyncio.sleep(0)


def warm_up(cache: Cache) -> str:
    cache.put("a", "b")
    return cache.get("a") or ""
