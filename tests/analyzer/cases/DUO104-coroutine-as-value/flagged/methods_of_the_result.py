"""Methods that the result has, under names that other awaitables have."""

import asyncio
from typing import override


class Socket:
    async def send(self, text: str) -> None:
        await asyncio.sleep(0)

    async def close(self) -> None:
        await asyncio.sleep(0)

    async def aclose(self) -> None:
        await asyncio.sleep(0)


async def dial(address: str) -> Socket:
    await asyncio.sleep(0)
    return Socket()


class Dialer:
    @classmethod
    async def connect(cls, address: str) -> Socket:
        await asyncio.sleep(0)
        return Socket()


async def closes() -> None:
    socket = Dialer.connect("a")  # expect: DUO104
    await socket.aclose()


async def sends(text: str) -> None:
    socket = dial("a")  # expect: DUO104
    await socket.send(text)


async def ends() -> None:
    socket = dial("a")  # expect: DUO104
    try:
        print("open")
    finally:
        await socket.close()


class Stream:
    async def __aenter__(self) -> "Stream":
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


class Connectable:
    async def connect(self) -> Stream:
        raise NotImplementedError


class Wrapped(Connectable):
    @override
    async def connect(self) -> Stream:
        await asyncio.sleep(0)
        return Stream()


async def enters() -> None:
    async with Wrapped().connect():  # expect: DUO104
        print("inside")
