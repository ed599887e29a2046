"""Who waits for whom: the graph in which a wait that could never end is seen before it starts.

1. A `Frame` is one crossing that is waited for: a thread or task (its `waiter`) stands still until the work under it
   ends. It travels down with the context of that work, into tasks, workers and nested calls, so the frames above any
   piece of code are those that wait for it.
2. While a frame is open, what it `holds` stands still too: the event loop on the waiting thread, or a worker's thread.
   That thread is held even when the waiter has left, if the work was abandoned and no other thread takes its place.
3. A `Wait` is a wait for something that somebody else has: a lock, a thread of a full pool, an event loop.
4. A wait for a pool or a loop can end as soon as one of those that have it goes on, a wait for a lock only when the
   owner and all who are ahead in the queue have. It never ends if those stand still under waits of which the same is
   true. Then `WouldDeadlock` is raised, before anything has been done.
5. Frames are closed by whoever opened them, so that work which outlives its caller is not accused.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import partial
from threading import get_ident
from typing import Any, TypeAlias

from duotone.contract.standstill import Standstill, Waiting
from duotone.errors import WouldDeadlock

__all__ = [
    "FRAME",
    "GRAPH",
    "Frame",
    "Graph",
    "Owner",
    "Wait",
    "current_owner",
    "frames_above",
    "name_of",
    "thing_name",
]

Owner: TypeAlias = asyncio.Task[Any] | int
"""Who can wait or own a lock: a task, or a thread (by its identifier) where no task is running."""


class Frame:
    """One crossing that is waited for, as the work below it sees it."""

    __slots__ = ("holds", "is_left", "is_open", "is_withdrawn", "name", "outer", "parent", "task", "waiter")

    def __init__(self, waiter: Owner, name: str, holds: object = None, parent: Frame | None = None) -> None:
        """Record that `waiter` waits for the work called `name`, and holds up `holds` meanwhile."""
        self.waiter = waiter
        self.name = name
        self.holds = holds
        self.parent = FRAME.get() if parent is None else parent
        self.outer: asyncio.AbstractEventLoop | None = None
        """The loop that is running on the waiting thread."""
        self.is_open = True
        self.is_left = False
        """Whether the waiter has gone, and only what is held still stands still."""
        self.is_withdrawn = False
        self.task: asyncio.Task[Any] | None = None

    def begun(self, task: asyncio.Task[Any]) -> None:
        """Remember the task that is waited for; a cancel that came during its first step reaches it now."""
        self.task = task
        if self.is_withdrawn and not task.done():
            task.cancel()

    def stops(self, thing: object) -> bool:
        """Tell whether `thing`, which is the waiter or what it holds, stands still while the work goes on."""
        return self.is_open and (thing is self.holds or not self.is_left)

    def cancel(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cancel the task that is waited for on `loop`, or withdraw it if it has not started; from any thread."""
        self.is_withdrawn = True
        loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()


FRAME: ContextVar[Frame | None] = ContextVar("duotone.frame", default=None)
"""The innermost crossing that the current code is part of."""


def frames_above(frame: Frame | None) -> Iterator[Frame]:
    """Yield `frame` and the open ones above it, innermost first."""
    while frame is not None:
        if frame.is_open:
            yield frame
        frame = frame.parent


class Wait(Waiting):
    """A wait of somebody, and what stands still until it is over."""

    __slots__ = ("owner", "still", "what")

    def __init__(
        self, owner: Owner, what: str, holders: Callable[[], Iterable[object]], frame: Frame | None, held: object = None
    ) -> None:
        """Describe a wait by `owner`, which is part of `frame` and holds up `held` itself."""
        super().__init__(holders)
        self.owner = owner
        self.what = what
        self.still: list[tuple[object, Frame | None]] = [(owner, None)]
        """What stands still until this wait is over, each with the open frame that makes it so."""
        if held is not None:
            self.still.append((held, None))
        for above in frames_above(frame):
            self.still.append((above.waiter, above))
            if above.holds is not None:
                self.still.append((above.holds, above))


