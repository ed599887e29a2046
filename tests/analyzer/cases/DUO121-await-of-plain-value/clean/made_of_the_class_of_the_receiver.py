"""A mixin gives an object of the class of its receiver, and its annotation names one of those that it is mixed into."""

import asyncio


class Copied:
    def __init__(self, address: str) -> None:
        self.address = address

    def copy(self) -> "Client":
        return self.__class__(self.address)

    def moved(self, address: str) -> "Client":
        made = type(self)(address)
        made.before = self.address
        return made

    def checked(self) -> "Client":
        if not self.address:
            raise ValueError
        return self


class Client(Copied):
    def get(self) -> int:
        return len(self.address)


class AsyncClient(Copied):
    async def get(self) -> int:
        await asyncio.sleep(0)
        return len(self.address)


async def show(client: AsyncClient) -> None:
    print(await client.copy().get())
    print(await client.moved("there").get())
    print(await client.checked().get())
