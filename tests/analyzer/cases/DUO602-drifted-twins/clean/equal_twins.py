"""Twins that are equal but for their color."""

import asyncio
import time


class Client:
    def __init__(self, transport) -> None:
        self.transport = transport

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def get(self, path: str, *, retries: int = 3) -> str:
        for attempt in range(retries):
            time.sleep(attempt)
            with self.transport.open(path) as stream:
                for line in stream:
                    return line
        return ""

    def close(self) -> None:
        self.transport.close()


class AsyncClient:
    def __init__(self, transport) -> None:
        self.transport = transport

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *details: object) -> None:
        await self.close()

    async def get(self, path: str, *, retries: int = 3) -> str:
        for attempt in range(retries):
            await asyncio.sleep(attempt)
            async with self.transport.open(path) as stream:
                async for line in stream:
                    return line
        return ""

    async def close(self) -> None:
        await self.transport.close()