class Graph:
    """All waits of the process; its mutex guards them, and the things that are waited for, for moments only."""

    def __init__(self) -> None:
        """Start without waits."""
        self.mutex = threading.RLock()  # a finalizer may leave a queue in the middle of anything
        self._stopped: dict[object, dict[Wait, Frame | None]] = {}

    def add(self, wait: Wait) -> None:
        """Record a wait that is about to start; raises `WouldDeadlock` if it would never end. The mutex is held."""
        for thing, frame in wait.still:
            self._stopped.setdefault(thing, {}).setdefault(wait, frame)
        while wait in (stuck := self._stuck(wait)):
            cycle = self._cycle(wait, stuck)
            if cycle is not None:
                self.remove(wait)
                raise WouldDeadlock(cycle, "let go of it before you wait, or 'await duotone.call(...)' where you wait")

    def remove(self, wait: Wait) -> None:
        """Forget a wait that is over. The mutex is held."""
        for thing, _ in wait.still:
            waits = self._stopped.get(thing, {})
            waits.pop(wait, None)
            if not waits:
                self._stopped.pop(thing, None)

    def is_empty(self) -> bool:
        """Tell whether nobody waits for anything."""
        return not any(self._stopped.values())

    def _stopping(self, thing: object) -> dict[Wait, Frame | None]:
        """Return the waits because of which `thing` stands still: its own, or those of the loop that it lives on."""
        things: list[object] = [thing]
        if isinstance(thing, asyncio.Task):
            things.append(thing.get_loop())
        found = [(each, *pair) for each in things for pair in self._stopped.get(each, {}).items()]
        return {wait: frame for each, wait, frame in found if frame is None or frame.stops(each)}

    def _stuck(self, start: Wait) -> set[Wait]:
        """Return the waits, of those on which the end of `start` depends, that can't end."""
        return Standstill(self._stopping).left_by(start)

    def _cycle(self, start: Wait, stuck: set[Wait]) -> tuple[str, ...] | None:
        """Describe one way around the circle, for the message; None if somebody has gone on meanwhile."""
        wait, seen = start, [start]
        links = [f"{thing_name(wait.owner)} needs {wait.what}"]
        while True:
            around = ((holder, *pair) for holder in wait.holders() for pair in self._stopping(holder).items())
            step = next((step for step in around if step[1] in stuck), None)
            if step is None:
                return None
            holder, wait, frame = step
            if not isinstance(holder, asyncio.AbstractEventLoop):  # which is what is needed
                links.append(f"{thing_name(holder)} has it")
            if frame is not None:
                waiter = "nobody" if frame.is_left else thing_name(frame.waiter)
                links.append(f"which stands still while {waiter} waits for {frame.name!r}")
            if wait in seen:
                return tuple(links)
            seen.append(wait)
            links.append(f"{thing_name(wait.owner)} needs {wait.what}")


GRAPH = Graph()

if hasattr(os, "register_at_fork"):  # pragma: no branch  # not on Windows
    os.register_at_fork(after_in_child=GRAPH.__init__)  # type: ignore[misc]  # the parent's waits are not the child's


def current_owner() -> Owner:
    """Return the running task, or the identifier of this thread where there is none."""
    loop = asyncio._get_running_loop()
    return (asyncio.current_task(loop) if loop is not None else None) or get_ident()


def thing_name(thing: object) -> str:
    """Return a short name for messages of a task, a thread, a loop or whatever can have something."""
    if isinstance(thing, int):
        names = (f"thread {thread.name!r}" for thread in threading.enumerate() if thread.ident == thing)
        return next(names, "a thread")
    return f"task {thing.get_name()!r}" if isinstance(thing, asyncio.Task) else str(thing)


def name_of(callee: object) -> str:
    """Return the name by which a callable or awaitable is called in messages."""
    while isinstance(callee, partial):
        callee = callee.func
    name: object = getattr(callee, "__qualname__", None)
    return name if isinstance(name, str) else type(callee).__qualname__
