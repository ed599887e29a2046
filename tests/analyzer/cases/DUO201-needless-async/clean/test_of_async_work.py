"""Tests of what happens in async functions define some, which have nothing to wait for."""

import asyncio
import contextvars

name = contextvars.ContextVar("name", default="")


async def test_a_name_is_seen_below() -> None:
    seen = []

    async def inner() -> None:
        seen.append(name.get())

    async def read() -> str:
        return name.get()

    async def outer() -> None:
        await asyncio.sleep(0)
        await inner()
        assert await read() == "a"

    name.set("a")
    await outer()
    assert seen == ["a"]
