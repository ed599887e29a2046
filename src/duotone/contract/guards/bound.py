"""A resource that belongs to the loop or the thread where it was made, and says so when it is used elsewhere."""

from __future__ import annotations

import asyncio
import threading
from typing import Generic, Literal, TypeVar

from duotone.contract.offloading import running_loop
from duotone.errors import WrongLoop, WrongThread

__all__ = ["Bound"]

T = TypeVar("T")


class Bound(Generic[T]):
    """A resource with one home, which can't be reached from elsewhere.

    ``Bound(client)`` binds a client to the running loop, ``Bound(connection, to="thread")`` a connection to the current
    thread. Raises `NoRunningLoop` if there is no loop to bind it to.
    """

    __slots__ = ("_home", "_made_in", "_resource", "_to")

    def __init__(self, resource: T, to: Literal["loop", "thread"] = "loop") -> None:
        """Bind `resource` to the place where this is called."""
        if to not in {"loop", "thread"}:
            message = f"to={to!r} is no home; use 'loop' or 'thread'"
            raise ValueError(message)
        self._resource = resource
        self._to = to
        self._made_in = threading.current_thread()
        self._home: object = self._made_in if to == "thread" else running_loop("Bound")

    def get(self) -> T:
        """Return the resource; raises `WrongLoop` or `WrongThread` anywhere but at its home."""
        self.check()
        return self._resource

    def check(self) -> None:
        """Raise `WrongLoop` or `WrongThread` anywhere but at the resource's home."""
        if self._to == "thread":
            if threading.current_thread() is not self._home:
                raise WrongThread(self._thread_message())
        elif (loop := asyncio._get_running_loop()) is not self._home:
            raise WrongLoop(self._loop_message(loop))

    def _thread_message(self) -> str:
        return (
            f"this {_kind(self._resource)} belongs to thread {self._made_in.name!r} and was used in thread "
            f"{threading.current_thread().name!r}; make and use it in one home: 'worker = duotone.Worker()', then "
            f"'await duotone.offload(..., pool=worker)' each time"
        )

    def _loop_message(self, here: object) -> str:
        thread = threading.current_thread().name
        where = "where no event loop is running" if here is None else f"on another loop ({_kind(here)})"
        return (
            f"this {_kind(self._resource)} belongs to the event loop ({_kind(self._home)}) that ran in thread "
            f"{self._made_in.name!r} and was used in thread {thread!r}, {where}; make one on each loop, or go to its "
            f"own loop through a duotone.Portal that was made there"
        )


def _kind(thing: object) -> str:
    return type(thing).__name__.strip("_")
