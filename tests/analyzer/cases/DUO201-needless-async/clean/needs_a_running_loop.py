"""The function never waits but needs the loop that its color promises: it makes tasks, futures, timers."""

import asyncio

import aiohttp
from aiohttp import TCPConnector


class Service:
    def __init__(self) -> None:
        self.task: "asyncio.Task[None] | None" = None
        self.session: aiohttp.ClientSession | None = None

    async def _run(self) -> None:
        await asyncio.sleep(1)

    async def start(self) -> None:
        self.task = asyncio.create_task(self._run())

    async def remind(self, seconds: float) -> "asyncio.TimerHandle":
        return asyncio.get_running_loop().call_later(seconds, print, "reminder")

    async def bind(self) -> None:
        self.loop = asyncio.get_running_loop()

    async def connect(self) -> None:
        if self.session is None:
            self.session = aiohttp.ClientSession(connector=TCPConnector(limit=4))


async def main(service: Service) -> None:
    await service.start()
    await service.remind(1)
    await service.bind()
    await service.connect()


class Server:
    def __init__(self) -> None:
        self.task: "asyncio.Task[None] | None" = None

    async def _serve(self) -> None:
        await asyncio.sleep(1)

    async def _begin(self) -> None:
        self.task = asyncio.create_task(self._serve())

    def run(self) -> None:
        asyncio.run(self._begin())


class Turns:
    _lock: asyncio.Lock | None = None

    @classmethod
    async def lock(cls) -> asyncio.Lock:
        """Get the lock for turns, which is made in an async method so that an event loop is already running."""
        if cls._lock is None:
            cls._lock = asyncio.Lock()
        return cls._lock


async def take_turn() -> None:
    async with await Turns.lock():
        await asyncio.sleep(0)
