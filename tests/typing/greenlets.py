"""`unblocked` gives exactly what the callee gives, and takes no options of its own."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import assert_type

from duotone import unblocked


def sync(number: int, *, timeout: str = "") -> float:
    return number + len(timeout)


async def later(number: int) -> bytes:
    return bytes(number)


async def unblocked_gives_what_the_callee_gives(future: asyncio.Future[int]) -> None:
    assert_type(await unblocked(sync, 1), float)
    assert_type(await unblocked(sync, 1, timeout="the callee's own"), float)
    assert_type(await unblocked(later, 1), bytes)
    assert_type(await unblocked(later(1)), bytes)
    assert_type(await unblocked(future), int)
    assert_type(await unblocked(partial(later, 1)), bytes)


async def unblocked_refuses_what_the_callee_refuses() -> None:
    await unblocked(sync)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    await unblocked(sync, "1")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    await unblocked(later, 1, timeout=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    await unblocked(later(1), 2)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    await unblocked(3)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    unblocked(sync, 1)  # type: ignore[unused-coroutine]  # pyright: ignore[reportUnusedCoroutine]
