"""Makes a task where another file leads to, on a thread."""

import asyncio


class Kettle:
    def __init__(self) -> None:
        self.hot = asyncio.Event()

    async def boil(self) -> None:
        await self.hot.wait()


def begin(kettle: Kettle) -> None:
    asyncio.create_task(kettle.boil())
