"""The faults that a test can be guilty of: their names, and the text of the failure that each becomes."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from textwrap import indent
from typing import TYPE_CHECKING

from duotone.contract.guards.coroutines import Lost, Place
from duotone.testing.places import own_place, shorten, show

if TYPE_CHECKING:
    from collections.abc import Iterable

    from duotone.contract.guards.loops import Blocked

__all__ = [
    "ABANDONED_THREAD",
    "BLOCKED_LOOP",
    "CODES",
    "DROPPED_TASK",
    "HELD_LOOP",
    "LOST_COROUTINE",
    "NAMES",
    "Dropped",
    "Fault",
    "Left",
    "blocked_loop",
    "dropped_task",
    "held_loop",
    "left_running",
    "lost_coroutine",
    "report",
]

LOST_COROUTINE = "lost-coroutine"
BLOCKED_LOOP = "blocked-loop"
DROPPED_TASK = "dropped-task"
ABANDONED_THREAD = "abandoned-thread"
HELD_LOOP = "held-loop"

NAMES = (LOST_COROUTINE, BLOCKED_LOOP, DROPPED_TASK, ABANDONED_THREAD, HELD_LOOP)
"""All of them, as they are written in `allow=`."""

CODES = {LOST_COROUTINE: "DUO101", BLOCKED_LOOP: "DUO301", DROPPED_TASK: "DUO501", HELD_LOOP: "DUO301"}
"""The rule of `duotone check` that finds the same in the source; a thread that goes on has none."""


@dataclass(frozen=True)
class Fault:
    """One thing that a test did wrong: what, where, and what to write instead."""

    name: str
    what: str
    where: str
    remedy: str

    @property
    def title(self) -> str:
        """The name, after the code of the rule that finds the same in the source."""
        return f"{CODES[self.name]} {self.name}" if self.name in CODES else self.name

    def __str__(self) -> str:
        return f"{self.title}: {self.what}\n{indent(self.where, '  ')}\n{self.remedy}"


@dataclass(frozen=True)
class Left:
    """Something that goes on after its test: where it was started, and where it is now, if that is known."""

    what: str
    started: Place | None = None
    now: Place | None = None


@dataclass(frozen=True)
class Dropped:
    """A task that was collected before it had ended: its name, its coroutine's, and where that waited."""

    task: str
    coroutine: str
    place: Place


def lost_coroutine(lost: Lost, maker: str | None) -> Fault:
    """Describe a coroutine that was never awaited; `maker` is the test that made it, if that was an earlier one."""
    made = (
        f"made at {shorten(lost.file)}:{lost.line}" if lost.origin else f"defined at {shorten(lost.file)}:{lost.line}"
    )
    earlier = f" by {maker}, and lost here" if maker else ""
    function = lost.name.rpartition("<locals>.")[2]
    remedy = (
        f"It never ran: write 'await {function}(...)' in async code, or 'duotone.run({function}, ...)' in sync code."
    )
    where = show(Place(lost.file, lost.line, lost.function))
    return Fault(LOST_COROUTINE, f"{lost.name!r}, {made}{earlier}, was never awaited", where, remedy)


def blocked_loop(blocked: Blocked, limit: float) -> Fault:
    """Describe a loop that was blocked."""
    stack = [Place(frame.filename, frame.lineno or 0, frame.name) for frame in reversed(blocked.stack)]
    place = own_place(stack)
    at = f" at {shorten(place.file)}:{place.line}" if place else ""
    what = f"an event loop stood still for {blocked.seconds:.2f} s{at}; the limit is {limit:g} s"
    inner = stack[: stack.index(place) + 1] if place else []
    where = "\n".join(show(frame) for frame in reversed(inner)) or "(the code never let go, so its stack was not seen)"
    remedy = "Let it run on a worker: 'await duotone.call(function, ...)'; or await an async version of it."
    return Fault(BLOCKED_LOOP, what, where, remedy)


def dropped_task(dropped: Dropped) -> Fault:
    """Describe a task that nobody held."""
    function = dropped.coroutine.rpartition("<locals>.")[2]
    what = f"task {dropped.task!r} of {function!r} was collected before it had ended, since nobody held it"
    remedy = "Keep what 'create_task' returns until it is done, or start it in an 'asyncio.TaskGroup'."
    return Fault(DROPPED_TASK, what, show(dropped.place), remedy)


def left_running(left: Left) -> Fault:
    """Describe a thread that outlives its test."""
    at = f", started at {shorten(left.started.file)}:{left.started.line}," if left.started else ""
    where = [f"started {show(left.started)}"] if left.started else []
    where += [f"now {show(left.now)}"] if left.now else []
    remedy = "Make it end before the test does: tell it to, then join it; and give what it waits for a timeout."
    return Fault(ABANDONED_THREAD, f"{left.what}{at} goes on after its test", "\n".join(where), remedy)


def held_loop(place: Place) -> Fault:
    """Describe a sync wait that held up the loop on its own thread."""
    what = f"a sync wait at {shorten(place.file)}:{place.line} held up the event loop of its own thread"
    remedy = "Write 'await duotone.call(...)' there, or move the sync code to a worker: 'await duotone.offload(...)'."
    return Fault(HELD_LOOP, what, show(place), remedy)


def report(test: str, faults: Iterable[Fault]) -> str:
    """Return the text of the failure of one test, with the mark that allows it."""
    counted = Counter(faults)
    texts = [f"{fault}" if times == 1 else f"{fault}\n({times} times)" for fault, times in counted.items()]
    names = list(dict.fromkeys(fault.name for fault in counted))
    allowed = f'"{names[0]}"' if len(names) == 1 else json.dumps(names)
    return "\n\n".join([*texts, f"If {test} means it: @pytest.mark.duotone(allow={allowed})"])
