"""The annotation says that calls are awaited, and what the function gives is an async generator or a plain one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any


def collected(stream: AsyncIterator[int]) -> Iterator[int]:
    async def gather() -> list[int]:
        return [item async for item in stream]

    yield from asyncio.run(gather())


def streamed(rows: list[int], is_async: bool = True) -> Callable[[Any], Awaitable[Any]]:
    async def numbers(factor: int):
        for row in rows:
            await asyncio.sleep(0)
            yield row * factor

    if is_async:
        return numbers

    def numbers_at_once(factor: int):
        return collected(numbers(factor))

    return numbers_at_once


async def show() -> None:
    numbers = streamed([1, 2])
    async for number in numbers(2):
        print(number)


def show_at_once() -> None:
    numbers = streamed([1, 2], is_async=False)
    for number in numbers(2):
        print(number)


def show_collected() -> None:
    numbers = streamed([1, 2])
    print(list(collected(numbers(2))))
