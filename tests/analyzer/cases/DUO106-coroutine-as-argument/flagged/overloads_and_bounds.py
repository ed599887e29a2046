"""Every overload, the bound of a type variable, or the element type of a container has no room for a coroutine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TypeVar, overload


class Record:
    def __init__(self, name: str) -> None:
        self.name = name


R = TypeVar("R", bound=Record)


@overload
def decode(value: str | bytes) -> object: ...
@overload
def decode(value: str | bytes, *, kind: type[int]) -> int: ...
def decode(value: str | bytes, *, kind: type[int] | None = None) -> object:
    return kind(value) if kind is not None else value


def saved(record: R) -> R:
    return record


def save_all(records: Iterable[R]) -> int:
    return len([*records])


async def body() -> bytes:
    await asyncio.sleep(0)
    return b"1"


async def create(name: str) -> Record:
    await asyncio.sleep(0)
    return Record(name)


async def handle() -> None:
    print(decode(body()))  # expect: DUO106
    print(decode(await body(), kind=int))
    content = body()  # expect: DUO103 | DUO106
    print(decode(content or b"null"))
    saved(create("a"))  # expect: DUO106
    records = [
        await create("b"),
        create("c"),  # expect: DUO108
    ]
    print(save_all(records))
