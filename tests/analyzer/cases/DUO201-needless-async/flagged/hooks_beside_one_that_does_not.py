"""No subclass needs any of the hooks to wait, or others than the class itself call one of them."""

import asyncio


class Tour:
    async def make_route(self, stops: list[str]) -> list[str]:
        return [stop for stop in stops if stop]

    async def make_guide(self, route: list[str]) -> str:  # expect: DUO201
        return f"guide of {len(route)}"

    async def begin(self, stops: list[str]) -> str:
        route = await self.make_route(stops)
        await asyncio.sleep(0)
        return await self.make_guide(route)


class NightTour(Tour):
    async def make_route(self, stops: list[str]) -> list[str]:
        return stops


class Walk:
    async def make_path(self, stops: list[str]) -> list[str]:
        return [stop for stop in stops if stop]

    async def make_leader(self, path: list[str]) -> str:  # expect: DUO201
        return f"leader of {len(path)}"

    async def set_out(self, stops: list[str]) -> str:
        path = await self.make_path(stops)
        await asyncio.sleep(0)
        return await self.make_leader(path)


class LongWalk(Walk):
    async def make_path(self, stops: list[str]) -> list[str]:
        await asyncio.sleep(1)
        return stops


async def lead(walk: Walk) -> str:
    return await walk.make_leader(["bridge"])
