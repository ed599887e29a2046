"""One method serves a plain and an async client: a protocol with a constant tells its overloads which one is meant."""

from __future__ import annotations

import asyncio
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

    @overload
    def reset(self, name: str) -> bool: ...
    @overload
    def reset(self: Waiting, name: str) -> Awaitable[bool]: ...
    def reset(self, name: str) -> bool | Awaitable[bool]:
        return self._named("RESET", name)

    def _named(self, command: str, name: str):
        return self.send(command, name)


class Boxes:
    def boxes(self, name: str) -> int:
        return self.send("BOXES", name)


class Client(Counters, Boxes):
    is_waiting: Literal[False] = False

    def send(self, *parts: Any) -> Any:
        return parts


class AsyncClient(Counters, Boxes):
    is_waiting: Literal[True] = True

    async def send(self, *parts: Any) -> Any:
        await asyncio.sleep(0)
        return parts


class AsyncBatch(AsyncClient):
    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def send(self, *parts: Any) -> AsyncBatch | Awaitable[AsyncBatch]:
        self.waiting.append(parts)
        return self

    async def run(self) -> list[Any]:
        await asyncio.sleep(0)
        return self.waiting


async def main() -> None:
    client = AsyncClient()
    print(await client.count("a"), await client.reset("a"), await client.boxes("a"))
    batch = AsyncBatch()
    batch.count("a")
    batch.count("b").count("c")
    print(await batch.run())


async def with_the_name_of_the_other(client: Client) -> None:
    print(await client.count("a"))


def plainly() -> int:
    return Client().count("a") + 1
