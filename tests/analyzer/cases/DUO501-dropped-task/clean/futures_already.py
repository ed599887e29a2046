"""What is made a task is a future already, which whoever sets its result holds: no task is made."""

import asyncio
from collections.abc import Awaitable


class Client:
    def __init__(self) -> None:
        self.waiting: dict[int, asyncio.Future[str]] = {}

    def begin(self, key: int) -> asyncio.Future[str]:
        self.waiting[key] = asyncio.get_running_loop().create_future()
        return self.waiting[key]

    def ask(self, key: int) -> Awaitable[str]:
        future = self.begin(key)
        print("asking", key)
        return future

    def on_error(self) -> None:
        asyncio.ensure_future(self.ask(1))

    def save(self) -> None:
        asyncio.ensure_future(asyncio.get_running_loop().run_in_executor(None, print, "saved"))
