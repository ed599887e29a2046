"""A mixin gives an object of the class of its receiver where that is plain, or of another class by its name."""

import asyncio


class Copied:
    def __init__(self, address: str) -> None:
        self.address = address

    def copy(self) -> "Client":
        return self.__class__(self.address)

    def checked(self) -> "Client":
        return self

    def plain(self) -> "Client":
        return Client(self.address)


class Client(Copied):
    def get(self) -> int:
        return len(self.address)


class AsyncClient(Copied):
    async def get(self) -> int:
        await asyncio.sleep(0)
        return len(self.address)


async def show(client: Client, other: AsyncClient) -> None:
    print(await client.copy().get())  # expect: DUO121
    print(await client.checked().get())  # expect: DUO121
    print(await other.plain().get())  # expect: DUO121
    other.copy().get()  # expect: DUO101
