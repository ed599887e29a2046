"""An attribute is asked for its color, and goes to a thread where it has the other one."""

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
            await asyncio.to_thread(self.base.close)

    async def flush(self) -> None:
        if not inspect.iscoroutinefunction(self.base.flush):
            await asyncio.to_thread(self.base.flush)
            return
        await self.base.flush()

    async def leave(self) -> None:
        if inspect.iscoroutinefunction(self.base.close):
            return await self.base.close()
        return await asyncio.to_thread(self.base.close)
