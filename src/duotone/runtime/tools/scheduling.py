"""Which calls may go on side by side: those that name the same lock wait for each other, in the order of the reply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["Needs", "runnable"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Needs:
    """What a call needs for itself while it goes on."""

    locks: frozenset[str] = frozenset()
    is_alone: bool = False


def runnable(waiting: Sequence[T], running: Iterable[T], needs: Callable[[T], Needs]) -> list[T]:
    """Return those of the waiting calls that may start beside the running ones.

    No call overtakes an earlier one that waits for the same lock, and none begins before an earlier one that wants to
    be alone, so that every call has its turn.
    """
    held = [needs(call) for call in running]
    is_busy = bool(held)
    is_closed = any(need.is_alone for need in held)
    locks = {lock for need in held for lock in need.locks}
    chosen: list[T] = []
    for call in waiting:
        need = needs(call)
        if is_closed or (need.is_alone and is_busy):
            break
        if not need.locks & locks:
            chosen.append(call)
        is_busy, is_closed = True, need.is_alone
        locks |= need.locks
    return chosen
