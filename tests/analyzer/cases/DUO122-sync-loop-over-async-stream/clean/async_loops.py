"""Streams are read with `async for`, async comprehensions, `anext`, and plain iterables with `for`."""

import asyncio
from collections.abc import AsyncIterator, Iterator


async def lines() -> AsyncIterator[str]:
    await asyncio.sleep(0)
    yield "a"


def lines_now() -> Iterator[str]:
    yield "a"


async def lines_as_list() -> list[str]:
    await asyncio.sleep(0)
    return ["a"]


async def read() -> list[str]:
    found = [line async for line in lines()]
    async for line in lines():
        found.append(line)
    for line in lines_now():
        found.append(line)
    for line in await lines_as_list():
        found.append(line)
    found += [line for line in await lines_as_list()]
    stream = lines()
    found.append(await anext(stream, ""))
    async for number, line in numbered(stream):
        found.append(f"{number} {line}")
    return sorted(found) + list(lines_now())


async def numbered(stream: AsyncIterator[str]) -> AsyncIterator[tuple[int, str]]:
    number = 0
    async for line in stream:
        yield number, line
        number += 1
