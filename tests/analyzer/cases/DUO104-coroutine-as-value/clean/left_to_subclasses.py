"""A base calls what is left to others: one of the classes made of it is plain, or the method is of none of them."""

import asyncio


class Feed:
    def cities(self) -> list[str]:
        rates = self.read_rates("")
        return sorted(city for city, rate in rates.items() if rate)


class DailyFeed(Feed):
    def read_rates(self, city: str) -> dict[str, float]:
        return {city: 1.0}


class AsyncFeed(Feed):
    async def read_rates(self, city: str) -> dict[str, float]:
        await asyncio.sleep(0)
        return {city: 2.0}


class Mixin:
    def names(self) -> list[str]:
        found = self.list_names()
        return sorted(name for name, rate in found.items() if rate)


class Elsewhere:
    async def list_names(self) -> dict[str, float]:
        await asyncio.sleep(0)
        return {}
