"""The error of using a coroutine as a value is swallowed, logged or turned into a default."""

import asyncio


class Repository:
    async def load(self, key: str) -> dict[str, object]:
        await asyncio.sleep(0)
        return {}
