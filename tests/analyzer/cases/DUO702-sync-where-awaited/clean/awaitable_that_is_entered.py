"""A factory whose declared result can be awaited, and is entered: whatever can be entered will do."""

import asyncio
from collections.abc import Callable, Generator
from typing import Any


class Connection:
    async def send(self, text: str) -> None:
        await asyncio.sleep(0)
        print(text)


class Connect:
    def __await__(self) -> Generator[Any, None, Connection]:
        return self.__aenter__().__await__()

    async def __aenter__(self) -> Connection:
        await asyncio.sleep(0)
        return Connection()

    async def __aexit__(self, *error: object) -> None:
        await asyncio.sleep(0)


class Fake:
    async def __aenter__(self) -> Connection:
        await asyncio.sleep(0)
        return Connection()

    async def __aexit__(self, *error: object) -> None:
        await asyncio.sleep(0)


class Transport:
    def __init__(self, connect: Callable[..., Connect]) -> None:
        self._connect = connect

    async def send(self, text: str) -> None:
        async with self._connect() as connection:
            await connection.send(text)


def fake_connect() -> Any:
    return Fake()


def plain() -> Fake:
    return Fake()


transports = [Transport(fake_connect), Transport(plain), Transport(lambda: Fake())]
