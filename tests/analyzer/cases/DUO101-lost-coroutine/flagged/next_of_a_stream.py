"""The next item of a stream is asked for and never awaited, whatever is known of the stream."""

from collections.abc import AsyncIterator


async def numbers() -> AsyncIterator[int]:
    yield 1
    yield 2


async def skip(rows) -> int:
    anext(rows)  # expect: DUO101
    return await anext(rows)


async def skip_typed(rows: AsyncIterator[int]) -> int:
    anext(rows)  # expect: DUO101
    return await anext(rows)


async def skip_own() -> int:
    rows = numbers()
    anext(rows)  # expect: DUO101
    return await anext(rows) + 1
