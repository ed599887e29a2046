"""An object that gives a coroutine when it is called, and only says that it can be awaited."""

import asyncio
from collections.abc import Awaitable


class Greeter:
    def __call__(self, name: str) -> Awaitable[str]:
        return self.greet(name)

    async def greet(self, name: str) -> str:
        await asyncio.sleep(0)
        return f"hello {name}"


async def main(greeter: Greeter) -> None:
    greeter("world")  # expect: DUO101
    print(await greeter("world"))
