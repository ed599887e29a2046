"""Classes whose `__new__` takes anything, or an awaitable."""

import asyncio
import collections.abc
import enum
import typing


async def price() -> str:
    await asyncio.sleep(0)
    return "1.5"


class Promise:
    def __new__(cls, work: collections.abc.Awaitable[str]) -> "Promise":
        made = super().__new__(cls)
        made.work = work
        return made


class Pending(typing.NamedTuple):
    name: str
    work: collections.abc.Coroutine


class Late:
    def __new__(cls, *parts):
        return [asyncio.ensure_future(part) for part in parts]


def begin() -> list:
    return [Promise(price()), Pending("price", price()), Late(price())]


class Color(enum.Enum):
    RED = 1


def red(number: int) -> Color:
    return Color(number)
