"""One thread for all processes of a table: it notices who has ended, and does what is due at a time.

The thread lives while there is something to watch. Where the system has no descriptors for processes, it looks at them
four times a second.
"""

from __future__ import annotations

import contextlib
import heapq
import os
import selectors
import threading
import time
from collections.abc import Callable
from itertools import count
from typing import Final, TypeAlias

from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.processes.sightings import is_same, leave_behind, open_handle

__all__ = ["Supervisor"]

_LOOK: Final = 0.25
_MOST: Final = 3600.0
"""A selector can't wait for ever longer times."""

_Call: TypeAlias = "Callable[[], None]"


class _Watched:
    """A process that is watched, and what to do when it has ended."""

    def __init__(self, pid: int, since: str | None, is_child: bool, gone: _Call) -> None:  # noqa: FBT001
        self.pid, self.since, self.is_child, self.gone = pid, since, is_child, gone
        self.handle: int | None = None

    def has_ended(self) -> bool:
        """Look whether it has ended, and take its end if it is our child."""
        if self.is_child:
            with contextlib.suppress(ChildProcessError):
                return os.waitpid(self.pid, os.WNOHANG)[0] != 0
            return True  # somebody else in this process has taken its end
        return not is_same(self.pid, self.since)


class Supervisor:
    """Watches processes and keeps appointments, on a thread of its own, as long as there are any."""

    def __init__(self, on_error: Callable[[Exception], None]) -> None:
        self._on_error = on_error
        self._numbers = count()
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have nothing to watch, as at the start and in a forked child."""
        self._changed = threading.Condition()
        self._watched: dict[int, _Watched] = {}
        self._due: list[tuple[float, int, _Call]] = []
        self._thread: threading.Thread | None = None
        self._is_serving = False
        self._bell: int | None = None
        self._is_closed = False

    def watch(self, pid: int, since: str | None, gone: _Call, *, is_child: bool) -> None:
        """_Call `gone` once when the process has ended; at once if it has already."""
        with self._changed:
            self._watched[next(self._numbers)] = _Watched(pid, since, is_child, gone)
            self._wake()

    def call_later(self, delay: float, call: _Call) -> None:
        """_Call something when so many seconds are over, unless this is closed by then."""
        with self._changed:
            heapq.heappush(self._due, (time.monotonic() + delay, next(self._numbers), call))
            self._wake()

    def close(self) -> None:
        """Watch nothing any more, and return when the thread has ended; not for the thread itself."""
        with self._changed:
            self._is_closed = True
            self._ring()
            thread = self._thread
        if thread is not None:
            thread.join()

    @property
    def is_current(self) -> bool:
        """Whether the caller is the thread that watches."""
        return threading.current_thread() is self._thread

    # -- the thread -----------------------------------------------------------------------------------------------

    def _wake(self) -> None:
        """Let the thread look again; there is one as long as it has something to do."""
        if self._is_closed:
            return
        if not self._is_serving:
            self._is_serving = True
            self._thread = threading.Thread(target=self._serve, name="duotone-processes", daemon=True)
            self._thread.start()
        else:
            self._ring()

    def _ring(self) -> None:
        if self._bell is not None:
            with contextlib.suppress(BlockingIOError):
                os.write(self._bell, b"!")

    def _serve(self) -> None:
        heard, bell = os.pipe()
        for end in (heard, bell):
            os.set_blocking(end, False)
        with selectors.DefaultSelector() as selector:
            selector.register(heard, selectors.EVENT_READ)
            with self._changed:
                self._bell = bell
            while self._goes_on():
                self._open_handles(selector)
                ready = {key.fd for key, _ in selector.select(self._pause())}
                if heard in ready:
                    os.read(heard, 4096)
                self._settle(selector, ready)
                self._keep_appointments()
        for end in (heard, bell):
            os.close(end)

    def _goes_on(self) -> bool:
        with self._changed:
            if (self._watched or self._due) and not self._is_closed:
                return True
            for watched in self._watched.values():
                if watched.handle is not None:
                    os.close(watched.handle)
                if watched.is_child:
                    leave_behind(watched.pid)
            self._watched.clear()
            self._due.clear()
            self._bell, self._is_serving = None, False
            return False

    def _open_handles(self, selector: selectors.BaseSelector) -> None:
        for _, watched in self._snapshot():
            if watched.handle is None and hasattr(os, "pidfd_open"):
                watched.handle = open_handle(watched.pid, watched.since)
                if watched.handle is not None:
                    selector.register(watched.handle, selectors.EVENT_READ)

    def _snapshot(self) -> list[tuple[int, _Watched]]:
        with self._changed:
            return list(self._watched.items())

    def _pause(self) -> float:
        """Return how long nothing has to be looked at."""
        with self._changed:
            if any(watched.handle is None for watched in self._watched.values()):
                return 0.0 if hasattr(os, "pidfd_open") else _LOOK
            return max(0.0, min(self._due[0][0] - time.monotonic(), _MOST)) if self._due else _MOST

    def _settle(self, selector: selectors.BaseSelector, ready: set[int]) -> None:
        """Tell of all that have ended."""
        for number, watched in self._snapshot():
            if not (watched.handle is None or watched.handle in ready) or not watched.has_ended():
                continue
            if watched.handle is not None:
                selector.unregister(watched.handle)
                os.close(watched.handle)
                watched.handle = None
            self._call(watched.gone)
            with self._changed:
                self._watched.pop(number, None)

    def _keep_appointments(self) -> None:
        while True:
            with self._changed:
                if not self._due or self._due[0][0] > time.monotonic():
                    return
                _, _, call = heapq.heappop(self._due)
            self._call(call)

    def _call(self, call: _Call) -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001  # one process must not keep the others from being watched
            self._on_error(error)
