"""A coroutine can be neither entered nor iterated over, in no color; what it gives can."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def traced(function: Function) -> Function:
    return function


class Server:
    @classmethod
    async def start(cls) -> "Server":
        await asyncio.sleep(0)
        return cls()

    async def rows(self):
        await asyncio.sleep(0)
        return self

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        await asyncio.sleep(0)

    def __aiter__(self):
        return self

    async def __anext__(self):
        raise StopAsyncIteration


async def served() -> None:
    async with Server.start() as server:  # expect: DUO104
        async for row in server.rows():
            print(row)


async def listed(server: Server) -> None:
    async for row in server.rows():  # expect: DUO104
        print(row)


@traced
async def open_server() -> Server:
    await asyncio.sleep(0)
    return Server()


async def opened() -> None:
    server = open_server()  # expect: DUO104
    async with server:
        print("open")
