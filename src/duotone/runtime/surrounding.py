"""What stands around every attempt of a step, for whoever observes a process: entered where the unit runs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import TypeAlias

__all__ = ["Around", "surround", "surrounding"]

Around: TypeAlias = Callable[[str, str], AbstractContextManager[object]]
"""Gives what is entered around an attempt, for the key of its step and the name of its unit. It is entered on the
thread, or in the task, that the unit runs on, so that what it puts into the context is seen there."""

_arounds: tuple[Around, ...] = ()
_NOTHING = nullcontext()


def surround(around: Around) -> Callable[[], None]:
    """Enter this around every attempt from here on; returns what ends that."""
    global _arounds  # noqa: PLW0603  # observers are of the process
    _arounds = (*_arounds, around)

    def end() -> None:
        global _arounds  # noqa: PLW0603  # as above
        _arounds = tuple(one for one in _arounds if one is not around)

    return end


def surrounding(key: str, unit: str) -> AbstractContextManager[object]:
    """Return what is to be entered around an attempt."""
    if not _arounds:
        return _NOTHING
    stack = ExitStack()
    for around in _arounds:
        stack.enter_context(around(key, unit))
    return stack
