"""Subclasses may have a plain method here, so it is asked for its color, and called by the answer."""

import asyncio


class Component:
    async def parts(self) -> list[str]:
        await asyncio.sleep(0)
        return []

    async def names(self) -> list[str]:
        if asyncio.iscoroutinefunction(self.parts):
            found = await self.parts()
        else:
            found = self.parts()
        return [part.upper() for part in found]

    async def count(self) -> int:
        found = await self.parts() if asyncio.iscoroutinefunction(self.parts) else self.parts()
        return len(found)
