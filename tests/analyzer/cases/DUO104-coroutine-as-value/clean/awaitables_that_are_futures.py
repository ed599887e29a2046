"""What is declared to be some awaitable is a future where it is asked for what futures have."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Stream(Generic[T]):
    def push(self, value: T) -> Awaitable[T]:
        raise NotImplementedError

    def end(self) -> Awaitable:
        raise NotImplementedError


async def last(stream: Stream[Any]) -> str:
    await stream.push("tea")
    pushed = stream.push("milk")
    await asyncio.sleep(0)
    return pushed.exception().args[0]


async def ended(stream: Stream[Any]) -> bool:
    await stream.end()
    end = stream.end()
    await asyncio.sleep(0)
    return end.done() and not end.cancelled()
