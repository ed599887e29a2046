"""Plays and steps for the tests of actors, and a variable that they set and get."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

from duotone.contract.actors import Actor

user: ContextVar[str | None] = ContextVar("user")


async def pass_on(error: BaseException) -> None:
    raise error


class Scene:
    """A play that has nothing to do but to take cancellations and to be closed."""

    def __init__(self, cancel: Callable[[BaseException], Awaitable[Any]] = pass_on) -> None:
        self.closed_in: asyncio.Task[Any] | None = None
        self._cancel = cancel

    async def cancel(self, error: BaseException, /) -> Any:
        return await self._cancel(error)

    async def close(self) -> None:
        self.closed_in = asyncio.current_task()


async def task_and_loop() -> tuple[asyncio.Task[Any] | None, asyncio.AbstractEventLoop]:
    return asyncio.current_task(), asyncio.get_running_loop()


async def get_user() -> str | None:
    return user.get(None)


async def set_user(name: str) -> None:
    user.set(name)


def has_ended(actor: Actor) -> bool:
    return actor._desk.is_over


class Stage:
    """A step that tells when it has begun and waits until it may go on."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self._go_on: asyncio.Event | None = None

    async def play(self) -> str:
        self.loop, self._go_on = asyncio.get_running_loop(), asyncio.Event()
        self.has_begun.set()
        await self._go_on.wait()
        return "played"

    def go_on(self) -> None:
        assert self.loop is not None
        assert self._go_on is not None
        self.loop.call_soon_threadsafe(self._go_on.set)
