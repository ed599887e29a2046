"""Who is delivering what: the outboxes of this process, and what becomes of claims whose owner is gone."""

from __future__ import annotations

import threading
from uuid import uuid4

__all__ = ["Claims"]

_LIVING: set[str] = set()
"""The outboxes of this process that have begun to deliver and are open: processes have a name in the log, outboxes only
here."""


class Claims:
    """What one outbox is delivering at this moment; safe from any thread."""

    def __init__(self) -> None:
        """Be an outbox that lives and delivers nothing."""
        self.outbox = uuid4().hex
        self._flying: set[str] = set()
        self._changing = threading.Lock()

    def take(self, promise: str) -> bool:
        """Begin to deliver a promise; False if that is going on here."""
        with self._changing:
            if promise in self._flying:
                return False
            self._flying.add(promise)
            _LIVING.add(self.outbox)  # and not before, since most outboxes only write
            return True

    def leave(self, promise: str) -> None:
        """Have done what could be done about a promise."""
        with self._changing:
            self._flying.discard(promise)

    def is_left(self, promise: str, outbox: str) -> bool:
        """Say whether nobody in this process delivers a promise that an outbox of this process has claimed."""
        if outbox == self.outbox:
            return promise not in self._flying
        return outbox not in _LIVING

    def close(self) -> None:
        """Be gone."""
        _LIVING.discard(self.outbox)
