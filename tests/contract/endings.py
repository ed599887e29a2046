"""Loops that stop on their way to the end, so that something can come in at that very moment."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from duotone import Portal
from duotone.contract.gates import Gate
from tests.contract.threads import Background, wait_until

Moment: TypeAlias = Literal["all are cancelled", "its last step"]


class EndingHome:
    """A runner on a thread of its own, of which nothing is left but the end; it is held up at one moment of that."""

    def __init__(self, background: Background, loop: asyncio.AbstractEventLoop, moment: Moment) -> None:
        self.loop = loop
        self.thread = 0
        self._background = background
        self._is_there, self._go_on, self._posts = threading.Event(), threading.Event(), threading.Semaphore(0)
        self._post, self._close_generators = loop.call_soon_threadsafe, loop.shutdown_asyncgens
        self._close_executor: Callable[..., Any] = loop.shutdown_default_executor
        vars(loop)["call_soon_threadsafe"] = self._call_soon_threadsafe
        if moment == "all are cancelled":
            vars(loop)["shutdown_asyncgens"] = self._shutdown_asyncgens
        else:
            vars(loop)["shutdown_default_executor"] = self._shutdown_default_executor
        self._result = background.start(self._run)
        assert self._is_there.wait(10)

    async def _shutdown_asyncgens(self) -> None:
        self._is_there.set()
        assert await asyncio.to_thread(self._go_on.wait, 10)
        await self._close_generators()

    async def _shutdown_default_executor(self, *args: Any) -> None:
        await self._close_executor(*args)
        self._is_there.set()
        assert self._go_on.wait(10)

    def _call_soon_threadsafe(self, callback: Any, *args: Any, **options: Any) -> asyncio.Handle:
        handle = self._post(callback, *args, **options)
        if getattr(callback, "__func__", None) is Gate.start:
            self._posts.release()
        return handle

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._main())

    async def _main(self) -> None:
        self.portal = Portal()
        self.thread = threading.get_ident()

    def call(self, *args: Any, until: Callable[[], object] = lambda: True) -> Callable[[], Any]:
        """Call something through the portal at the moment of the end, and then let the loop end."""
        called = self._background.start(self.portal.run, *args)
        assert self._posts.acquire(timeout=10)
        wait_until(until)
        self._go_on.set()
        self._result()
        assert self.loop.is_closed()
        return called
