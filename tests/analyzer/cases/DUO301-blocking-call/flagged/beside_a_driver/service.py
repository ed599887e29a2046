"""A file whose coroutines run on a loop, as do those that hand their steps on."""

import asyncio
import time


class Traced:
    def __init__(self, coroutine) -> None:
        self.coroutine = coroutine

    def __await__(self):
        while True:
            try:
                yield self.coroutine.send(None)
            except StopIteration as stop:
                return stop.value


async def handle(text: str) -> str:
    time.sleep(1)  # expect: DUO301
    await asyncio.sleep(0)
    return text


async def serve() -> None:
    print(await Traced(handle("a")))
