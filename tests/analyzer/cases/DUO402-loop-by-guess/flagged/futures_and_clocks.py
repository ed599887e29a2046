"""Plain functions ask for what only a running loop is good for: coroutines call them."""

import asyncio


class Download:
    def __init__(self) -> None:
        self.done = asyncio.get_event_loop().create_future()  # expect: DUO402

    def expect(self, seconds: float) -> asyncio.Future:
        loop = asyncio.get_event_loop()  # expect: DUO402
        waiting = loop.create_future()
        loop.call_later(seconds, waiting.cancel)
        return waiting


class Component:
    def disconnected(self) -> None:
        asyncio.get_event_loop().stop()  # expect: DUO402


def elapsed(start: float) -> float:
    return asyncio.get_event_loop().time() - start  # expect: DUO402


async def load() -> float:
    start = asyncio.get_running_loop().time()
    download = Download()
    await download.expect(1)
    return elapsed(start)
