"""Errors that nobody can be told of at the time: each is counted, and can be asked for."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, replace

from duotone.contract.figures import count

__all__ = ["Suppressed", "note_all_suppressed", "note_suppressed", "suppressed_errors", "suppressing"]


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Errors of one type that were suppressed at one place, with the message of the last."""

    where: str
    kind: str
    message: str
    count: int
    at: float
    """When the last one came, in seconds since the epoch."""


_seen: dict[tuple[str, str], Suppressed] = {}
_changing = threading.Lock()


def note_suppressed(where: str, error: BaseException) -> None:
    """Count an error that is not raised."""
    count("suppressed_errors")
    kind = type(error).__name__
    with _changing:
        before = _seen.get((where, kind)) or Suppressed(where, kind, "", 0, 0.0)
        _seen[where, kind] = replace(before, message=str(error), count=before.count + 1, at=time.time())


def note_all_suppressed(where: str, errors: Iterable[BaseException]) -> None:
    """Count errors that are not raised."""
    for error in errors:
        note_suppressed(where, error)


@contextmanager
def suppressing(where: str, *errors: type[Exception]) -> Generator[None]:
    """Suppress these errors in a block of either color, and count them; `where` is how the place is called."""
    try:
        yield
    except errors as error:
        note_suppressed(where, error)


def suppressed_errors() -> list[Suppressed]:
    """Return what was suppressed in this process, the last first."""
    with _changing:
        return sorted(_seen.values(), key=lambda one: -one.at)
