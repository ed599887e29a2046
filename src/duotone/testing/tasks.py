"""Tasks of a test that nobody held, so that they were collected before they had ended."""

from __future__ import annotations

import asyncio
import inspect
from functools import wraps
from typing import TYPE_CHECKING, Any

from duotone.contract.guards.coroutines import Place
from duotone.contract.guards.splice import Splice
from duotone.testing.faults import DROPPED_TASK, Dropped

if TYPE_CHECKING:
    from collections.abc import Callable

    from duotone.testing.record import Record

__all__ = ["DroppedTasks"]

_DESTROYED = "Task was destroyed but it is pending!"
"""What asyncio tells the loop of such a task, in every version that we run on."""


class DroppedTasks:
    """Notes every task that is destroyed while it waits; asyncio tells its loop, and we listen there."""

    def __init__(self) -> None:
        """Listen from now on."""
        self._record: Record | None = None
        self._splice = Splice(asyncio.BaseEventLoop, "call_exception_handler", self._listening)

    def begin(self, record: Record) -> None:
        """Note for `record` what is dropped from now on, if the test may not do that."""
        self._record = None if DROPPED_TASK in record.allowed else record

    def settle(self) -> None:
        """Do nothing: a task is heard of when it is collected."""

    def end(self) -> None:
        """Note nothing more for this test."""
        self._record = None

    def close(self) -> None:
        """Listen no more."""
        self._splice.undo()

    def _listening(self, original: Callable[[Any, dict[str, Any]], None]) -> Callable[[Any, dict[str, Any]], None]:
        @wraps(original)
        def call_exception_handler(self: asyncio.BaseEventLoop, context: dict[str, Any]) -> None:
            if not lookout._note(context):
                original(self, context)

        lookout = self
        return call_exception_handler

    def _note(self, context: dict[str, Any]) -> bool:
        """Note a destroyed task, and tell whether that is all that anybody need hear of it."""
        record, task = self._record, context.get("task")
        if record is None or record.has_failed or context.get("message") != _DESTROYED or task is None:
            return False
        coroutine = task.get_coro()
        if not inspect.iscoroutine(coroutine) or inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED:
            return False  # one that never began is a lost coroutine, and reported as that
        record.dropped.append(Dropped(task.get_name(), coroutine.__qualname__, _place(coroutine)))
        return True


def _place(coroutine: Any) -> Place:
    frame, code = coroutine.cr_frame, coroutine.cr_code
    return Place(code.co_filename, frame.f_lineno if frame else code.co_firstlineno, code.co_name)
