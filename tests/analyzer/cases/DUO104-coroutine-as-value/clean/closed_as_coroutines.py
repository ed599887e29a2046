"""Coroutines that are closed, since nobody will await them, although their results could be closed too."""

import asyncio


class Device:
    def close(self) -> None: ...


async def connect(name: str) -> Device:
    await asyncio.sleep(0)
    return Device()


async def main(loop) -> None:
    coro = connect("a")
    if loop.is_closed():
        coro.close()
        return
    pending = connect("b")
    try:
        loop.submit(pending)
    except RuntimeError:
        pending.close()
