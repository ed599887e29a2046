"""Lists of coroutines that somebody takes out again, or compares with the coroutines themselves."""

import asyncio


class Stream:
    async def receive(self) -> str:
        await asyncio.sleep(0)
        return "a"


async def gathered(stream: Stream) -> None:
    waiting = []

    def plan() -> None:
        waiting.append(stream.receive())

    plan()
    assert len(waiting) == 1
    await asyncio.gather(*waiting)


async def one_by_one(stream: Stream) -> None:
    waiting = []

    async def plan() -> None:
        waiting.append(stream.receive())

    await plan()
    while len(waiting) > 0:
        await waiting.pop()


async def indexed(stream: Stream) -> str:
    waiting = []
    waiting.append(stream.receive())
    assert len(waiting) == 1
    return await waiting[0]


async def compared(stream: Stream) -> None:
    first = stream.receive()
    waiting = []
    waiting.append(first)
    assert waiting == [first]
    await first


async def handed_on(stream: Stream, run) -> None:
    waiting = []
    waiting.append(stream.receive())
    assert len(waiting) == 1
    await run(waiting)
