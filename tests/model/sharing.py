"""Locks and pools in programs: which one a verb gets in its place, and whether it must be refused there."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from tests.model.crossings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duotone import DualLock, Pool
    from tests.model.ledger import Entry
    from tests.model.places import Place
    from tests.model.programs import Node

__all__ = ["Refusal", "locked", "locked_async", "pool_for"]

Refusal: TypeAlias = Literal["never", "maybe", "surely"]


def pool_for(node: Node, place: Place) -> tuple[Pool | None, Refusal]:
    """Return the pool that an offload goes to, and whether it would wait for itself there."""
    if node.choice == 0:
        return None, "never"
    if node.choice == 1:
        return place.root.pool, "never"
    if node.choice == 2:
        return place.worker, "surely" if place.worker in place.jobs else "never"
    pool = place.root.shared_pools[node.choice - 3]
    return pool, "maybe" if place.has_something() else "never"


def _lock_for(node: Node, place: Place) -> tuple[DualLock | None, Refusal]:
    """Return the lock that a verb takes, and whether its wait would never end."""
    locks = place.root.shared_locks if node.verb == "shared_lock" else place.locks
    lock = locks[node.choice % len(locks)]
    if place.held.get(lock, place.owner) is not place.owner:
        return lock, "surely"
    if node.verb == "lock":
        return lock, "never"
    if (
        place.is_detached and place.loop == "apart"
    ):  # a worker's loop stops between jobs, and with it whoever has the lock
        return None, "never"
    # A sync wait here holds up the tasks of this loop, and one of them may have the lock.
    is_holding = place.loop not in {"none", "bridge"} and not node.is_async
    return lock, "maybe" if is_holding or place.has_something() else "never"


@contextlib.contextmanager
def locked(node: Node, place: Place) -> Iterator[Place]:
    """Take the lock of a verb from sync code; the block gets the place inside."""
    lock, refusal = _lock_for(node, place)
    if lock is None:
        yield place
        return
    entry = place.open(node, refusal=refusal)
    try:
        lock.acquire(timeout=LIMITS[node.limit])
    except BaseException as error:
        place.root.ledger.raised(entry, error)
        raise
    try:
        yield _enter(lock, place, entry)
    finally:
        _leave(lock, place)


class locked_async:  # noqa: N801  # the twin of `locked`; a generator would be one too many for a loop that ends
    """Take the lock of a verb from a task; the block gets the place inside."""

    def __init__(self, node: Node, place: Place) -> None:
        self._node, self._place = node, place
        self._lock, self._refusal = _lock_for(node, place)

    async def __aenter__(self) -> Place:
        place = self._place
        if self._lock is None:
            return place
        entry = place.open(self._node, refusal=self._refusal)
        try:
            await self._lock.acquire_async(timeout=LIMITS[self._node.limit])
        except BaseException as error:
            place.root.ledger.raised(entry, error)
            raise
        return _enter(self._lock, place, entry)

    async def __aexit__(self, *exc_info: object) -> None:
        if self._lock is not None:
            _leave(self._lock, self._place)


def _enter(lock: DualLock, place: Place, entry: Entry) -> Place:
    """Note that the lock was taken, and that nobody else is inside."""
    ledger, inside = place.root.ledger, place.root.inside
    ledger.start(entry)
    entry.has_ended = True
    ledger.returned(entry, entry.value)
    if inside.setdefault(lock, place.owner) is not place.owner:
        ledger.fault(f"{entry.what}: two are inside")
    return replace(place, held={**place.held, lock: place.owner})


def _leave(lock: DualLock, place: Place) -> None:
    if lock not in place.held:
        del place.root.inside[lock]
    lock.release()
