"""An async function promises a value and returns a coroutine, so that awaiting it once is not enough."""

import asyncio


class Geocoder:
    async def _query(self, place: str) -> dict[str, float]:
        await asyncio.sleep(0)
        return {"lat": 0.0}

    async def locate(self, place: str) -> dict[str, float]:
        return self._query(place)  # expect: DUO107

    async def locate_cached(self, place: str, cache: dict[str, dict[str, float]]) -> dict[str, float]:
        await asyncio.sleep(0)
        if place in cache:
            return cache[place]
        return self._query(place)  # expect: DUO107


async def latitude(geocoder: Geocoder, place: str) -> float:
    found = await geocoder.locate(place)
    return found["lat"]
