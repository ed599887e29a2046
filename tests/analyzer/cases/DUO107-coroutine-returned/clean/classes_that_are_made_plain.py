"""A decorator of the class puts plain methods in the place of its async ones, its own and those of its bases."""

import asyncio
import functools
import inspect
from collections.abc import Iterator


def to_sync(function):
    @functools.wraps(function)
    def run(*args, **kwargs):
        return asyncio.run(function(*args, **kwargs))

    return run


def class_to_sync(cls):
    for name, value in inspect.getmembers(cls, inspect.iscoroutinefunction):
        setattr(cls, name, to_sync(value))
    return cls


class Client:
    @classmethod
    async def create(cls, name: str) -> "Client":
        await asyncio.sleep(0)
        return cls()

    async def count(self) -> int:
        await asyncio.sleep(0)
        return 1


@class_to_sync
class PlainClient(Client): ...


class SmallClient(PlainClient): ...


def clients() -> Iterator[Client]:
    yield PlainClient.create("one")


def counted(client: PlainClient, small: SmallClient) -> int:
    client.count()
    if small.count() > 1:
        return small.count()
    return client.count()


async def both(client: Client, plain: PlainClient) -> int:
    return await client.count() + plain.count()
