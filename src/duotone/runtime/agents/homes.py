"""The home of a sync agent in async code: one thread for all turns of its conversation, as long as that can be kept."""

from __future__ import annotations

import threading
import weakref

from duotone.contract.workers import Worker

__all__ = ["Home"]


class Home:
    """A worker that starts with the first turn; a stuck thread is left behind, and another takes its place."""

    def __init__(self, owner: object) -> None:
        """Have no thread; the last one ends when `owner` is gone."""
        self._mutex = threading.Lock()
        self._worker: Worker | None = None
        self._owner = weakref.ref(owner)

    def worker(self) -> Worker:
        """Return the worker, whose thread is the same each time."""
        with self._mutex:
            if self._worker is None:
                self._worker = Worker(name="duotone-agent")
                owner = self._owner()
                if owner is not None:
                    weakref.finalize(owner, self._worker.close)
            return self._worker

    def leave(self) -> None:
        """Let the thread go on alone with what it is at; the next turn has another one."""
        self.close()

    def close(self) -> None:
        """Let the thread end once it is idle."""
        with self._mutex:
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()
