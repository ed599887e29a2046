"""The receiver is bound by a walrus, a conditional expression, `or`, or the statement is itself conditional."""

from __future__ import annotations

import asyncio
import os


class Cache:
    async def invalidate(self, key: str) -> None:
        await asyncio.sleep(0)


class NearCache(Cache):
    pass


def current_cache() -> Cache | None:
    return Cache() if os.environ.get("CACHE") else None


def forget(key: str, near: bool) -> None:
    if (cache := current_cache()) is not None:
        cache.invalidate(key)  # expect: DUO101
    chosen = NearCache() if near else Cache()
    chosen.invalidate(key)  # expect: DUO101
    fallback = current_cache() or NearCache()
    fallback.invalidate(key)  # expect: DUO101
    (NearCache() if near else Cache()).invalidate(key)  # expect: DUO101


def forget_if(key: str, cache: Cache) -> None:
    key and cache.invalidate(key)  # expect: DUO101
    cache.invalidate(key) if key else None  # expect: DUO101
