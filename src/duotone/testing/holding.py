"""Sync waits of a test that hold up the event loop on their own thread."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from duotone.contract import settings
from duotone.contract.guards.splice import Splice
from duotone.testing.faults import HELD_LOOP
from duotone.testing.places import own_place, places_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from duotone.testing.record import Record

__all__ = ["HeldLoops"]


class HeldLoops:
    """Notes every sync wait of a test that holds up the loop on its own thread."""

    def __init__(self) -> None:
        """Hear of such waits from now on, where they are counted."""
        self._record: Record | None = None
        self._splice = Splice(settings, "count", self._noting)

    def begin(self, record: Record) -> None:
        """Note for `record` what is held up from now on, if the test may not do that."""
        self._record = None if HELD_LOOP in record.allowed else record

    def settle(self) -> None:
        """Do nothing: a wait is known when it begins."""

    def end(self) -> None:
        """Note nothing more for this test."""
        self._record = None

    def close(self) -> None:
        """Hear of nothing any more."""
        self._splice.undo()

    def _noting(self, original: Callable[..., None]) -> Callable[..., None]:
        def count(*args: Any) -> None:
            place = own_place(places_of(inspect.currentframe()))
            if self._record is not None and place is not None:
                self._record.held.append(place)
            original(*args)

        return count
