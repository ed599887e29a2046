"""A factory whose overloads are told apart by the color of a function, of which nobody knows what it gives."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, overload

from a_package_that_is_not_there import Table, complete

T = TypeVar("T")


class AsyncClient:
    async def read(self, name: str) -> list[str]:
        await asyncio.sleep(0)
        return [name]


class Client:
    def read(self, name: str) -> list[str]:
        return [name]


@overload
def client_of(call: Callable[..., Awaitable[Any]], retries: int = 3) -> AsyncClient: ...
@overload
def client_of(call: Callable[..., Any], retries: int = 3) -> Client: ...
def client_of(call: Callable[..., Any], retries: int = 3) -> AsyncClient | Client:
    return AsyncClient() if asyncio.iscoroutinefunction(call) else Client()


def first() -> str:
    return client_of(complete, retries=2).read("a")[0]


@client_of
def rows():
    return Table("rows").filled()


def once(*names: str) -> Callable[[Callable[[], T]], Callable[[], T]]:
    return lambda function: function if names else function


@client_of
@once("a", "b")
def columns():
    return Table("columns").filled()


@client_of
@once("a", "b")
def count() -> int:
    return len(rows.read("a"))


def second() -> str:
    return rows.read("a")[0] + columns.read("a")[1] + count.read("c")[2]
