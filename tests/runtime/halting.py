"""A log that stands still while it writes something, so that whoever waits for that can be cancelled meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

from duotone.runtime.events import Append
from duotone.runtime.log import MemoryStore
from duotone.runtime.log.store import Settled

__all__ = ["Halting"]


class Halting(MemoryStore):
    """Stands still in the first commit that has an event of this kind, until it is let go."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.go_on = threading.Event()
        self._kind: str | None = kind
        self._stands = threading.Event()

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        if any(draft.kind == self._kind for one in appends for draft in one.drafts):
            self._kind = None
            self._stands.set()
            assert self.go_on.wait(20)
        super().commit(appends, settled)

    async def stands(self) -> None:
        """Wait until it does."""
        while not self._stands.is_set():  # noqa: ASYNC110  # it is set on a thread
            await asyncio.sleep(0.005)
