"""Whoever calls the method knows the class that began it, which takes either color or has this one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


def refused(*args: object) -> None:
    raise LookupError(args)


class Handler:
    get: Callable[..., Awaitable[None] | None] = refused


class Signed(Handler):
    async def get(self) -> None:
        await asyncio.sleep(0)


class Open(Signed):
    def get(self) -> None:
        print("open")
