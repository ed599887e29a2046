"""Actions in flight: what is executed for a participant, and how it is stopped when that participant is killed.

1. On a loop an action runs in the task of whoever asked for it, so stopping it is a cancellation of that task. It is
   asked for on the loop itself, and only while the action is in flight, so it can't hit anything else.
2. A cancellation that we asked for ends here, as `Killed`; one from outside goes on.
3. A function that occupies a thread can't be stopped. It is abandoned, and what it gives later is told as late.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from typing import Any

from duotone.contract.calls import run
from duotone.contract.color import Color, color_of, is_awaitable
from duotone.contract.jobs import OnLate
from duotone.contract.offloading import drain, offload
from duotone.errors import Killed
from duotone.runtime.sessions.deeds import Deed

__all__ = ["AsyncFlight", "Flight"]

_Arguments = tuple[tuple[Any, ...], Mapping[str, Any]]


class _Flight:
    """What both faces share: whose flight it is, whether it was killed, and whether its end is in the log."""

    def __init__(self, session: str, deed: Deed, on_late: OnLate) -> None:
        """Describe a flight that has not begun; `on_late` gets what an abandoned one gives."""
        self.session = session
        self.deed = deed
        self.is_killed = self.is_abandoned = False
        self.landed = threading.Event()
        """Set when the end of the action is in the log."""
        self._on_late = on_late
        self._changing = threading.Lock()
        self._task: asyncio.Task[Any] | None = None
        self._has_begun = self._was_cancelled = self._holds_thread = False

    @property
    def killed(self) -> Killed:
        """The error for whoever waits for this action."""
        return Killed(self.deed.action, self.deed.participant, self.session)

    def stop(self) -> bool:
        """Ask the action to end; False if it can't be asked, so that nobody should wait for it."""
        with self._changing:
            self.is_killed = True
            if not self._has_begun:
                return True  # it will not begin
            if self._task is None or self._task is _current_task():
                return False
            self._task.get_loop().call_soon_threadsafe(self._cancel)
            return True

    def _cancel(self) -> None:
        if self._task is not None:
            self._was_cancelled = True
            self._task.cancel()

    async def _on_loop(self, do: Callable[..., Any], arguments: _Arguments) -> Any:
        task = asyncio.current_task()
        assert task is not None
        cancels = task.cancelling()
        self._begin(task)
        try:
            return await self._executed(do, arguments)
        except asyncio.CancelledError:
            if self._was_cancelled and task.cancelling() <= cancels + 1:
                self.is_abandoned = self._holds_thread
                raise self.killed from None
            raise
        finally:
            self._leave(task)

    def _begin(self, task: asyncio.Task[Any] | None) -> None:
        with self._changing:
            if self.is_killed:
                raise self.killed
            self._has_begun, self._task = True, task

    def _leave(self, task: asyncio.Task[Any]) -> None:
        """Be in flight no more, and take our own cancellation back, also where it was swallowed."""
        with self._changing:
            self._task = None
        if self._was_cancelled:
            task.uncancel()

    async def _executed(self, do: Callable[..., Any], arguments: _Arguments) -> Any:
        args, kwargs = arguments
        if color_of(do) is Color.ASYNC:
            return await drain(do(*args, **kwargs))
        return await offload(self._on_thread, do, arguments, on_late=self._on_late)

    def _on_thread(self, do: Callable[..., Any], arguments: _Arguments) -> Any:
        args, kwargs = arguments
        self._holds_thread = True
        try:
            return do(*args, **kwargs)
        finally:
            self._holds_thread = False

    def _returned(self, result: Any) -> Any:
        """Return the result, unless the action was killed meanwhile: then it is late."""
        if not self.is_killed:
            return result
        self.is_abandoned = True
        self._on_late(result, None)
        raise self.killed


class AsyncFlight(_Flight):
    """An action that is executed for async code."""

    async def fly(self, do: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Execute a callable of either color; raises `Killed` if it was stopped, or should have been."""
        return self._returned(await self._on_loop(do, (args, kwargs)))


class Flight(_Flight):
    """An action that is executed for sync code: sync ones on the caller's thread, async ones on the bridge."""

    def fly(self, do: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Execute a callable of either color; raises `Killed` if it was stopped, or should have been."""
        if color_of(do) is Color.ASYNC:
            return self._returned(run(self._on_loop, do, (args, kwargs)))
        self._begin(None)
        try:
            result = do(*args, **kwargs)
            result = run(result) if is_awaitable(result) else result
        except Exception as error:
            if not self.is_killed:
                raise
            self.is_abandoned = True
            self._on_late(None, error)
            raise self.killed from error
        return self._returned(result)


def _current_task() -> asyncio.Task[Any] | None:
    return asyncio.current_task() if asyncio._get_running_loop() is not None else None
