"""Overloads say that the color depends on an argument."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Literal, overload


async def _send(text: str) -> int:
    await asyncio.sleep(0)
    return len(text)


@overload
def send(text: str, *, wait: Literal[True]) -> int: ...
@overload
def send(text: str, *, wait: Literal[False] = ...) -> Awaitable[int]: ...
def send(text: str, *, wait: bool = False) -> Any:
    if wait:
        return asyncio.run(_send(text))
    return _send(text)


def script() -> None:
    send("a", wait=True)
    print(send("b", wait=True) + 1)


async def service() -> int:
    return await send("c")
