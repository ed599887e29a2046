"""A small file that several processes read and change: one changes it at a time, and each change is whole or none."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from duotone.errors import LogBusy
from duotone.runtime.log.locks import lock

__all__ = ["KeptFile"]

_PATIENCE: Final = 5.0
"""Seconds for which somebody may be changing a file before another one gives up."""
_PAUSE: Final = 0.01


class KeptFile:
    """A file for its owner's eyes only; as long as it isn't there, it says what is in `blank`."""

    def __init__(self, path: Path, blank: bytes = b"") -> None:
        """Look at nothing yet."""
        self.path = path
        self._blank = blank
        self._stamp: tuple[int, int, int] | None = None

    @contextmanager
    def changed(self) -> Generator[bytes | None]:
        """Lend what is in it, None if that is known: once the block has ended well, it is."""
        stamp = _stamp(self.path)
        if stamp == self._stamp:
            yield None
            return
        yield self._blank if stamp is None else self.path.read_bytes()
        self._stamp = stamp

    @contextmanager
    def alone(self) -> Generator[None]:
        """Be the only one who changes it; raises `LogBusy` if somebody never lets go of it."""
        with Path(f"{self.path}.lock").open("ab") as file:
            deadline = time.monotonic() + _PATIENCE
            while True:
                try:
                    lock(file)
                except OSError:
                    if time.monotonic() > deadline:
                        raise LogBusy(str(self.path), _PATIENCE) from None
                    time.sleep(_PAUSE)
                else:
                    break
            yield

    def write(self, text: str) -> None:
        """Put another file into its place, at once; what is in that is known."""
        draft = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}")
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:  # noqa: PTH123  # of a descriptor
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
        finally:
            draft.unlink(missing_ok=True)
        self._stamp = _stamp(self.path)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size
