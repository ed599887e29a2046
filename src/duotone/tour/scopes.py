"""L8 in the tour: context that crosses, scopes that restore, and locks that belong to their owner."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextvars import ContextVar, copy_context

from duotone import DualLock, call, scope
from duotone.tour.panes import Pane, Seen, Side

__all__ = ["PANES"]

_user: ContextVar[str] = ContextVar("user", default="nobody")


def _sign() -> str:
    """Tell who the user is, and sign the context."""
    seen = _user.get()
    _user.set(f"{seen}, signed")
    return seen


async def _cross(cross: Callable[[Callable[[], str]], Awaitable[str]]) -> tuple[str, str]:
    _user.set("ada")
    return await cross(_sign), _user.get()


def _lose_context() -> Seen:
    """Read and change a context variable on the executor's thread."""

    async def main() -> tuple[str, str]:
        return await _cross(lambda function: asyncio.get_running_loop().run_in_executor(None, function))

    seen, back = asyncio.run(main())
    return Seen(f"the thread saw {seen!r}; after it: {back!r}", is_as_claimed=(seen, back) == ("nobody", "ada"))


def _carry_context() -> Seen:
    """Do the same with `call`."""
    seen, back = asyncio.run(_cross(call))
    return Seen(f"the thread saw {seen!r}; after it: {back!r}", is_as_claimed=(seen, back) == ("ada", "ada, signed"))


def _clear_context() -> Seen:
    """Leave a nested session by clearing."""

    def sessions() -> str:
        _user.set("ada")
        _user.set("bob")
        _user.set("")
        return _user.get()

    left = copy_context().run(sessions)
    return Seen(f"back in ada's session, the user is {left!r}", is_as_claimed=not left)


def _restore_context() -> Seen:
    """Leave a nested session by leaving its scope."""
    with scope(_user, "ada"):
        with scope(_user, "bob"):
            pass
        left = _user.get()
    return Seen(f"back in ada's session, the user is {left!r}", is_as_claimed=left == "ada")


async def _crowd(enter: Callable[[], Awaitable[object]], leave: Callable[[], object]) -> int:
    """Let two tasks use one lock, and tell how many were inside at once."""
    inside = most = 0

    async def use() -> None:
        nonlocal inside, most
        await enter()
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0)
        inside -= 1
        leave()

    await asyncio.gather(use(), use())
    return most


def _lock_by_thread() -> Seen:
    """Guard a section of two tasks with a reentrant lock of threads."""
    lock = threading.RLock()

    async def enter() -> None:
        lock.acquire()  # a thread's lock, taken by a task, is what is shown

    most = asyncio.run(_crowd(enter, lock.release))
    return Seen(f"{most} tasks inside at once", is_as_claimed=most > 1)


def _lock_by_task() -> Seen:
    """Guard the same section with a lock that knows its task."""
    lock = DualLock()
    most = asyncio.run(_crowd(lock.acquire_async, lock.release))
    return Seen(f"{most} task inside, the other waits its turn", is_as_claimed=most == 1)


PANES = [
    Pane(
        "L8",
        "context",
        "a context variable on the other side of a thread",
        Side("await loop.run_in_executor(None, sign)", _lose_context),
        Side("await call(sign)", _carry_context),
    ),
    Pane(
        "L8",
        "scope",
        "a session inside a session",
        Side('user.set("bob"); ...; user.set("")', _clear_context),
        Side('with scope(user, "bob"): ...', _restore_context),
    ),
    Pane(
        "L8",
        "lock",
        "one lock, two tasks on one thread",
        Side("with threading.RLock(): await ...", _lock_by_thread),
        Side("async with DualLock(): await ...", _lock_by_task),
    ),
]
