"""A base calls a method that only the classes made of it define, all of them async, and takes what it gives."""

import asyncio


class Feed(object):
    async def refresh(self, city: str) -> None:
        self.latest = await self.read_rates(city)

    def cities(self) -> list[str]:
        rates = self.read_rates("")  # expect: DUO104
        return sorted(city for city, rate in rates.items() if rate)


class DailyFeed(Feed):
    async def read_rates(self, city: str) -> dict[str, float]:
        await asyncio.sleep(0)
        return {city: 1.0}


class HourlyFeed(Feed):
    async def read_rates(self, city: str) -> dict[str, float]:
        await asyncio.sleep(0)
        return {city: 2.0}
