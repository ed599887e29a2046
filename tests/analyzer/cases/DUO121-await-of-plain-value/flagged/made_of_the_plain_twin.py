"""A plain object is made here, although there is an async twin of its class."""

import asyncio


class Handler:
    def close(self) -> None:
        print("closed")


class AsyncHandler:
    async def close(self) -> None:
        await asyncio.sleep(1)


class Pool:
    def __init__(self) -> None:
        self.handler = Handler()

    async def drain(self) -> None:
        await self.handler.close()  # expect: DUO121


async def release() -> None:
    handler = Handler()
    await handler.close()  # expect: DUO121


async def dismiss() -> None:
    await Handler().close()  # expect: DUO121
    close = Handler().close
    await close()  # expect: DUO121
