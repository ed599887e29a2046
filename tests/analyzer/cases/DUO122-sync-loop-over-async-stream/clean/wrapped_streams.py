"""A wrapper turns the async stream into a plain one."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import TypeVar

from vendor_sdk import to_sync_iterator

T = TypeVar("T")


async def events() -> AsyncIterator[int]:
    await asyncio.sleep(0)
    yield 1


def drain(stream: AsyncIterator[T]) -> Iterator[T]:
    with asyncio.Runner() as runner:
        while True:
            try:
                yield runner.run(anext(stream))
            except StopAsyncIteration:
                return


def collect(function):
    def wrapper(*args):
        async def read():
            return [item async for item in function(*args)]

        return asyncio.run(read())

    return wrapper


@collect
async def numbers(count: int) -> AsyncIterator[int]:
    for number in range(count):
        await asyncio.sleep(0)
        yield number


def main() -> None:
    for event in drain(events()):
        print(event)
    for number in numbers(3):
        print(number)
    print(list(to_sync_iterator(events())))
