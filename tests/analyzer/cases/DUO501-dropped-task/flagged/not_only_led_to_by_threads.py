"""A thread leads here, and so does a coroutine, a loop, or whoever has the object."""

import asyncio
import threading


class Kettle:
    def __init__(self) -> None:
        self.hot = asyncio.Event()

    async def boil(self) -> None:
        await self.hot.wait()

    def plan(self, loop: asyncio.AbstractEventLoop) -> None:
        threading.Timer(5, self._ring).start()
        threading.Timer(5, self._pour).start()
        loop.call_soon(self._pour)
        threading.Thread(target=self._clean).start()
        threading.Thread(target=self._run).start()

    async def cook(self) -> None:
        self._begin()
        await self.boil()

    def _ring(self) -> None:
        self._begin()

    def _begin(self) -> None:
        asyncio.create_task(self.boil())  # expect: DUO501

    def _pour(self) -> None:
        asyncio.create_task(self.boil())  # expect: DUO501

    def _clean(self) -> None:
        self.rinse()

    def rinse(self) -> None:
        asyncio.create_task(self.boil())  # expect: DUO501

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._fill()
        await self.boil()

    def _fill(self) -> None:
        asyncio.create_task(self.boil())  # expect: DUO501
