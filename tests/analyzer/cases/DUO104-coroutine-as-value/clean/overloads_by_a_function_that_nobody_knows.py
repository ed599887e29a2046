"""A factory whose overloads are told apart by the color of a function, which comes from a package that isn't there."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, overload

from a_package_that_is_not_there import complete


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
