"""Constructors and special methods of either color belong to the language."""

import asyncio
import threading


class Pool:
    def __init__(self, size: int) -> None:
        self.size = size

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *details: object) -> None:
        print("closed")


class AsyncAware(Pool):
    async def __aenter__(self) -> "AsyncAware":
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


class Worker(threading.Thread):
    def run(self) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        await asyncio.sleep(0)


class Protocol(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        print(transport)
