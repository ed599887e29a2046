"""A coroutine is bound to a global, an export or an attribute that others await."""

import asyncio

__all__ = ["startup"]


async def boot() -> None:
    await asyncio.sleep(0)


startup = boot()
_pending = None


def prepare() -> None:
    global _pending
    _pending = boot()


async def finish() -> None:
    if _pending is not None:
        await _pending


def counter():
    pending = None

    def begin() -> None:
        nonlocal pending
        pending = boot()

    async def end() -> None:
        await pending

    return begin, end


class Service:
    ready = None

    def start(self) -> None:
        self.ready = boot()
