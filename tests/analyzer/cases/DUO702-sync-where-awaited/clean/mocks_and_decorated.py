"""Mocks, decorated and unknown functions may well be awaitable."""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from unittest.mock import AsyncMock, MagicMock

from asgiref.sync import sync_to_async
from vendor_sdk import remote, resolve


async def use(action: Callable[[str], Awaitable[str]]) -> str:
    return await action("a")


def threaded(function):
    @functools.wraps(function)
    async def wrapper(*args):
        return await asyncio.to_thread(function, *args)

    return wrapper


@threaded
def crunch(name: str) -> str:
    return name


@remote
def render(name: str) -> str:
    return name


def plain(name: str) -> str:
    return name


async def test_use():
    await use(AsyncMock(return_value="a"))
    await use(MagicMock())
    await use(crunch)
    await use(render)
    await use(sync_to_async(plain))
    await use(threaded(plain))
    await use(resolve)
