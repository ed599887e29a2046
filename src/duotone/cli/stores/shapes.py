"""The methods that every store has, whether it is a file here or a server elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

__all__ = ["Outbox", "Processes", "Row", "Rows", "Runs", "Sessions", "Store"]

Row: TypeAlias = "dict[str, Any]"
"""Something as JSON has it: a run, a session, an event."""

Rows: TypeAlias = "list[Row]"


class Runs(Protocol):
    """Runs of every kind: sagas, workflows, turns of conversations."""

    def list(self, *, kind: str | None, status: str | None, session: str | None, limit: int) -> Rows:
        """Return the last runs, or all if the limit is 0, in the order in which they began."""
        ...

    def show(self, run: str) -> Row:
        """Return how a run stands, with its steps; raises `NoSuchRun`."""
        ...

    def events(self, run: str, *, follow: bool) -> Iterator[Row]:
        """Yield the events of a run; with `follow`, as they come, until it has ended."""
        ...

    def cancel(self, run: str, reason: str, by: str) -> Row:
        """Ask for the end of a run, and return how it stands; raises `RunFinished`."""
        ...

    def resume(self, run: str) -> Row:
        """Go on with a run, and return how it stands."""
        ...

    def branch(self, run: str, step: str, inputs: Mapping[str, Any]) -> Row:
        """Begin a run that has what an older one had before `step`."""
        ...

    def replay(self, run: str) -> Row:
        """Fold the events of a run again, and say what doesn't follow."""
        ...

    def decide(self, run: str, step: str, decision: str, result: Any, by: str) -> Row:
        """Say what became of a step whose outcome is unknown."""
        ...

    def recover(self) -> Rows:
        """Go on with all runs whose process has ended."""
        ...


class Sessions(Protocol):
    """Governed sessions."""

    def list(self) -> Rows:
        """Return all sessions, by name."""
        ...

    def show(self, session: str) -> Row:
        """Return a session with participants and approvals; raises `NoSuchSession`."""
        ...

    def create(self, session: str | None, limits: Mapping[str, Any], by: str) -> Row:
        """Create a session."""
        ...

    def join(self, session: str, participant: str, trust: float | None) -> Row:
        """Let somebody in."""
        ...

    def leave(self, session: str, participant: str, because: str | None) -> Row:
        """Let somebody go."""
        ...

    def activate(self, session: str) -> Row:
        """Let participants act."""
        ...

    def elevate(self, session: str, participant: str, lent: Mapping[str, Any]) -> Row:
        """Lend somebody a better ring: `ring`, for so many `seconds`, `by` whom, and why (`because`)."""
        ...

    def lower(self, session: str, participant: str) -> Row:
        """Take back what was lent."""
        ...

    def decide(self, session: str, request: str, by: str, *, approved: bool) -> Row:
        """Approve or reject what waits for it, once."""
        ...

    def kill(self, session: str, participant: str | None, by: str, reason: str) -> Row:
        """Stop a participant or the whole session, and return what was really stopped."""
        ...

    def terminate(self, session: str, by: str, because: str | None) -> Row:
        """End a session."""
        ...

    def verify(self, session: str) -> Row:
        """Read all of its events again, and say whether they are those that were written."""
        ...


class Processes(Protocol):
    """Commands in the background."""

    def list(self, session: str | None) -> Rows:
        """Return the processes, the oldest first."""
        ...

    def show(self, process: str) -> Row:
        """Return how a process stands; raises `NoSuchProcess`."""
        ...

    def start(self, command: str | Sequence[str], session: str, cwd: str | None, timeout: float | None) -> Row:
        """Start a command."""
        ...

    def output(self, process: str, after: int) -> Row:
        """Return what a process has printed past a byte, with `end` for the next time."""
        ...

    def write(self, process: str, text: str) -> Row:
        """Write to the input of a process."""
        ...

    def wait(self, process: str, timeout: float | None) -> Row:
        """Return how a process stands once it is over, or the time is up."""
        ...

    def kill(self, process: str, by: str, *, at_once: bool) -> Row:
        """End a process with everything that came from it."""
        ...


class Outbox(Protocol):
    """What is promised to be delivered."""

    def list(self, session: str | None) -> Rows:
        """Return all promises."""
        ...

    def incidents(self, session: str | None) -> Rows:
        """Return what could not be delivered."""
        ...

    def withdraw(self, promise: str, reason: str) -> Row | None:
        """Say that nobody needs it; None if it is too late for that."""
        ...

    def expire(self) -> Rows:
        """Give up what is over its time, and return it."""
        ...


class Store(Protocol):
    """Where the operating commands work."""

    @property
    def name(self) -> str:
        """How messages call it."""
        ...

    @property
    def runs(self) -> Runs:
        """Its runs."""
        ...

    @property
    def sessions(self) -> Sessions:
        """Its sessions."""
        ...

    @property
    def processes(self) -> Processes:
        """Its processes."""
        ...

    @property
    def outbox(self) -> Outbox:
        """Its promises."""
        ...
