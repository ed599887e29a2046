"""The roots: several programs at the same time, on threads and loops of their own, from start to end."""

from __future__ import annotations

import asyncio
import sys
import threading
from contextvars import Context
from typing import TYPE_CHECKING

from duotone import DualLock, Pool, Portal, Worker
from tests.model import async_verbs, sync_verbs, task_verbs  # noqa: F401  # registers the verbs
from tests.model.ground import ground
from tests.model.ledger import Entry, Ledger
from tests.model.places import Place, Root, Values
from tests.model.verbs import callee
from tests.model.watchdog import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.model.programs import Start

__all__ = ["run_programs"]


def run_programs(starts: list[Start]) -> int:
    """Run programs at the same time, hold everything to its promise, and return how many steps they took."""
    with ground() as level:
        ledger = Ledger()
        shared_locks = (DualLock(), DualLock())
        shared_pools = (Pool(2, name="shared-pool"), Worker(name="shared-worker"))
        inside: dict[DualLock, object] = {}
        roots = [
            Root(
                ledger,
                shared_locks,
                shared_pools,
                Pool(64, name="root-pool"),
                inside=inside,
                has_loop=start.program.is_async,
            )
            for start in starts
        ]
        _run_roots(starts, roots)
        _wait(ledger, level.goes_on)
        for pool in (*shared_pools, *(pool for root in roots for pool in (root.pool, *root.workers))):
            pool.close()
        _wait(ledger, lambda: [*level.remains(), *ledger.unsettled()])
        locked = [lock for lock in (*shared_locks, *(lock for root in roots for lock in root.locks)) if lock.locked()]
    wrong = ledger.complaints() + level.heard + [f"still locked: {lock}" for lock in locked]
    assert not wrong, "\n".join(wrong)
    return ledger.steps


def _wait(ledger: Ledger, remains: Callable[[], Sequence[object]]) -> None:
    """Wait until nothing remains."""
    wait_until(lambda: not remains(), lambda: ledger.steps, lambda: f"left behind: {remains()}")


def _run_roots(starts: list[Start], roots: list[Root]) -> None:
    barrier = threading.Barrier(len(starts))
    threads = [
        threading.Thread(
            target=Context().run, args=(_run_root, start, root, barrier), name=f"root-{index}", daemon=True
        )
        for index, (start, root) in enumerate(zip(starts, roots, strict=True))
    ]
    for thread in threads:
        thread.start()
    ledger = roots[0].ledger
    wait_until(lambda: not any(thread.is_alive() for thread in threads), lambda: ledger.steps, lambda: repr(starts))


def _run_root(start: Start, root: Root, barrier: threading.Barrier) -> None:
    entry = root.ledger.open(repr(start), (), must_refuse=False)
    place = Place(root, Values([0, 0]), root.new_locks(), root.new_worker(), loop="home" if root.has_loop else "none")
    function = callee(start.program, place, entry)
    barrier.wait()
    try:
        value = asyncio.run(_main(start, root, entry, place)) if root.has_loop else function()
    except BaseException as error:  # noqa: BLE001  # judged by the ledger
        root.ledger.raised(entry, error)
    else:
        root.ledger.returned(entry, value)


async def _main(start: Start, root: Root, entry: Entry, place: Place) -> object:
    if start.has_eager_tasks and sys.version_info >= (3, 12):
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
    root.portal = Portal()
    return await callee(start.program, place, entry)()
