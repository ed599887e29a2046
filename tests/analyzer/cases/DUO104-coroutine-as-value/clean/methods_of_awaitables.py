"""Methods that awaitables have themselves, and mappings that hold coroutines."""

import asyncio
from collections.abc import AsyncIterator, Awaitable


async def job(name: str) -> str:
    await asyncio.sleep(0)
    return name


class Request:
    def __await__(self):
        return job("a").__await__()

    async def close(self) -> None:
        await asyncio.sleep(0)


def request() -> Awaitable[str]:
    return Request()


async def closed() -> None:
    pending = request()
    await pending.close()


async def numbers() -> AsyncIterator[int]:
    yield 1


async def ended() -> None:
    stream = numbers()
    await stream.aclose()


def refused() -> None:
    coroutine = job("a")
    try:
        coroutine.send(None)
    except StopIteration:
        coroutine.close()


async def run_all(**jobs: Awaitable[str]) -> None:
    await asyncio.gather(*jobs.values())


async def named() -> None:
    jobs = {"a": job("a")}
    await run_all(**jobs)
