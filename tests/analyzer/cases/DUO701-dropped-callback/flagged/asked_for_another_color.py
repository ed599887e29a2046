"""The color of one function is asked for, and another one goes to a thread, or the same where it is async."""

import asyncio
import inspect


class Base:
    async def close(self) -> None:
        await asyncio.sleep(0)

    async def flush(self) -> None:
        await asyncio.sleep(0)


class Session:
    def __init__(self, base: Base) -> None:
        self.base = base

    async def close(self) -> None:
        if inspect.iscoroutinefunction(self.base.close):
            await self.base.close()
        else:
            await asyncio.to_thread(self.base.flush)  # expect: DUO701

    async def flush(self) -> None:
        if inspect.iscoroutinefunction(self.base.flush):
            await asyncio.to_thread(self.base.flush)  # expect: DUO701
