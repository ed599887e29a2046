"""A function that takes so many coroutines, each of its own type."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar, overload

from typing_extensions import Unpack

A = TypeVar("A")
B = TypeVar("B")


@overload
async def together(*coroutines: Unpack[tuple[Coroutine[Any, Any, A] | None]]) -> tuple[A | None]: ...
@overload
async def together(
    *coroutines: Unpack[tuple[Coroutine[Any, Any, A] | None, Coroutine[Any, Any, B] | None]],
) -> tuple[A | None, B | None]: ...
async def together(*coroutines: Unpack[tuple[Coroutine[Any, Any, A] | None, ...]]) -> tuple[A | None, ...]:
    found = await asyncio.gather(*[one for one in coroutines if one is not None])
    return tuple(found)


async def size(name: str) -> int:
    await asyncio.sleep(0)
    return len(name)


async def main(name: str) -> None:
    await together(size(name), size("a") if name else None)
