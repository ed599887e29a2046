"""A coroutine is given to a context manager whose parameter has no room for it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager


async def address(name: str) -> str:
    await asyncio.sleep(0)
    return name


@asynccontextmanager
async def connected(to: str) -> AsyncIterator[str]:
    yield to


class Tracer:
    @contextmanager
    def span(self, name: str) -> Iterator[str]:
        yield name


async def main(tracer: Tracer) -> None:
    async with connected(address("a")) as one:  # expect: DUO106
        print(one)
    with tracer.span(address("b")) as two:  # expect: DUO106
        print(two)
