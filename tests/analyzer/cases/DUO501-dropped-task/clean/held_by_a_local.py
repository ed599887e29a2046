"""A local that nobody reads holds the task while its function, a generator or a loop goes on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager


async def heartbeat(name: str) -> None:
    while True:
        await asyncio.sleep(1)


def main() -> None:
    loop = asyncio.new_event_loop()
    task = loop.create_task(heartbeat("a"))
    try:
        loop.run_forever()
    finally:
        loop.close()


def unnamed() -> None:
    loop = asyncio.new_event_loop()
    _ = loop.create_task(heartbeat("a"))
    loop.run_forever()


@asynccontextmanager
async def beating(name: str) -> AsyncIterator[None]:
    beat = asyncio.create_task(heartbeat(name))
    yield


def while_iterated(names: list[str]) -> Iterator[str]:
    beat = asyncio.ensure_future(heartbeat("b"))
    yield from names


async def one_after_another(names: list[str]) -> None:
    for name in names:
        await asyncio.sleep(1)
        beat = asyncio.create_task(heartbeat(name))


def seen_by_others(name: str) -> dict[str, object]:
    task = asyncio.create_task(heartbeat(name))
    return locals()


def read_within(name: str):
    task = asyncio.create_task(heartbeat(name))

    def stop() -> None:
        task.cancel()

    return stop


last = None


def shared(name: str) -> None:
    global last
    last = asyncio.create_task(heartbeat(name))
