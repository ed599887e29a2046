"""A decorator makes the coroutine of an async function into an object that can be awaited or entered."""

import asyncio
import functools
from collections.abc import Awaitable, Callable, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Entered(Generic[T]):
    def __init__(self, work: Awaitable[T]) -> None:
        self._work = work

    def __await__(self) -> Generator[Any, None, T]:
        return self._work.__await__()

    async def __aenter__(self) -> T:
        return await self._work

    async def __aexit__(self, *reason: object) -> None:
        pass


def entered(function: Callable[..., Awaitable[T]]) -> Callable[..., Entered[T]]:
    @functools.wraps(function)
    def wrapper(*args: Any, **options: Any) -> Entered[T]:
        return Entered(function(*args, **options))

    return wrapper


def entered_without_types(function):
    @functools.wraps(function)
    def wrapper(*args, **options):
        return Entered(function(*args, **options))

    return wrapper


class Door:
    def number(self) -> int:
        return 1


@entered
async def open_door(number: int) -> Door:
    await asyncio.sleep(number)
    return Door()


@entered_without_types
async def open_gate(number: int) -> Door:
    await asyncio.sleep(number)
    return Door()


async def right() -> Door:
    door = await open_door(1)
    gate = await open_gate(1)
    print(door.number(), gate.number())
    async with open_door(2) as other:
        print(other.number())
    later = open_gate(2)
    async with later as other:
        print(other.number())
    return door


async def wrong() -> None:
    open_door(1)  # expect: DUO101
    open_gate(1)  # expect: DUO101
    door = open_door(2)  # expect: DUO104
    print(door.number())


async def handed_on() -> Door:
    return open_gate(1)  # expect: DUO107
