"""Those who call it close what they get, as coroutines can be too, and take more of it that only the result has."""

import asyncio


class Rows:
    def first(self) -> int:
        return 1

    def close(self) -> None:
        pass


class Connection:
    async def run(self, query: str) -> Rows:
        await asyncio.sleep(0)
        return Rows()

    async def execute(self, query: str):
        return self.run(query)  # expect: DUO107

    async def count(self) -> int:
        rows = await self.execute("count")
        first = rows.first()
        rows.close()
        return first
