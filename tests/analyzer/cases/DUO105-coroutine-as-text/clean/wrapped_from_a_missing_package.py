"""A method hands on to an object of a package that isn't there, which it imports where it needs it."""

import asyncio


class Queue:
    async def send_order(self, name: str) -> str:
        await asyncio.sleep(0)
        return name


class RemoteQueue(Queue):
    def __init__(self) -> None:
        from far_away import Remote

        self.remote = Remote()

    async def send_order(self, name: str) -> str:
        number = self.remote.orders.send_order(name)
        await asyncio.sleep(0)
        return str(number)


async def all_of(queue: Queue) -> str:
    return await queue.send_order("a")
