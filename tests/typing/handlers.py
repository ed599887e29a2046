"""Handlers of either color are held to the signature of their event, and so is whoever emits it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import assert_type

from duotone import AsyncHandlers, Delivery, Handlers


def sync(number: int, text: str) -> None: ...


async def later(number: int, text: str) -> bytes:
    return text.encode() * number


def either(number: int, text: str, more: bool = False) -> Awaitable[int]:  # noqa: FBT001, FBT002  # one more that may be left out
    return asyncio.sleep(0, number)


def of_another_event(number: str) -> None: ...


def handlers_of_either_color_are_accepted() -> None:
    handlers = Handlers[[int, str]](errors="collect")
    assert_type(handlers.add(sync), Callable[[int, str], None])
    handlers.add(later)
    handlers.add(either, blocking=False)
    handlers.remove(later)
    assert_type(handlers.emit(1, "a"), Delivery)
    assert_type(handlers.emit(1, "a").results, list[object])
    assert_type(handlers.emit(1, "a").errors, list[Exception])
    assert_type(list(handlers), list[Callable[[int, str], object]])

    @handlers.add
    def decorated(number: int, text: str) -> None: ...

    decorated(1, "a")


def an_event_without_arguments_has_handlers_without_arguments() -> None:
    handlers = Handlers[[]](concurrent=True)
    handlers.add(asyncio.get_running_loop)
    assert_type(handlers.emit(), Delivery)
    handlers.emit(1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def the_wrong_handler_or_event_is_refused() -> None:
    handlers = Handlers[[int, str]]()
    handlers.add(of_another_event)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    handlers.add(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    handlers.emit("a", 1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    handlers.emit(1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    handlers.emit(1, "a", timeout=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Handlers[[int]](errors="ignore")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Handlers[[int]]("raise")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


async def the_async_face_is_awaited_and_otherwise_the_same() -> None:
    handlers = AsyncHandlers[[int, str]](errors="count", concurrent=True)
    handlers.add(sync)
    handlers.add(later)
    assert_type(await handlers.emit(1, "a"), Delivery)
    handlers.add(of_another_event)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    await handlers.emit("a", 1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    handlers.emit(1, "a")  # type: ignore[unused-coroutine]  # pyright: ignore[reportUnusedCoroutine]
