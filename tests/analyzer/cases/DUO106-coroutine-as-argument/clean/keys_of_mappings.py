"""What is kept under a coroutine is found again by it, and somebody awaits it."""

import asyncio


async def client_of(address: str) -> str:
    await asyncio.sleep(0)
    return address


class Rooms:
    def __init__(self) -> None:
        self.names: dict[object, str] = {}

    async def enter(self, address: str) -> str:
        client = client_of(address)
        self.names.setdefault(client, address)
        found = await client
        return self.names.pop(client) + found

    async def enter_all(self, addresses: list[str]) -> list[str]:
        clients = {client_of(address): address for address in addresses}
        return [await client + clients[client] for client in clients]
