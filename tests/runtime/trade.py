"""A shop with steps of both colors to do and undo, which notes what it does; the tests of both faces use it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

COLORS = ["sync", "async"]


class Refused(Exception):
    """A step does not want."""


class Shop:
    """Things to do and undo in either color."""

    def __init__(self) -> None:
        self.done: list[Any] = []
        self.undone: list[Any] = []
        self.times: list[float] = []
        self.loops: list[int] = []
        self.threads: list[int] = []
        self.leave = threading.Event()
        self.began = threading.Event()

    # -- what works -----------------------------------------------------------------------------------------------

    def sell(self, item: str) -> str:
        self.done.append(item)
        self.threads.append(threading.get_ident())
        return f"sold {item}"

    async def sell_later(self, item: str) -> str:
        await asyncio.sleep(0)
        self.done.append(item)
        self.loops.append(id(asyncio.get_running_loop()))
        return f"sold {item}"

    def take_back(self, item: str) -> None:
        self.undone.append(item)

    async def take_back_later(self, item: str) -> None:
        await asyncio.sleep(0)
        self.undone.append(item)

    async def take_nothing_back(self) -> None:
        await asyncio.sleep(0)

    def selling(self, color: str) -> Callable[[str], Any]:
        return self.sell if color == "sync" else self.sell_later

    def taking_back(self, color: str) -> Callable[[str], Any]:
        return self.take_back if color == "sync" else self.take_back_later

    def give_coroutine(self, item: str) -> Coroutine[Any, Any, str]:
        return self.sell_later(item)

    async def give_inner_coroutine(self, item: str) -> Awaitable[str]:
        return self.sell_later(item)

    # -- what doesn't ---------------------------------------------------------------------------------------------

    def refuse(self, item: object = "") -> None:
        self.times.append(time.monotonic())
        raise Refused(item)

    async def refuse_later(self, item: object = "") -> None:
        await asyncio.sleep(0)
        self.refuse(item)

    def refusing(self, color: str) -> Callable[..., Any]:
        return self.refuse if color == "sync" else self.refuse_later

    def refuse_twice(self, item: str) -> str:
        self.times.append(time.monotonic())
        if len(self.times) < 3:
            raise Refused(item)
        return self.sell(item)

    def hang(self) -> str:
        """Stay until somebody says that it can leave; a thread can't be stopped."""
        self.began.set()
        self.leave.wait(20)
        return "left"

    async def hang_later(self) -> None:
        """Stay until cancelled."""
        self.began.set()
        await asyncio.sleep(60)

    def exit(self) -> None:
        raise KeyboardInterrupt


class Witness:
    """Sees events in either color."""

    def __init__(self) -> None:
        self.events: list[Any] = []

    def see(self, event: Any) -> None:
        self.events.append(event)

    async def see_later(self, event: Any) -> None:
        await asyncio.sleep(0)
        self.events.append(event)

    def seeing(self, color: str) -> Callable[[Any], Any]:
        return self.see if color == "sync" else self.see_later
