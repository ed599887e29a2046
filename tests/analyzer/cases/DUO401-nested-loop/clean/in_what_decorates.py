"""What decorates a coroutine function is made where the function is defined, when no loop runs yet."""

import asyncio


def prompt(*, client: str):
    def mark(function):
        function.client = client
        return function

    return mark


async def connect() -> str:
    await asyncio.sleep(0)
    return "client"


@prompt(client=asyncio.run(connect()))
async def ask(question: str, client: str = asyncio.run(connect())) -> str:
    await asyncio.sleep(0)
    return question + client


class Desk:
    @prompt(client=asyncio.run(connect()))
    async def answer(self) -> str:
        await asyncio.sleep(0)
        return ""
