"""A coroutine is looked up as the key of a mapping, where nothing can be found under it."""

import asyncio
from collections.abc import Mapping


async def client_of(address: str) -> str:
    await asyncio.sleep(0)
    return address


class Rooms:
    def __init__(self) -> None:
        self.rooms: dict[str, set[str]] = {}
        self.names: dict[str, str] = {}

    async def enter(self, address: str, room: str) -> None:
        client = client_of(address)  # expect: DUO106
        self.rooms.setdefault(client, set()).add(room)

    async def leave(self, address: str) -> None:
        self.rooms.pop(client_of(address), None)  # expect: DUO106

    async def name(self, address: str, others: Mapping[str, str]) -> str | None:
        return self.names.get(await client_of(address)) or others.get(client_of(address))  # expect: DUO106
