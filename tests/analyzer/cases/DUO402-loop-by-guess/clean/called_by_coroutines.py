"""Plain functions that coroutines call, directly and through others, or are given a loop, and protocols of loops."""

import asyncio
import threading


class Player:
    def _start(self) -> None:
        threading.Thread(target=print, args=(asyncio.get_event_loop(),)).start()

    def _begin(self) -> None:
        self._start()

    async def play(self) -> None:
        self._begin()
        await asyncio.sleep(0)


class Receiver(asyncio.Protocol):
    def __init__(self) -> None:
        self.loop = asyncio.get_event_loop()


class Factory:
    def __init__(self, **options) -> None:
        self.loop = options.pop("loop", None) or asyncio.get_event_loop()
