"""A plain method hands on a coroutine; one caller awaits it and another loses it."""

import asyncio


class Api:
    async def _request(self, method: str, path: str) -> dict[str, str]:
        await asyncio.sleep(0)
        return {"method": method, "path": path}

    def delete(self, path: str):
        return self._request("DELETE", path)

    async def move(self, path: str) -> None:
        await self.delete(path)

    async def clear(self, paths: list[str]) -> None:
        for path in paths:
            self.delete(path)  # expect: DUO101
        await asyncio.sleep(0)
