"""Overloads that each have a default of their own for the flag, and what runs is async unless told otherwise."""

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
def client_of(host: str, is_sync: Literal[True] = True) -> Client: ...
@overload
def client_of(host: str, is_sync: Literal[False] = False) -> AsyncClient: ...
def client_of(host: str, is_sync: bool = False) -> AsyncClient | Client:
    return Client() if is_sync else AsyncClient()


async def first(host: str) -> str:
    return client_of(host).read("a")[0]  # expect: DUO104
