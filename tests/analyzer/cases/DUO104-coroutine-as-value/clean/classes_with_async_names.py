"""Calling a class gives an object, whatever its methods are; async iterators and managers have their own syntax."""

import asyncio


class AsyncJob:
    """Made plainly, started later."""

    status = "new"

    async def __aenter__(self) -> "AsyncJob":
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)

    def __aiter__(self) -> "AsyncJob":
        return self

    async def __anext__(self) -> int:
        await asyncio.sleep(0)
        raise StopAsyncIteration


def status() -> str:
    return AsyncJob().status


async def run() -> int:
    total = 0
    async with AsyncJob() as job:
        async for number in job:
            total += number
    return total
