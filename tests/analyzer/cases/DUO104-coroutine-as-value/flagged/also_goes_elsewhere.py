"""The value is passed on as well, but one use of it says that the result was meant."""

from __future__ import annotations

import asyncio
from typing import Any


class Console:
    result = ""

    async def open(self, name: str) -> Console:
        await asyncio.sleep(0)
        return self

    async def send(self, text: str) -> None:
        await asyncio.sleep(0)


async def find(key: str) -> str:
    await asyncio.sleep(0)
    return key


async def tested(send: Any) -> None:
    found = find("a")  # expect: DUO103
    if found:  # lost: DUO103
        send(found)


async def compared(send: Any) -> None:
    found = find("b")  # expect: DUO104
    if found is None:  # lost: DUO104
        return
    send(found)


async def with_a_name_that_coroutines_have(console: Console) -> str:
    opened = console.open("c")  # expect: DUO104
    await opened.send("text")
    return opened.result


async def another_path_is_right(key: str) -> int:
    try:
        text = find(key)  # expect: DUO106
    except KeyError:
        text = await find("d")
    return int(text)


async def named_for_the_result(key: str, send: Any) -> None:
    text = ""
    if key:
        text = find(key)  # expect: DUO104
    send(text)
