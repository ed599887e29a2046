"""The async twin may be given a cache, which is of any color."""

from aiohttp import ClientSession
from cache import Cache


class AsyncImages:
    def __init__(self, url: str, limit: int = 3, cache: Cache | None = None) -> None:
        self.url = url
        self.limit = limit
        self._cache = cache or Cache()

    async def load(self, name: str) -> bytes:
        if not name:
            raise ValueError("no name")
        if name not in self._cache.found:
            async with ClientSession() as session, session.get(self.url + name) as answer:
                self._cache.found[name] = await answer.content.read(self.limit)
        return self._cache.found[name]
