"""A factory gives clients of either color, and only some of them give an async stream where they are asked."""

import asyncio
from collections.abc import AsyncIterator


class Client:
    def post(self, path: str) -> list[str]:
        return [path]


class AsyncClient:
    async def post(self, path: str) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield path


def client_of(protocol: str) -> Client | AsyncClient:
    return AsyncClient() if protocol == "stream" else Client()


def main() -> None:
    client_of("plain").post("/")
