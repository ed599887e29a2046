"""Calling an async context manager function makes a manager, no coroutine; it is entered elsewhere."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager


@asynccontextmanager
async def lease(name: str) -> AsyncIterator[str]:
    await asyncio.sleep(0)
    yield name


@contextmanager
def timer():
    yield 1


class Store:
    def __init__(self) -> None:
        self._lease = lease("store")

    async def __aenter__(self) -> "Store":
        await self._lease.__aenter__()
        return self

    async def __aexit__(self, *details: object) -> None:
        await self._lease.__aexit__(*details)

    @asynccontextmanager
    async def batch(self) -> AsyncIterator[list[str]]:
        lines: list[str] = []
        yield lines
        await asyncio.sleep(0)


def locked(name: str):
    return lease(name)


async def main() -> None:
    async with lease("a"), locked("b") as name, Store() as store:
        print(name)
        async with store.batch() as lines:
            lines.append("x")
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(lease("c"))
        stack.enter_context(timer())
