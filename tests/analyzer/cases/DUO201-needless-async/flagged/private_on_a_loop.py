"""Only coroutines call it, so that the loop it needs runs whatever its color is; or it only asks what needs none."""

import asyncio
from collections.abc import AsyncIterator


class Service:
    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.task: "asyncio.Task[None] | None" = None
        self.writer = writer

    async def _run(self) -> None:
        await asyncio.sleep(1)

    async def _begin(self) -> None:  # expect: DUO201
        self.task = asyncio.create_task(self._run())

    async def start(self) -> None:
        await self._begin()
        await asyncio.sleep(0)

    async def address(self, name: str) -> str:  # expect: DUO201
        return name + str(self.writer.get_extra_info("peername"))


async def numbers(count: int) -> AsyncIterator[int]:
    for number in range(count):
        await asyncio.sleep(0)
        yield number


async def doubled(stream: AsyncIterator[int]) -> AsyncIterator[int]:
    async for number in stream:
        yield number * 2


async def shown(count: int) -> AsyncIterator[int]:  # expect: DUO201
    return doubled(numbers(count))


async def show(service: Service) -> None:
    print(await service.address("show"))
    async for number in await shown(3):
        print(number)
