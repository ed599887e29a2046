"""The ledger: every call that is made, how often it ran, what it did, and what its caller got."""

from __future__ import annotations

import itertools
import threading
from asyncio import CancelledError
from dataclasses import dataclass, field

from duotone.errors import WouldDeadlock

__all__ = ["Entry", "Failure", "Ledger", "Severe"]


class Failure(Exception):  # named as what it is in a program
    """What a program raises on purpose."""


class Severe(BaseException):
    """The same, as an error that only a bare handler would catch."""


@dataclass(slots=True, eq=False)
class Entry:
    """One call: how often its callee was started, and how it ended there and at its caller."""

    what: str
    allowed: tuple[type[BaseException], ...]
    must_refuse: bool
    is_limited: bool = False
    times_started: int = 0
    value: object = field(default_factory=object)
    has_ended: bool = False
    error: BaseException | None = None
    outcome: str = "none"

    def is_settled(self) -> bool:
        """Tell whether the caller has its outcome, and the callee has ended if it was ever started."""
        return self.outcome != "none" and self.has_ended == bool(self.times_started)


class Ledger:
    """All calls of a few programs that run at the same time, and everything that was wrong."""

    def __init__(self) -> None:
        """Start with a clean page."""
        self.entries: list[Entry] = []
        self.faults: list[str] = []
        self._steps = itertools.count()
        self._fresh = itertools.count(1)
        self._mutex = threading.Lock()
        self.steps = 0

    def step(self) -> None:
        """Count one step of a program."""
        self.steps = next(self._steps) + 1

    def fresh(self) -> int:
        """Return a number that was never given before."""
        return next(self._fresh)

    def fault(self, text: str) -> None:
        """Remember something that must not happen; raising here could be swallowed by whoever is above."""
        self.faults.append(text)

    def open(self, what: str, allowed: tuple[type[BaseException], ...], *, must_refuse: bool) -> Entry:
        """Enter a call that is about to be made."""
        entry = Entry(what, allowed, must_refuse)
        with self._mutex:
            self.entries.append(entry)
        return entry

    def start(self, entry: Entry) -> None:
        """Note that the callee has started."""
        with self._mutex:
            entry.times_started += 1

    def returned(self, entry: Entry, value: object) -> None:
        """Note that the caller got a value; it must be the callee's own, which has ended well."""
        self._close(entry, "value")
        if entry.must_refuse:
            self.fault(f"{entry.what}: was not refused")
        if value is not entry.value or entry.times_started != 1 or entry.error is not None:
            self.fault(
                f"{entry.what}: its caller got {value!r}, after {entry.times_started} starts and {entry.error!r}"
            )

    def raised(self, entry: Entry, error: BaseException) -> None:
        """Note that the caller got an error; it must be the callee's own, or one that the place allows."""
        self._close(entry, type(error).__name__)
        if isinstance(error, WouldDeadlock) and not entry.times_started:
            if WouldDeadlock not in entry.allowed and not entry.must_refuse:
                self.fault(f"{entry.what}: refused without need: {error}")
            return
        if isinstance(error, entry.allowed):
            return
        own = entry.error
        is_own = error is own
        if isinstance(own, CancelledError) and not entry.is_limited:  # each task raises its own instance
            is_own = isinstance(error, CancelledError)
        if not is_own or entry.times_started != 1:
            self.fault(
                f"{entry.what}: its caller got {error!r}, and the callee {own!r} after {entry.times_started} starts"
            )

    def _close(self, entry: Entry, outcome: str) -> None:
        with self._mutex:
            if entry.outcome != "none":
                self.fault(f"{entry.what}: two outcomes at its caller, {entry.outcome} and {outcome}")
            entry.outcome = outcome

    def complaints(self) -> list[str]:
        """Return everything that is wrong, once all programs are over."""
        twice = [
            f"{entry.what}: it ran {entry.times_started} times" for entry in self.entries if entry.times_started > 1
        ]
        return self.faults + twice

    def unsettled(self) -> list[Entry]:
        """Return the calls that are not over: lost, if nothing goes on any more."""
        return [entry for entry in list(self.entries) if not entry.is_settled()]
