"""Context managers that take plain functions, or look before they await."""

import inspect
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


@asynccontextmanager
async def connected(address: Callable[[], str], hook) -> AsyncIterator[str]:
    result = hook(address())
    if inspect.isawaitable(result):
        await result
    yield address()


def address() -> str:
    return "a"


def log(event: str) -> None:
    print(event)


async def main() -> None:
    async with connected(address, log) as one:
        print(one)
