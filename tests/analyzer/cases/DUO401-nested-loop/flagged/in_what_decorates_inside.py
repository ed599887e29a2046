"""What decorates a function that a coroutine defines is made while its loop runs."""

import asyncio


def prompt(*, client: str):
    def mark(function):
        function.client = client
        return function

    return mark


async def connect() -> str:
    await asyncio.sleep(0)
    return "client"


async def main() -> str:
    await asyncio.sleep(0)

    @prompt(client=asyncio.run(connect()))  # expect: DUO401
    def ask(question: str) -> str:
        return question

    return ask("?")
