"""`Portal.run` gives exactly what the callee gives."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import assert_type

from duotone import Portal


def sync(number: int, *, text: str = "") -> float:
    return number + len(text)


async def later(number: int) -> bytes:
    return bytes(number)


def a_portal_gives_what_the_callee_gives(portal: Portal, future: asyncio.Future[int]) -> None:
    assert_type(portal.run(sync, 1, text="a"), float)
    assert_type(portal.run(later, 1), bytes)
    assert_type(portal.run(later(1)), bytes)
    assert_type(portal.run(later(1), timeout=1), bytes)
    assert_type(portal.run(future), int)
    assert_type(portal.run(later, 1, timeout=0.5), bytes)
    assert_type(portal.run(partial(sync, 1, text="a"), timeout=0.5), float)


def a_portal_refuses_what_the_callee_refuses(portal: Portal) -> None:
    portal.run(sync)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    portal.run(sync, "1")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    portal.run(later, 1, 2)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    portal.run(later, "1", timeout=0.5)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
    portal.run(later, 1, timeout="soon")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    portal.run(later, 1, holding="warn")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    portal.run(3)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]


def a_portal_is_itself_inside_its_block() -> None:
    with Portal() as portal:
        assert_type(portal, Portal)
