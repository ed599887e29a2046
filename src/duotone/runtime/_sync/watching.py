# Made by `duotone mirror` from ../_async/watching.py: edit that file, and run it again.
"""Who watches a run: its own callback of either color, told of each event once it is durable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from duotone.contract.handlers import ErrorPolicy, Handlers
from duotone.runtime.events import Event
from duotone.runtime.suppressing import note_all_suppressed

__all__ = ["OnEvent", "Watch"]

_WHERE = "a callback for events"

OnEvent: TypeAlias = "Callable[[Event], object]"
"""What is called with each event of a run; of either color."""


class Watch:
    """The watchers of one run. Their errors never change what becomes of the run; the policy says who hears of them."""

    def __init__(self, watchers: Sequence[OnEvent], errors: ErrorPolicy = "raise") -> None:
        self.policy: ErrorPolicy = errors
        self.errors: list[Exception] = []
        self._handlers: Handlers[Event] = Handlers(errors="collect")
        for watcher in watchers:
            self._handlers.add(watcher)

    def show(self, events: Sequence[Event]) -> None:
        """Tell of events, in their order."""
        for event in events:
            delivery = self._handlers.emit(event)
            self.errors += delivery.errors

    def settle(self) -> None:
        """Raise what watchers have raised, once the run is over, if that is the policy, and count it otherwise."""
        if self.policy != "raise":
            self.leave()
        elif self.errors:
            errors, self.errors = self.errors, []
            if len(errors) == 1:
                raise errors[0]
            message = f"watching the run failed {len(errors)} times; the run itself is not touched by that"
            raise ExceptionGroup(message, errors)

    def leave(self) -> None:
        """Count what watchers have raised and nobody was told of, once nobody will be."""
        errors, self.errors = self.errors, []
        note_all_suppressed(_WHERE, errors)
