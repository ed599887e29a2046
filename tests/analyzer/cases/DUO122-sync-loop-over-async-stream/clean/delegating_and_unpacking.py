"""Plain generators delegate to plain ones, a future is waited for with `yield from`, and plain values are unpacked."""

import asyncio
from collections.abc import AsyncIterator, Generator, Iterator


async def pairs() -> AsyncIterator[tuple[int, str]]:
    await asyncio.sleep(0)
    yield 1, "a"


def numbers() -> Iterator[int]:
    yield 1
    yield 2


def doubled() -> Iterator[int]:
    yield from numbers()
    yield from (number * 2 for number in numbers())


class Signal:
    def __init__(self) -> None:
        self.future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def __await__(self) -> Generator[object, None, int]:
        return (yield from self.future)


class Later:
    async def _work(self) -> int:
        await asyncio.sleep(0)
        return 1

    def __await__(self) -> Generator[object, None, int]:
        return (yield from self._work().__await__())


class Both:
    def __iter__(self) -> Iterator[int]:
        return iter([1])

    async def __aiter__(self) -> AsyncIterator[int]:
        await asyncio.sleep(0)
        yield 1


async def main() -> None:
    async for number, name in pairs():
        print(number, name)
    first, *rest = [pair async for pair in pairs()]
    one, *others = numbers()
    only, *none = Both()
    print(first, rest, one, others, only, none, await Later())
