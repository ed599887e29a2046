"""A private method of the project's is called on what an object of a package that can't be read has kept."""

import asyncio

from tramlines import network


class Depot:
    async def _dispatch(self, line: int) -> None:
        await asyncio.sleep(line)

    async def close(self) -> None:
        await asyncio.sleep(0)


def _depot(request: network.Request):
    return request.app["depot"]


async def first(request: network.Request) -> None:
    depot = _depot(request)
    await depot._dispatch(1)


async def second(request: network.Request) -> None:
    depot = _depot(request)
    depot._dispatch(2)  # expect: DUO101


async def third(request: network.Request) -> None:
    depot = request.app["depot"]
    depot._dispatch(3)  # expect: DUO101
    depot.close()
    network.Tram()._dispatch(3)
