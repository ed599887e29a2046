"""What an agent remembers."""

import asyncio

__all__ = ["Memory", "forget"]


class Memory:
    async def remember(self, text: str) -> None:
        await asyncio.sleep(0)


async def forget(text: str) -> None:
    await asyncio.sleep(0)
