"""Work that was asked for and never begun: dropped without an await, it becomes an event of the log.

1. Python tells nobody but a warning filter when a coroutine is dropped. What our async methods return is an `Owed`
   instead, a coroutine that knows whose it is: dropped before its first step, it leaves a note with its face.
2. That happens on any thread, possibly in the middle of a garbage collection, so a note is only put down there. The
   face writes its notes with the next thing that it does, at the latest when it is closed.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Mapping
from functools import wraps
from types import CodeType, CoroutineType
from typing import Any, NamedTuple, Protocol, TypeVar

from duotone.runtime.events import Draft

__all__ = ["Note", "Notes", "Owed", "notices_drops"]

T = TypeVar("T")
C = TypeVar("C", bound=type)


class Note(NamedTuple):
    """A draft that somebody could not wait for, and the session that it is about, if any; the draft names the run."""

    session: str | None
    draft: Draft


Notes = deque[Note]
"""Notes in the order in which they were put down; a deque can be extended from anywhere without a lock."""


class _Face(Protocol):
    notes: Notes


class Owed(Coroutine[Any, Any, T]):
    """A coroutine of ours that leaves a note if it is dropped before it has begun."""

    __slots__ = ("_code", "_coroutine", "_line", "_notes")

    def __init__(self, coroutine: CoroutineType[Any, Any, T], notes: Notes, code: CodeType, line: int) -> None:
        """Stand for `coroutine`, which was made at this line."""
        self._coroutine = coroutine
        self._notes: Notes | None = notes
        self._code, self._line = code, line

    def __await__(self) -> Generator[Any, Any, T]:
        """Begin."""
        self._notes = None
        return self._coroutine.__await__()

    def send(self, value: Any, /) -> Any:
        """Take a step, as a task does."""
        self._notes = None
        return self._coroutine.send(value)

    def throw(self, *error: Any) -> Any:
        """Raise an error where it stands."""
        self._notes = None
        return self._coroutine.throw(*error)

    def close(self) -> None:
        """End it, begun or not: who says so on purpose has dropped nothing."""
        self._notes = None
        self._coroutine.close()

    def __getattr__(self, name: str) -> Any:
        """Have the name and the frame of the coroutine itself, for whoever shows tasks."""
        return getattr(self._coroutine, name)

    def __del__(self) -> None:
        """Note that nobody has awaited it."""
        if self._notes is not None:
            self._notes.append(self._note())

    def _note(self) -> Note:
        frame = self._coroutine.cr_frame
        given: Mapping[str, Any] = frame.f_locals if frame else {}
        what, where = self._coroutine.__qualname__, f"{self._code.co_filename}:{self._line}"
        session = _named(given, "session") or getattr(given.get("promise"), "session", None)
        run = _named(given, "run") or _named(given, "saga")
        return Note(session, Draft("work.dropped", {"what": what, "where": where}, run))


def _named(given: Mapping[str, Any], what: str) -> str | None:
    """Return the id of what a call is about: its argument of that name, else what its face has under it."""
    about = given.get(what, getattr(given.get("self"), what, None))
    name = getattr(about, "id", about)
    return name if isinstance(name, str) else None


def notices_drops(face: C) -> C:
    """Let every public async method of a class that has `notes` return an `Owed`; sync methods stay as they are."""
    for name, function in list(vars(face).items()):
        if inspect.iscoroutinefunction(function) and not name.startswith("_"):
            setattr(face, name, _noticed(function))
    return face


def _noticed(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def begin(self: _Face, /, *args: Any, **kwargs: Any) -> Owed[Any]:
        caller = sys._getframe(1)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # costs next to nothing
        return Owed(function(self, *args, **kwargs), self.notes, caller.f_code, caller.f_lineno)

    return _marked(begin)


def _marked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function that returns coroutines pass for a coroutine function, as everybody asks for one."""
    if sys.version_info >= (3, 12):  # pragma: needs 3.12
        inspect.markcoroutinefunction(function)
    else:  # pragma: before 3.12
        vars(function)["_is_coroutine"] = getattr(asyncio.coroutines, "_is_coroutine", None)
    return function
