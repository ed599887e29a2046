"""A coroutine is stored in one file and awaited in another."""

import asyncio


async def render(page: int) -> str:
    await asyncio.sleep(0)
    return str(page)


class Plan:
    def __init__(self) -> None:
        self.steps = []
        self.last = None

    def add(self, page: int) -> None:
        self.steps.append(render(page))
        self.last = render(page)
