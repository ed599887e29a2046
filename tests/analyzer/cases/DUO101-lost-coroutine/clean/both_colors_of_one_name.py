"""Two classes have the method in different colors, and the receiver may be either."""

from __future__ import annotations

from typing import Any


class Client:
    def __init__(self, wire: Any) -> None:
        self._wire = wire

    def fetch(self, path: str) -> str:
        return self._wire.send(path)


class AsyncClient:
    def __init__(self, wire: Any) -> None:
        self._wire = wire

    async def fetch(self, path: str) -> str:
        return await self._wire.send(path)


class Resource:
    def __init__(self, client: Client | AsyncClient) -> None:
        self.client = client

    def warm_up(self) -> None:
        self.client.fetch("/")

    def read(self) -> Any:
        return self.client.fetch("/data")


def warm_up(client) -> None:
    client.fetch("/")


def warm_up_plain(client: Client) -> None:
    client.fetch("/")
