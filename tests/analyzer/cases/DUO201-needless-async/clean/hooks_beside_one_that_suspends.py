"""A class of a module awaits its own hooks in turn; a subclass has one of them wait, and others may do so elsewhere."""

import asyncio


class Tour:
    async def make_route(self, stops: list[str]) -> list[str]:
        return [stop for stop in stops if stop]

    async def make_guide(self, route: list[str]) -> str:
        return f"guide of {len(route)}"

    async def begin(self, stops: list[str]) -> str:
        route = await self.make_route(stops)
        await asyncio.sleep(0)
        return await self.make_guide(route)


class NightTour(Tour):
    async def make_route(self, stops: list[str]) -> list[str]:
        await asyncio.sleep(1)
        return stops
