"""Those who call it close the coroutine that they get, or await it."""

import asyncio


class Connection:
    async def run(self, query: str) -> int:
        await asyncio.sleep(0)
        return 1

    async def prepared(self, query: str):
        return self.run(query)

    async def count(self, is_wanted: bool) -> int:
        rows = await self.prepared("count")
        if not is_wanted:
            rows.close()
            return 0
        return await rows
