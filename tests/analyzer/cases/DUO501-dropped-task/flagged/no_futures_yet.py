"""What is made a task is a coroutine, whether an async function or a plain one gives it."""

import asyncio
from collections.abc import Awaitable


class Client:
    async def answer(self, key: int) -> str:
        await asyncio.open_connection("localhost", key)
        return "answer"

    def ask(self, key: int) -> Awaitable[str]:
        print("asking", key)
        return self.answer(key)

    def on_error(self) -> None:
        asyncio.ensure_future(self.ask(1))  # expect: DUO501
        asyncio.ensure_future(self.answer(1))  # expect: DUO501
