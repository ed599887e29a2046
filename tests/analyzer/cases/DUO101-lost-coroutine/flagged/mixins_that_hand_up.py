"""A mixin calls the method that comes after its own in the classes that it is mixed into."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Client:
    async def login(self, token: str) -> None:
        await asyncio.sleep(0)


class BotMixin(Generic[T]):
    async def login(self, token: str) -> None:
        super().login(token=token)  # expect: DUO101
        await asyncio.sleep(0)


class Bot(BotMixin[int], Client):
    pass
