"""A decorator says that what it makes is called like the function, and its class leaves open who does that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


class Kept(Generic[F]):
    forget: Callable[[], None]
    __call__: F


class _Keeping:
    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __get__(self, owner: Any, _kind: type | None = None) -> Callable[..., asyncio.Future[Any]]:
        return lambda *args: asyncio.ensure_future(asyncio.to_thread(self.function, owner, *args))


def kept(function: F) -> Kept[F]:
    return cast("Kept[F]", _Keeping(function))


class Box:
    pass


class Rooms:
    @kept
    def box(self, name: str) -> Box:
        return Box()

    @kept
    async def title(self, name: str) -> str:
        await asyncio.sleep(0)
        return name.title()


async def main(rooms: Rooms) -> None:
    box = await rooms.box("a")
    first, second = rooms.title("a"), rooms.title("b")
    assert not first.done
    assert await second, box
