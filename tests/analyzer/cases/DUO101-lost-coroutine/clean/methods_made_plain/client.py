"""A client whose methods are async as they are written, and plain for those who import the other module."""

import asyncio
import functools


def counted(function):
    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        print(function.__name__)
        return await function(*args, **kwargs)

    return wrapper


async def idle() -> None:
    await asyncio.sleep(3600)


class Client:
    @counted
    async def play(self, title: str) -> None:
        await asyncio.sleep(0)
        print(title)

    async def start(self) -> "Client":
        await asyncio.sleep(0)
        return self

    async def stop(self) -> None:
        await asyncio.sleep(0)

    def __enter__(self) -> "Client":
        return self.start()

    def __exit__(self, *args: object) -> None:
        self.stop()
