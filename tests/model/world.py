"""A world of threads and tasks that is stepped through at random, beside a model that knows who must wait."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Future
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import duotone
from duotone import DualLock
from duotone.errors import TimedOut, WouldDeadlock
from tests.model.ground import ground
from tests.model.parties import MARK, Gathering, LoopThread, Party, TaskParty, ThreadParty, shared_loop
from tests.model.watchdog import wait_until

__all__ = ["STEPS", "World"]

STEPS = {"taken": 0}

PARTIES = st.integers(0, 5)
LOCKS = st.integers(0, 1)


class World(RuleBasedStateMachine):
    """Two threads, two tasks on a loop of theirs, two on the shared loop, and two locks."""

    def __init__(self) -> None:
        """Bring everybody to life."""
        super().__init__()
        self._listening = ground()
        self.level = self._listening.__enter__()
        self.other = LoopThread()
        self.parties: list[Party] = [
            ThreadParty("thread-0"),
            ThreadParty("thread-1"),
            TaskParty("task-0", self.other.loop),
            TaskParty("task-1", self.other.loop),
            TaskParty("shared-0", shared_loop()),
            TaskParty("shared-1", shared_loop()),
        ]
        self.locks = (DualLock(), DualLock())
        self.owners: dict[int, Party] = {}
        self.depths = [0, 0]
        self.queues: tuple[list[Party], list[Party]] = ([], [])
        self.pending: dict[Party, Future[Any]] = {}
        self.waits: dict[Party, Gathering] = {}

    # -- the model ----------------------------------------------------------------------------------------------------

    def idle(self, number: int) -> Party | None:
        """Return a party if it waits for nothing."""
        party = self.parties[number]
        return None if party in self.pending else party

    def would_circle(self, party: Party, lock: int) -> bool:
        """Tell whether the owner of a lock waits, over however many locks, for one of this party's."""
        while (owner := self.owners.get(lock)) is not None and owner is not party:
            ahead = [index for index, queue in enumerate(self.queues) if owner in queue]
            if not ahead:
                return False
            lock = ahead[0]
        return owner is party

    def outcome(self, future: Future[Any]) -> Any:
        """Return what became of something that must be over soon."""
        STEPS["taken"] += 1
        wait_until(future.done, lambda: 0, lambda: f"{self.pending} {self.owners} {self.queues}")
        return future.exception() or future.result()

    def grant(self, lock: int) -> None:
        """Hand a free lock to the first in its queue."""
        if self.queues[lock]:
            party = self.owners[lock] = self.queues[lock].pop(0)
            self.depths[lock] = 1
            assert self.outcome(self.pending.pop(party)) is None

    # -- the rules ----------------------------------------------------------------------------------------------------

    @rule(number=PARTIES, lock=LOCKS, is_limited=st.booleans())
    def acquire(self, number: int, lock: int, is_limited: bool) -> None:  # noqa: FBT001  # drawn
        if (party := self.idle(number)) is None:
            return
        owner = self.owners.get(lock)
        future = party.acquire(self.locks[lock], 0.002 if is_limited and owner not in {None, party} else None)
        if owner in {None, party}:
            assert self.outcome(future) is None
            self.owners[lock] = party
            self.depths[lock] += 1
        elif self.would_circle(party, lock):
            assert isinstance(self.outcome(future), WouldDeadlock)
        elif is_limited:
            assert isinstance(self.outcome(future), TimedOut)
        else:
            self.pending[party] = future
            self.queues[lock].append(party)
            wait_until(lambda: len(self.locks[lock]._queue) == len(self.queues[lock]), lambda: 0, lambda: "not in line")

    @rule(lock=LOCKS)
    @precondition(lambda self: any(owner not in self.pending for owner in self.owners.values()))
    def release(self, lock: int) -> None:
        owner = self.owners.get(lock)
        if owner is None or owner in self.pending:
            return
        assert self.outcome(owner.release(self.locks[lock])) is None
        self.depths[lock] -= 1
        if not self.depths[lock]:
            del self.owners[lock]
            self.grant(lock)

    @rule(number=PARTIES, lock=LOCKS)
    def ask_from_inside(self, number: int, lock: int) -> None:
        """Ask for a lock in work that the party waits for: its own locks are out of reach there."""
        if (party := self.idle(number)) is None:
            return

        async def take() -> str:
            await self.locks[lock].acquire_async(timeout=0.002)
            self.locks[lock].release()
            return "taken"

        def take_sync() -> str:
            return duotone.run(take)

        got = self.outcome(party.do(take_sync, lambda: duotone.call(take_sync)))
        if self.owners.get(lock) is None:
            assert got == "taken"
        elif self.would_circle(party, lock):
            assert isinstance(got, WouldDeadlock)
        else:
            assert isinstance(got, TimedOut)

    @rule(number=PARTIES, depth=st.integers(0, 3))
    def wait_across(self, number: int, depth: int) -> None:
        if (party := self.idle(number)) is None:
            return
        wait = self.waits[party] = Gathering(depth)
        self.pending[party] = party.do(wait.sync, wait.coroutine)
        STEPS["taken"] += 1
        wait_until(wait.has_begun.is_set, lambda: 0, lambda: f"{party} doesn't begin")

    @rule(number=PARTIES)
    def finish(self, number: int) -> None:
        party = self.parties[number]
        if (wait := self.waits.pop(party, None)) is not None:
            wait.finish()
            assert self.outcome(self.pending.pop(party)) is wait.value
            party.mark += 1

    @rule(number=st.integers(2, 5))
    def cancel(self, number: int) -> None:
        party = self.parties[number]
        if party not in self.pending:
            return
        assert isinstance(party, TaskParty)
        wait = self.waits.pop(party, None)
        party.cancel()
        assert isinstance(self.outcome(self.pending.pop(party)), asyncio.CancelledError)
        for queue in self.queues:
            if party in queue:
                queue.remove(party)
        if wait is not None:
            wait.finish()  # a thread can't be stopped; it was abandoned, and ends now

    @rule(number=PARTIES)
    def time_out(self, number: int) -> None:
        if (party := self.idle(number)) is None:
            return
        sleep = asyncio.sleep
        future = party.do(lambda: duotone.run(sleep, 60, timeout=0.001), lambda: duotone.call(sleep, 60, timeout=0.001))
        assert isinstance(self.outcome(future), TimedOut)

    @rule(number=PARTIES)
    def set_mark_across(self, number: int) -> None:
        if (party := self.idle(number)) is None:
            return

        async def change() -> None:
            await asyncio.sleep(0)
            MARK.set(MARK.get() + 1)

        assert (
            self.outcome(party.do(lambda: duotone.run(change), lambda: duotone.call(lambda: duotone.run(change))))
            is None
        )
        party.mark += 1

    @rule(number=PARTIES)
    def read_mark(self, number: int) -> None:
        if (party := self.idle(number)) is not None:

            async def read() -> int:
                return MARK.get()

            assert self.outcome(party.do(MARK.get, read)) == party.mark

    @rule()
    def rest(self) -> None:
        """Leave the shared loop alone for longer than its background thread stays."""
        time.sleep(0.004)

    @invariant()
    def nobody_got_what_it_must_wait_for(self) -> None:
        for party, future in self.pending.items():
            assert not future.done(), f"{party}: {future}"
        for lock, model in zip(self.locks, range(2), strict=True):
            assert lock.locked() == (model in self.owners)

    def teardown(self) -> None:
        """Let everything end, and see that nothing is left."""
        for party in list(self.waits):
            self.finish(self.parties.index(party))
        while self.owners:
            for lock in list(self.owners):
                self.release(lock)
        for party in self.parties:
            party.end()
        self.other.end()
        wait_until(lambda: not self.level.remains(), lambda: 0, lambda: str(self.level.remains()))
        self._listening.__exit__(None, None, None)
        assert not self.level.heard
