"""What is declared to be some awaitable is none of the futures where what comes out of it has the attribute."""

import asyncio
from collections.abc import Awaitable
from typing import Any


class Answer:
    def result(self) -> str:
        return "tea"


class Stream:
    def push(self, value: str) -> Awaitable[Answer]:
        raise NotImplementedError

    def end(self) -> Awaitable[Any]:
        raise NotImplementedError


async def last(stream: Stream) -> str:
    await stream.push("tea")
    pushed = stream.push("milk")  # expect: DUO104
    await asyncio.sleep(0)
    return pushed.result()


async def ended(stream: Stream) -> str:
    await stream.end()
    end = stream.end()  # expect: DUO104
    return end.text
