"""Loops that a test has blocked: every loop is watched while it is run."""

from __future__ import annotations

import asyncio
from functools import wraps
from typing import TYPE_CHECKING, Any

from duotone.contract.bridge import bridge
from duotone.contract.guards.loops import Blocked, LoopWatch, watch_loop
from duotone.contract.guards.splice import Splice
from duotone.testing.faults import BLOCKED_LOOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from duotone.testing.record import Record

__all__ = ["BlockedLoops"]


class BlockedLoops:
    """Notes every loop that stands still for longer than the limit while a test runs.

    Each kind of loop that is known when a test begins, asyncio's, uvloop's and others, is seen through its
    `run_forever`, which all ways to run a loop lead to. duotone's own loop is seen in every test that finds it made.
    """

    def __init__(self) -> None:
        """Watch nothing before the first test."""
        self._record: Record | None = None
        self._shared: LoopWatch | None = None
        self._splices: dict[type[asyncio.AbstractEventLoop], Splice] = {}

    def begin(self, record: Record) -> None:
        """Note for `record` which loops are blocked from now on."""
        self._record = record
        for kind in asyncio.AbstractEventLoop.__subclasses__():
            is_covered = issubclass(kind, asyncio.BaseEventLoop) and kind is not asyncio.BaseEventLoop
            if kind not in self._splices and not is_covered:
                self._splices[kind] = Splice(kind, "run_forever", self._watching)
        if (shared := getattr(bridge, "_loop", None)) is not None:  # the public way to ask would make it
            self._shared = watch_loop(shared, record.limit, self._note)

    def settle(self) -> None:
        """Do nothing: a loop that has been run is known to have been blocked or not."""

    def end(self) -> None:
        """Note nothing more for this test."""
        shared, self._shared = self._shared, None
        if shared is not None:
            shared.close()
        self._record = None

    def close(self) -> None:
        """Leave every kind of loop as it was."""
        for splice in self._splices.values():
            splice.undo()

    def pytest_enter_pdb(self) -> None:
        """Let a loop stand still for as long as somebody looks at it in the debugger."""
        if self._record is not None:
            self._record.limit = float("inf")

    def _note(self, blocked: Blocked) -> None:
        if self._record is not None and BLOCKED_LOOP not in self._record.allowed:
            self._record.blocked.append(blocked)

    def _watching(self, original: Callable[[Any], None]) -> Callable[[Any], None]:
        @wraps(original)
        def run_forever(self: asyncio.AbstractEventLoop) -> None:
            if (record := lookout._record) is None:
                return original(self)
            with watch_loop(self, record.limit, lookout._note):
                return original(self)

        lookout = self
        return run_forever
