"""The owner comes from `__getattr__`, from a TypedDict, or from the classes that a mixin is mixed into."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TypedDict


class Value:
    async def set(self, value: object) -> None:
        await asyncio.sleep(0)


class Group:
    def __getattr__(self, name: str) -> Group | Value:
        return Value()

    async def set(self, value: object) -> None:
        await asyncio.sleep(0)


class Connections:
    async def close_all(self) -> None:
        await asyncio.sleep(0)


class Proxy:
    def __init__(self) -> None:
        self._target = Connections()

    def __getattr__(self, name):
        return getattr(self._target, name)


class Context(TypedDict):
    done: asyncio.Event
    name: str


class Muting:
    async def mute(self, name: str) -> None:
        self.mute_in_channel(name)  # expect: DUO101


class Channels(Muting):
    async def mute_in_channel(self, name: str) -> None:
        await asyncio.sleep(0)


async def numbers() -> AsyncIterator[int]:
    yield 1


async def main(group: Group, context: Context) -> None:
    group.reinvite.set(False)  # expect: DUO101
    Proxy().close_all()  # expect: DUO101
    context["done"].wait()  # expect: DUO101
    numbers().__anext__()  # expect: DUO101
    await Channels().mute("general")
