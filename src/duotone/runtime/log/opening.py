"""Opening a log whose server may come up a moment later than whoever works on it."""

from __future__ import annotations

import logging
import time
from typing import Final

from duotone.errors import LogUnreachable
from duotone.runtime.log.store import Store

__all__ = ["open_patiently"]

_log = logging.getLogger(__name__)
_PAUSE: Final = 0.5
"""Seconds between two looks at a server that is down."""


def open_patiently(store: Store, seconds: float) -> None:
    """Open a store, and wait for its server if that is down; raises `LogUnreachable` if it stays so, or lets nobody in.

    Says so each time: what is waited for may be at another address.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            return store.open()
        except LogUnreachable as error:
            if error.is_lasting or time.monotonic() > until:
                raise
            _log.warning("the log %s can't be reached, and is waited for: %s", error.path, error.reason)
        time.sleep(min(_PAUSE, seconds))
