"""A factory whose overloads are told apart by a value that is written down."""

import asyncio
from typing import Literal, overload


class AsyncClient:
    async def read(self, name: str) -> list[str]:
        await asyncio.sleep(0)
        return [name]


class Client:
    def read(self, name: str) -> list[str]:
        return [name]


@overload
def get_client(*, sync: Literal[True]) -> Client: ...
@overload
def get_client(*, sync: Literal[False] = False) -> AsyncClient: ...
def get_client(*, sync: bool = False) -> AsyncClient | Client:
    return Client() if sync else AsyncClient()


async def first() -> str:
    names = get_client(sync=False).read("a")  # expect: DUO104
    return names[0]


def second() -> str:
    return get_client(sync=True).read("a")[0]
