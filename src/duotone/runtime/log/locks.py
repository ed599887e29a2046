"""Locks on whole files that the system drops when their process dies, on every platform."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

__all__ = ["is_locked", "lock"]

if sys.platform == "win32":
    import msvcrt

    def lock(file: IO[bytes]) -> None:
        """Lock a file; raises `OSError` if somebody else has locked it."""
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def _try(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(file: IO[bytes]) -> None:
        """Lock a file; raises `OSError` if somebody else has locked it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _try(file: IO[bytes]) -> None:
        # Shared, so that two who look at the same time don't take each other for the holder.
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)


def is_locked(path: Path) -> bool:
    """Say whether somebody has locked the file of that name; one that isn't there is locked by nobody."""
    try:
        with path.open("rb+") as file:
            _try(file)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
