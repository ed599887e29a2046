"""What lets a receiver count the same notice once, however often it is tried."""

from __future__ import annotations

import threading
from typing import Final

__all__ = ["Once"]

_MOST: Final = 10_000


class Once:
    """The keys that were taken care of, the last ones of them; safe from any thread.

    ``if once.is_first(notice.key): ...`` is for a receiver that can't fail halfway. One that can looks with
    ``key in once`` and says `add` when it is done.
    """

    def __init__(self, most: int = _MOST) -> None:
        """Know no key yet, and at most so many."""
        self._most = most
        self._keys: dict[str, None] = {}  # in the order in which they came
        self._changing = threading.Lock()

    def __contains__(self, key: object) -> bool:
        """Say whether a key was taken care of."""
        return key in self._keys

    def add(self, key: str) -> None:
        """Let a key be taken care of."""
        self.is_first(key)

    def is_first(self, key: str) -> bool:
        """Let a key be taken care of, and say whether it was not before; True for one caller of all that ask."""
        with self._changing:
            if key in self._keys:
                return False
            self._keys[key] = None
            if len(self._keys) > self._most:
                del self._keys[next(iter(self._keys))]
            return True
