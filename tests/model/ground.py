"""The ground on which programs run: what must be as it was once they are over, and quiet all along."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import threading
import warnings
from typing import TYPE_CHECKING, Any

from duotone import figures
from duotone.contract.bridge import bridge
from duotone.contract.waits import GRAPH

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Ground", "ground"]

_MAY_STAY = ("duotone-pool", "duotone-bridge", "duotone-monitor")
"""Names of threads that stay for a while when they have nothing to do."""


class _Noise(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the record as text."""
        self._heard.append(f"log of {record.name}: {record.getMessage()} {record.exc_info and record.exc_info[1]!r}")


class Ground:
    """What was there before, and everything that was said since and should not have been."""

    def __init__(self, heard: list[str]) -> None:
        """Look around."""
        self.heard = heard
        self._threads = set(threading.enumerate())
        self._figures = self._busy()

    @staticmethod
    def _busy() -> tuple[int, int, int]:
        now = figures()
        return now.running, now.queued, now.abandoned

    def goes_on(self) -> list[str]:
        """Say what still runs or waits for somebody."""
        left: list[str] = []
        if (busy := self._busy())[:2] != self._figures[:2]:
            left.append(f"running and queued are {busy[:2]}, and were {self._figures[:2]}")
        if tasks := [task for task in asyncio.all_tasks(bridge.loop) if not task.done()]:
            left.append(f"tasks on the shared loop: {tasks}")
        if bridge._gates:
            left.append(f"gates: {bridge._gates}")
        if not GRAPH.is_empty():
            waits = {wait for waits in list(GRAPH._stopped.values()) for wait in list(waits)}
            left.append(f"waits: {[(wait.owner, wait.what, list(wait.holders())) for wait in waits]}")
        return left

    def remains(self) -> list[str]:
        """Say what is not yet as it was."""
        left = self.goes_on()
        if (busy := self._busy()) != self._figures:
            left.append(f"running, queued and abandoned are {busy}, and were {self._figures}")
        threads = [
            thread for thread in set(threading.enumerate()) - self._threads if not thread.name.startswith(_MAY_STAY)
        ]
        if threads:
            left.append(f"threads: {threads}")
        return left


@contextlib.contextmanager
def ground() -> Iterator[Ground]:
    """Listen to logs, warnings and errors that nobody handles, while the block runs."""
    heard: list[str] = []
    noise = _Noise(heard)
    before = sys.unraisablehook, threading.excepthook

    def hear_unraisable(unraisable: Any) -> None:
        heard.append(f"unraisable: {unraisable.exc_value!r} in {unraisable.object!r}")

    def hear_thread(args: threading.ExceptHookArgs) -> None:
        heard.append(f"died: {args.thread}: {args.exc_value!r}")

    def hear_warning(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        heard.append(f"{category.__name__}: {message}")

    sys.unraisablehook, threading.excepthook = hear_unraisable, hear_thread
    logging.getLogger("asyncio").addHandler(noise)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = hear_warning
        try:
            yield Ground(heard)
            gc.collect()  # what nobody retrieved or awaited is said when it is collected
        finally:
            logging.getLogger("asyncio").removeHandler(noise)
            sys.unraisablehook, threading.excepthook = before
