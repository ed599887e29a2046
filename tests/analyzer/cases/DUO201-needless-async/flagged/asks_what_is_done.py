"""Asking tasks, events and queues how they are needs no loop, as beginning something on them would."""

import asyncio


class Desk:
    def __init__(self) -> None:
        self.orders: asyncio.Queue[str] = asyncio.Queue()
        self.closed = asyncio.Event()

    async def serve(self, tasks: "set[asyncio.Task[str]]") -> list[str]:
        done, _ = await asyncio.wait(tasks)
        print(await self._is_free())
        return await _collected(done)

    async def _is_free(self) -> bool:  # expect: DUO201
        return not self.closed.is_set() and self.orders.empty()

    async def clear(self) -> None:
        self.closed.set()


async def _collected(done: "set[asyncio.Task[str]]") -> list[str]:  # expect: DUO201
    return [task.result() for task in done if not task.cancelled() and task.exception() is None]


async def main(desk: Desk) -> None:
    await desk.serve(set())
    await desk.clear()
