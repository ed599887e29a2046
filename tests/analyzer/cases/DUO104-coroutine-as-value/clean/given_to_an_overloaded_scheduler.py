"""Overloads of a scheduler take the awaitable under one name or another."""

import asyncio
from collections.abc import Awaitable
from typing import Any, overload

running: set["asyncio.Future[Any]"] = set()


@overload
def create(awaitable: Awaitable[Any], *, name: str = "") -> "asyncio.Future[Any]": ...
@overload
def create(*, coroutine: Awaitable[Any], name: str = "") -> "asyncio.Future[Any]": ...
def create(
    awaitable: Awaitable[Any] | None = None, *, coroutine: Awaitable[Any] | None = None, name: str = ""
) -> "asyncio.Future[Any]":
    task = asyncio.ensure_future(awaitable or coroutine)
    running.add(task)
    return task


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def main() -> None:
    create(load("a"))
    create(coroutine=load("b"))
    first = await load("c")
    second = await load("d")
    third = await load("e")
    assert first + second + third == "cde"
