"""Names that look like twins and are not: other classes, other meanings."""

import asyncio


class Loop:
    def run(self, steps: int) -> None:
        print(steps)


class EventLoop:
    async def run(self) -> None:
        await asyncio.sleep(0)


def sync(left: str, right: str) -> str:
    return left + right


class Job:
    def start(self) -> None:
        print("started")

    async def start_later(self, delay: float) -> None:
        await asyncio.sleep(delay)
