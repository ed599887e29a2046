"""The next item of a stream is awaited later, with others, or within a time."""

import asyncio
from typing import Any


async def first_of(streams: list[Any]) -> Any:
    waiting = {asyncio.ensure_future(anext(stream)): stream for stream in streams}
    done, _ = await asyncio.wait(waiting)
    return done.pop().result()


async def soon(stream: Any) -> Any:
    coming = anext(stream)
    print("waiting")
    return await asyncio.wait_for(coming, 3)


def upcoming(stream: Any) -> Any:
    return anext(stream)


async def both(one: Any, other: Any) -> list[Any]:
    return await asyncio.gather(anext(one), upcoming(other))
