"""A record is annotated with the plain class, and has the async twin of it where coroutines use it."""

import asyncio
import dataclasses


class Handler:
    def close(self) -> None:
        print("closed")


class AsyncHandler:
    async def close(self) -> None:
        await asyncio.sleep(1)


@dataclasses.dataclass
class Managed:
    handler: Handler
    count: int = 0


async def opened(address: str) -> Managed:
    await asyncio.sleep(len(address))
    return Managed(handler=AsyncHandler())


async def release(managed: Managed) -> None:
    await managed.handler.close()


class Pool:
    def __init__(self, handler: Handler) -> None:
        self.handler = handler

    async def drain(self) -> None:
        await self.handler.close()
