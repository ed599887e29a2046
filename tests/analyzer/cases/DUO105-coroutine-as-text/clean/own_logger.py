"""A method named like a logger's takes a coroutine on purpose."""

import asyncio


async def entry(text: str) -> str:
    await asyncio.sleep(0)
    return text


class Journal:
    async def info(self, pending) -> None:
        print(await pending)

    async def format(self, pending) -> str:
        return (await pending).strip()


async def main(journal: Journal) -> str:
    await journal.info(entry("a"))
    return await journal.format(entry("b"))
