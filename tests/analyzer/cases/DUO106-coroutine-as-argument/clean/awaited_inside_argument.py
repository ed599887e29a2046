"""The arguments are awaited, or are coroutine functions that the callee calls and awaits."""

import asyncio
from collections.abc import Awaitable, Callable


async def key(name: str) -> str:
    await asyncio.sleep(0)
    return name


def sign(text: str, secret: str) -> str:
    return text + secret


async def apply(function: Callable[[str], Awaitable[str]], name: str) -> str:
    return await function(name)


async def main() -> str:
    await asyncio.sleep(len(await key("a")))
    sign("a", secret=await key("b"))
    parts = [await key("a"), await key("b")]
    return sign(*parts) + await apply(key, "c") + sign(await apply(key, "d"), "e")
