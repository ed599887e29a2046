"""Where a piece of a program is: what runs on its thread, what is held above it, and so what a crossing may do."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from duotone import DualLock, Pool, Portal, Worker
from duotone.errors import Abandoned, HomeClosed, PoolClosed, TimedOut, WouldDeadlock, WrongLoop

if TYPE_CHECKING:
    from tests.model.ledger import Entry, Ledger
    from tests.model.programs import Node

__all__ = ["VARIABLES", "Place", "Root", "Values"]

VARIABLES = (ContextVar("north", default=0), ContextVar("south", default=0))

Kind: TypeAlias = Literal["none", "home", "bridge", "apart"]
"""Which loop runs on a thread: none, that of the program's start, the shared one, or that of a worker."""

# What work may meet whose caller may have stopped waiting, or whose loop may have ended.
_DOOM: tuple[type[BaseException], ...] = (asyncio.CancelledError, Abandoned, HomeClosed, PoolClosed, WrongLoop)


class Values:
    """What the context variables must be; `seen` is what they ever were, for work that was broken off."""

    def __init__(self, values: list[int]) -> None:
        """Start with these values."""
        self.now = values
        self.seen = [{value} for value in values]

    def copy(self) -> Values:
        """Return what work sees that gets a copy of the context."""
        return Values(list(self.now))

    def set(self, index: int, value: int) -> None:
        """Expect `value` from now on."""
        self.now[index] = value
        self.seen[index].add(value)

    def adopt(self, inner: Values) -> None:
        """Expect what `inner` has, since its changes came back."""
        for index, value in enumerate(inner.now):
            self.set(index, value)

    def accept(self, inner: Values) -> str | None:
        """Take what is there after work was broken off; say so if it comes from nowhere."""
        for index, variable in enumerate(VARIABLES):
            value = variable.get()
            if value != self.now[index] and value not in inner.seen[index]:
                return f"{variable.name} is {value}, was {self.now[index]}, and inside {inner.seen[index]}"
            self.set(index, value)
        return None


@dataclass(slots=True, eq=False)
class Root:
    """One program that runs, with what is its own and what it shares with those beside it."""

    ledger: Ledger
    shared_locks: tuple[DualLock, ...]
    shared_pools: tuple[Pool, ...]
    pool: Pool
    workers: list[Worker] = field(default_factory=list)
    locks: list[DualLock] = field(default_factory=list)
    portal: Portal | None = None
    background: list[asyncio.Task[Any]] = field(default_factory=list)
    inside: dict[DualLock, object] = field(default_factory=dict)
    has_loop: bool = False

    def new_worker(self) -> Worker:
        """Return a worker for one branch of the program."""
        self.workers.append(Worker(name="branch-worker"))
        return self.workers[-1]

    def new_locks(self) -> tuple[DualLock, ...]:
        """Return locks for one branch of the program."""
        self.locks += (fresh := [DualLock(), DualLock()])
        return tuple(fresh)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where some code runs; each crossing makes another place from it."""

    root: Root
    values: Values
    locks: tuple[DualLock, ...]
    worker: Worker
    loop: Kind = "none"
    home: Kind = "bridge"
    """Where `run` goes from here if no loop runs on this thread."""
    owner: object = field(default_factory=object)
    """Stands for the task or thread that owns what is locked here."""
    held: dict[DualLock, object] = field(default_factory=dict)
    jobs: tuple[Pool, ...] = ()
    """The pools that an ancestor holds a thread of."""
    holds_home: bool = False
    is_tight: bool = False
    """Below a sync wait that holds up a loop, or frames on the shared loop's thread."""
    is_doomed: bool = False
    """Somebody above may stop waiting."""
    is_detached: bool = False
    """Left behind by its creator, so that what is held above may be free by the time it asks."""

    def has_something(self) -> bool:
        """Tell whether something that others may need stands still when this place waits."""
        shared = {*self.root.shared_locks, *self.root.shared_pools}
        return self.is_tight or not shared.isdisjoint((*self.held, *self.jobs))

    def check(self, what: str) -> None:
        """Count a step, and hold the context variables to what they must be."""
        ledger = self.root.ledger
        ledger.step()
        for variable, value in zip(VARIABLES, self.values.now, strict=True):
            if variable.get() != value:
                ledger.fault(
                    f"{what}: {variable.name} is {variable.get()} and must be {value}; seen {self.values.seen}"
                )

    def branch(self, **changes: Any) -> Place:
        """Return the place of a task of its own, which shares no lock and no worker with its siblings."""
        root = self.root
        return replace(
            self, values=self.values.copy(), owner=object(), locks=root.new_locks(), worker=root.new_worker(), **changes
        )

    def across(self, node: Node, **changes: Any) -> Place:
        """Return the place on the other side of a crossing, with another owner and a copy of the context."""
        is_doomed = self.is_doomed or node.limit == "short"
        changes.setdefault("owner", object())
        return replace(self, values=self.values.copy(), is_doomed=is_doomed, **changes)

    def open(self, node: Node, *, refusal: Literal["never", "maybe", "surely"] = "never", also: Any = ()) -> Entry:
        """Enter a crossing into the ledger with everything that it may raise by itself."""
        if refusal == "surely" and (self.is_doomed or self.is_detached):
            refusal = "maybe"
        allowed = (*also,)
        if node.limit == "short":
            allowed += (TimedOut,)
        if self.is_doomed:
            allowed += _DOOM
        if refusal == "maybe":
            allowed += (WouldDeadlock,)
        entry = self.root.ledger.open(repr(node), allowed, must_refuse=refusal == "surely")
        entry.is_limited = node.limit == "short"
        return entry
