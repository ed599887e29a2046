"""Plain functions and methods return a coroutine to whoever awaits it, annotated or not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any


class Client:
    async def _request(self, method: str, path: str) -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"method": method, "path": path}

    def get(self, path: str) -> Awaitable[dict[str, Any]]:
        return self._request("GET", path)

    def post(self, path: str) -> Coroutine[Any, Any, dict[str, Any]]:
        return self._request("POST", path)

    def put(self, path: str):
        return self._request("PUT", path)

    def patch(self, path: str) -> asyncio.Future[dict[str, Any]]:
        return asyncio.ensure_future(self._request("PATCH", path))

    def delete(self, path: str) -> Any:
        request = self._request("DELETE", path)
        return request


async def sync_all(client: Client) -> list[dict[str, Any]]:
    return [
        await client.get("/a"),
        await client.post("/b"),
        await client.put("/c"),
        await client.patch("/d"),
        await client.delete("/e"),
    ]


def shortest(client: Client):
    return client.put("/short")


async def use_shortest(client: Client) -> dict[str, Any]:
    return await shortest(client)
