"""Overloads are told apart by a protocol of the receiver, and this one is async."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Literal, Protocol, overload


class Waiting(Protocol):
    is_waiting: Literal[True]


class AtOnce(Protocol):
    is_waiting: Literal[False]


class Counters:
    def send(self, *parts: Any) -> Any: ...

    @overload
    def count(self: AtOnce, name: str) -> int: ...
    @overload
    def count(self: Waiting, name: str) -> Awaitable[int]: ...
    def count(self, name: str) -> int | Awaitable[int]:
        return self.send("COUNT", name)


class Client(Counters):
    is_waiting: Literal[False] = False


class AsyncClient(Counters):
    is_waiting: Literal[True] = True


async def total(client: AsyncClient) -> int:
    return client.count("a") + await client.count("b")  # expect: DUO104


async def of_the_other_client() -> int:
    client = Client()
    return await client.count("a")  # expect: DUO121
