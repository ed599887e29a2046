"""Overloads that each have a default of their own for the flag: what runs has one, and that decides."""

import asyncio
from typing import Any, Literal, overload


class AsyncClient:
    async def read(self, name: str) -> list[str]:
        await asyncio.sleep(0)
        return [name]


class Client:
    def read(self, name: str) -> list[str]:
        return [name]


@overload
def client_of(host: str, use_async: Literal[True] = True, **options: Any) -> AsyncClient: ...
@overload
def client_of(host: str, use_async: Literal[False] = False, **options: Any) -> Client: ...
def client_of(host: str, use_async: bool = False, **options: Any) -> AsyncClient | Client:
    return AsyncClient() if use_async else Client()


def length(host: str) -> int:
    return len(client_of("localhost").read("a")) + len(client_of(host, retries=3).read("b"))
