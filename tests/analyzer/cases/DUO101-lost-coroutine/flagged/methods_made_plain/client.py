"""Plain code loses what nobody makes plain for it, and async code what it has to await anyway."""

import asyncio


async def idle() -> None:
    await asyncio.sleep(3600)


async def _warm_up() -> None:
    await asyncio.sleep(0)


class Client:
    def __init__(self) -> None:
        _warm_up()  # expect: DUO101

    async def stop(self) -> None:
        await asyncio.sleep(0)

    async def close(self) -> None:
        self.stop()  # expect: DUO101
        await asyncio.sleep(0)
