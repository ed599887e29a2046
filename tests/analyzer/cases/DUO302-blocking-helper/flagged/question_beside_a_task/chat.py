"""A program shows what others write, and asks its user meanwhile."""

import asyncio

from prompt import ask


async def show(lines: asyncio.Queue[str]) -> None:
    while True:
        print(await lines.get())


async def main(lines: asyncio.Queue[str]) -> None:
    shown = asyncio.create_task(show(lines))
    while text := ask():  # expect: DUO302
        await lines.put(text)
    shown.cancel()
