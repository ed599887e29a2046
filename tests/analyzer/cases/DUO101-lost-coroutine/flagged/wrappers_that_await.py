"""A method calls its own name on an object of which others are awaited, and forgets it."""

import asyncio


class Device:
    async def press_down(self) -> None:
        await asyncio.sleep(0)

    async def release(self) -> None:
        await asyncio.sleep(0)


class Remote:
    def __init__(self, target) -> None:
        self.target = target

    async def press_down(self) -> None:
        self.target.press_down()  # expect: DUO101

    async def release(self) -> None:
        await self.target.release()


async def push(remote: Remote) -> None:
    await remote.press_down()
