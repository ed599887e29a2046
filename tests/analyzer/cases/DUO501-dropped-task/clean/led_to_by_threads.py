"""Only threads lead here, which have no loop, so that `create_task` raises, and nobody has a task to hold."""

import asyncio
import threading
from functools import partial


class Kettle:
    def __init__(self) -> None:
        self.hot = asyncio.Event()

    async def boil(self) -> None:
        await self.hot.wait()

    def plan(self) -> None:
        threading.Timer(5, self._ring).start()
        threading.Thread(target=partial(self._pour, 2)).start()
        threading.Thread(target=self.clean).start()

        def warm() -> None:
            asyncio.create_task(self.boil())

        threading.Thread(target=warm).start()

    def _ring(self) -> None:
        self._begin()

    def _begin(self) -> None:
        asyncio.create_task(self.boil())

    def _pour(self, cups: int) -> None:
        print(cups)
        self._begin()

    def clean(self) -> None:
        asyncio.create_task(self.boil())


def test_a_kettle_begins() -> None:
    Kettle()._begin()
