"""A task is made and its only reference dropped at once."""

import asyncio
from asyncio import create_task, ensure_future


async def heartbeat(name: str) -> None:
    while True:
        await asyncio.sleep(1)
        await asyncio.open_connection(name, 80)


async def start(names: list[str]) -> None:
    asyncio.create_task(heartbeat("a"))  # expect: DUO501
    create_task(heartbeat("b"), name="b")  # expect: DUO501
    asyncio.ensure_future(heartbeat("c"))  # expect: DUO501
    ensure_future(heartbeat("d"))  # expect: DUO501
    asyncio.get_running_loop().create_task(heartbeat("e"))  # expect: DUO501
    _ = asyncio.create_task(heartbeat("f"))  # expect: DUO501
    for name in names:
        asyncio.create_task(heartbeat(name))  # expect: DUO501
    await asyncio.sleep(0)


class Node:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()

    def on_connect(self, name: str) -> None:
        self.loop.create_task(heartbeat(name))  # expect: DUO501
