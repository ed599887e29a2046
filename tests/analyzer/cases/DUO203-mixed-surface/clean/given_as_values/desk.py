"""The desk hands on what it is told; of one of its helpers nothing is known."""

import asyncio
from functools import partial

from orders import Orders


class Desk:
    def __init__(self, orders: Orders, helper) -> None:
        self.orders = orders
        self.helper = helper
        self.jobs: asyncio.Queue = asyncio.Queue()

    def told(self, name: str) -> None:
        job = partial(self.orders.take_in, name)
        self.submit(job)
        self.submit(partial(self.helper.strike_out, name))
        self.jobs.put_nowait(self.helper.note_state)

    def submit(self, job) -> None:
        self.jobs.put_nowait(job)

    async def run(self) -> None:
        while True:
            job = await self.jobs.get()
            await job()
