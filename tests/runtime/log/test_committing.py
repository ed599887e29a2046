"""Group commit: who waits is committed together, fails alone, and is never stranded by whoever leads."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from duotone.errors import LogBusy, LogClosed, RunTaken, Stale
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import AsyncLog, Log, MemoryStore, SqliteStore, Store
from duotone.runtime.log.store import Settled
from duotone.testing import LoopGaps
from tests.runtime.log.conftest import Clock, appending


class Held:
    """The write lock of a file, in the hands of somebody else."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute("begin immediate")

    def release(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("rollback")

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "log.db"
    with Log(path) as log:
        log.append(appending("first", "a"))
    return path


@pytest.fixture
def held(path: Path) -> Iterator[Held]:
    lock = Held(path)
    yield lock
    lock.close()


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_all_threads_that_wait_are_committed_together(path: Path, held: Held) -> None:
    store = SqliteStore(path, busy=30)
    log = Log(store)
    with ThreadPoolExecutor(16) as threads:
        done = [threads.submit(log.append, appending(f"s{number}", "a", "b")) for number in range(16)]
        until(lambda: len(log._commits._waiting) == 15)
        held.release()
        events = [event for one in done for event in one.result()]
    assert sorted(event.id for event in events) == list(range(2, 34))
    assert store._commits == 2
    store.close()


def test_all_tasks_that_wait_are_committed_together(path: Path, held: Held) -> None:
    store = SqliteStore(path, busy=30)

    async def main() -> None:
        async with AsyncLog(store) as log:
            first = asyncio.create_task(log.append(appending("s", "a")))
            while log._commits._thread is None or log._commits._waiting:  # noqa: ASYNC110  # a thread does it
                await asyncio.sleep(0.001)
            others = [asyncio.create_task(log.append(appending(f"s{number}", "a"))) for number in range(15)]
            await asyncio.sleep(0.01)
            held.release()
            await asyncio.gather(first, *others)

    asyncio.run(main())
    assert store._commits == 2
    store.close()


@pytest.mark.duotone(allow="blocked-loop")  # it is the test that begins all of them in one step of the loop
def test_a_flood_is_committed_in_parts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with AsyncLog(store) as log:
            await asyncio.gather(*(log.append(appending("s", "a")) for _ in range(1_200)))
            assert await log.head("s") == 1_200

    asyncio.run(main())


@pytest.mark.parametrize("face", ["threads", "tasks"])
def test_R10_a_transaction_belongs_to_one_thread_or_task_and_no_other_joins_it_or_rolls_back_with_it(
    face: str, store: Store
) -> None:
    """Half of all appends fail in their middle; of those nothing is kept, and of the others everything."""

    def batch(number: int, turn: int) -> Append:
        last = Draft("last", {"x": float("nan") if number % 2 else 1.0})
        return Append("shared", [Draft("first", {"by": [number, turn]}), Draft("middle", {"by": [number, turn]}), last])

    def thread(number: int) -> None:
        for turn in range(20):
            with contextlib.suppress(ValueError):
                log.append(batch(number, turn))
            seen = [event.kind for event in log.read("shared")]
            assert seen == ["first", "middle", "last"] * (len(seen) // 3)

    async def task(log: AsyncLog, number: int) -> None:
        for turn in range(20):
            with contextlib.suppress(ValueError):
                await log.append(batch(number, turn))
            seen = [event.kind for event in await log.read("shared")]
            assert seen == ["first", "middle", "last"] * (len(seen) // 3)

    async def tasks() -> None:
        async with AsyncLog(store) as log:
            await asyncio.gather(*(task(log, number) for number in range(8)))

    if face == "tasks":
        asyncio.run(tasks())
    else:
        log = Log(store)
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(thread, range(8)))
    events = store.read("shared")
    assert [event.kind for event in events] == ["first", "middle", "last"] * 80
    assert all(one.data == other.data for one, other in zip(events[::3], events[1::3], strict=True))
    assert sorted(tuple(event.data["by"]) for event in events[::3]) == [  # type: ignore[arg-type]  # a list of numbers
        (number, turn) for number in range(0, 8, 2) for turn in range(20)
    ]


def test_an_append_without_drafts_writes_nothing_and_returns_after_what_is_being_written(
    path: Path, held: Held
) -> None:
    store = SqliteStore(path, busy=30)

    async def main() -> None:
        async with AsyncLog(store) as log:
            first = asyncio.create_task(log.append(appending("s", "a")))
            empty = asyncio.create_task(log.append(Append("t", ())))
            await asyncio.sleep(0.05)
            assert not empty.done()
            held.release()
            assert await empty == []
            assert [event.kind for event in await log.read("s")] == ["a"]
            await first
            assert [row.session for row in await log.sessions()] == ["first", "s"]

    asyncio.run(main())
    store.close()


def test_a_refused_append_fails_alone_among_others(store: Store) -> None:
    async def main() -> None:
        async with AsyncLog(store) as log:
            await log.append(appending("s", "run.started", run="r", status="running"))
            results = await asyncio.gather(
                log.append(appending("s", "a")),
                log.append(appending("s", "a", seq=0)),
                log.append(appending("s", "a", run="r", fence=5)),
                log.append(appending("s", "b")),
                return_exceptions=True,
            )
            assert [type(result) for result in results] == [list, Stale, RunTaken, list]
            assert [event.kind for event in await log.read("s")] == ["run.started", "a", "b"]

    asyncio.run(main())


def test_everybody_who_waits_for_a_commit_that_fails_gets_an_error_of_his_own(path: Path, held: Held) -> None:
    store = SqliteStore(path, busy=0.3)
    log = Log(store)
    with ThreadPoolExecutor(4) as threads:
        errors = [one.exception() for one in [threads.submit(log.append, appending("s", "a")) for _ in range(4)]]
    assert all(isinstance(error, LogBusy) and error.__cause__ is not None for error in errors)
    assert len({id(error) for error in errors}) == 4
    held.release()
    log.append(appending("s", "a"))
    store.close()


class Interrupted(MemoryStore):
    """A store whose commit is interrupted once it is written."""

    is_interrupted = True

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        super().commit(appends, settled)
        if self.is_interrupted:
            raise KeyboardInterrupt


def test_an_interrupt_after_the_commit_is_raised_and_what_was_written_stays() -> None:
    store = Interrupted()
    log = Log(store)
    with pytest.raises(KeyboardInterrupt):
        log.append(appending("s", "a"))
    store.is_interrupted = False
    assert log.append(appending("s", "b", seq=1))[0].seq == 2


class Ticking(Clock):
    """A clock that waits for a sign, and whose first look is interrupted."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Event()
        self.go = threading.Event()
        self.count = 0

    def __call__(self) -> float:
        self.begun.set()
        assert self.go.wait(30)
        self.count += 1
        if self.count == 1:
            raise KeyboardInterrupt
        return self.now


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_an_interrupt_of_the_leader_writes_nothing_and_strands_nobody(kind: str, path: Path) -> None:
    clock = Ticking()
    store: Store = MemoryStore(clock=clock) if kind == "memory" else SqliteStore(path, clock=clock)
    log = Log(store)
    caught: list[BaseException] = []

    def lead() -> None:
        try:
            log.append(appending("s", "leader"))
        except KeyboardInterrupt as error:
            caught.append(error)

    leader = threading.Thread(target=lead)
    leader.start()
    assert clock.begun.wait(30)
    with ThreadPoolExecutor(3) as threads:
        others = [threads.submit(log.append, appending("s", "other")) for _ in range(3)]
        until(lambda: len(log._commits._waiting) == 3)
        clock.go.set()
        assert all(one.result()[0].kind == "other" for one in others)
    leader.join()
    assert len(caught) == 1
    assert [event.kind for event in store.read("s")] == ["other"] * 3
    store.close()


class Woken(Exception):
    """Raised by a signal."""


@pytest.mark.skipif(sys.platform == "win32", reason="needs an alarm")
def test_who_is_interrupted_while_waiting_withdraws_what_was_not_begun(path: Path, held: Held) -> None:
    store = SqliteStore(path, busy=30)
    log = Log(store)

    def wake(*_: object) -> None:
        raise Woken

    before = signal.signal(signal.SIGALRM, wake)
    with ThreadPoolExecutor(1) as threads:
        leading = threads.submit(log.append, appending("s", "leader"))
        until(lambda: log._commits._leader is not None and not log._commits._waiting)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(Woken):
                log.append(appending("s", "withdrawn"))
        finally:
            signal.signal(signal.SIGALRM, before)
        held.release()
        assert leading.result()[0].kind == "leader"
    log.append(appending("s", "next"))
    assert [event.kind for event in log.read("s")] == ["leader", "next"]
    store.close()


def test_a_cancelled_task_has_written_all_of_its_drafts_or_none(path: Path, held: Held) -> None:
    store = SqliteStore(path, busy=30)

    async def main() -> None:
        async with AsyncLog(store) as log:
            begun = asyncio.create_task(log.append(appending("s", "begun", "begun")))
            while log._commits._thread is None or log._commits._waiting:  # noqa: ASYNC110  # a thread does it
                await asyncio.sleep(0.001)
            waiting = [asyncio.create_task(log.append(appending("s", "waiting", "waiting"))) for _ in range(3)]
            await asyncio.sleep(0.01)
            begun.cancel()
            waiting[1].cancel()
            for task in (begun, waiting[1]):
                with pytest.raises(asyncio.CancelledError):
                    await task
            held.release()
            await asyncio.gather(waiting[0], waiting[2])
            kinds = [event.kind for event in await log.read("s")]
            assert kinds == ["begun"] * 2 + ["waiting"] * 4

    asyncio.run(main())
    store.close()


def test_closing_settles_what_waits_and_refuses_what_comes_later(path: Path, held: Held) -> None:
    log = Log(path)
    with ThreadPoolExecutor(4) as threads:
        appends = [threads.submit(log.append, appending("s", "a")) for _ in range(3)]
        until(lambda: len(log._commits._waiting) == 2)
        closing = threads.submit(log.close)
        until(lambda: log._commits._is_closed)
        with pytest.raises(LogClosed):
            log.append(appending("s", "late"))
        held.release()
        closing.result()
        assert sorted(one.result()[0].seq for one in appends) == [1, 2, 3]
    log.close()
    for call in (log.sessions, log.owner, lambda: log.read("s"), lambda: log.wait(0, 1), log.__enter__):
        with pytest.raises(LogClosed):
            call()


def test_closing_an_async_log_settles_what_waits_and_lets_watchers_go(path: Path, held: Held) -> None:
    async def main() -> None:
        log = AsyncLog(path)
        appends = [asyncio.create_task(log.append(appending("s", "a"))) for _ in range(3)]
        watchers = [asyncio.create_task(log.wait(10_000, None)) for _ in range(2)]
        await asyncio.sleep(0.05)
        closing = asyncio.create_task(log.close())
        await asyncio.sleep(0.05)
        with pytest.raises(LogClosed):
            await log.append(appending("s", "late"))
        held.release()
        await closing
        assert sorted([(await one)[0].seq for one in appends]) == [1, 2, 3]
        for watcher in watchers:
            with pytest.raises(LogClosed):
                await watcher
        await log.close()
        for call in (log.sessions, log.owner, lambda: log.read("s"), lambda: log.wait(0, 1), log.__aenter__):
            with pytest.raises(LogClosed):
                await call()

    asyncio.run(main())


def test_who_waits_in_a_thread_is_let_go_when_the_store_closes(store: Store) -> None:
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(store.wait, 10_000, None)
        time.sleep(0.05)
        store.close()
        with pytest.raises(LogClosed):
            waiting.result()


def test_a_store_that_closes_under_its_watchers_tells_them(store: Store) -> None:
    async def main() -> None:
        log = AsyncLog(store)
        watchers = [asyncio.create_task(log.wait(10_000, None)) for _ in range(3)]
        await asyncio.sleep(0.05)
        await asyncio.to_thread(store.close)
        for watcher in watchers:
            with pytest.raises(LogClosed):
                await watcher
        await log.close()

    asyncio.run(main())


def test_any_number_of_tasks_wait_with_one_thread(store: Store) -> None:
    async def main() -> None:
        async with AsyncLog(store) as log:
            before = threading.active_count()
            watchers = [asyncio.create_task(log.wait(number % 2, None)) for number in range(200)]
            await asyncio.sleep(0.05)
            assert threading.active_count() <= before + 1
            await log.append(appending("s", "a", "b"))
            assert set(await asyncio.gather(*watchers)) == {2}
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01):
                    await log.wait(2, None)

    asyncio.run(main())


def test_several_loops_share_one_log(store: Store) -> None:
    log = AsyncLog(store)

    async def go(number: int) -> int:
        await asyncio.gather(*(log.append(appending(f"s{number}", "a")) for _ in range(20)))
        return await log.head(f"s{number}")

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda number: asyncio.run(go(number)), range(4))) == [20] * 4
    asyncio.run(log.close())


def test_a_loop_that_has_gone_is_told_nothing(path: Path, held: Held) -> None:
    log = AsyncLog(path)
    loop = asyncio.new_event_loop()
    tasks = [loop.create_task(log.append(appending("s", "a"))), loop.create_task(log.wait(10_000, None))]
    loop.run_until_complete(asyncio.sleep(0.05))
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            loop.run_until_complete(task)
    loop.close()
    held.release()
    assert asyncio.run(log.append(appending("s", "b")))[0].seq == 2
    asyncio.run(log.close())


class Turns:
    """The most time that the loop's own thread has worked between two turns, whatever else the machine does."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.thread_time()

    def __call__(self) -> None:
        now = time.thread_time()
        self.longest = max(self.longest, now - self._last)
        self._last = now
        asyncio.get_running_loop().call_later(0.001, self)


@pytest.mark.parametrize("kind", ["free", "locked"])
def test_the_loop_is_never_held(kind: str, path: Path) -> None:
    """The machine may be busy, so one of several tries must show it; whoever blocks the loop fails them all."""

    async def attempt() -> tuple[float, float]:
        lock = Held(path) if kind == "locked" else None
        turns = Turns()
        turns()
        async with AsyncLog(path) as log, LoopGaps() as gaps:
            tasks = [asyncio.create_task(log.append(appending(f"s{each}", "a", "b"))) for each in range(16)]
            await asyncio.sleep(0.3)
            if lock is not None:
                lock.release()
            await asyncio.gather(*tasks, *(log.read(f"s{each}") for each in range(16)), log.wait(0, 1), log.owner())
        if lock is not None:
            lock.close()
        return gaps.longest, turns.longest

    longest, worked = map(min, zip(*(asyncio.run(attempt()) for _ in range(4)), strict=True))
    assert longest < 0.1
    # The tracer of coverage makes every line of Python several times dearer, which is not the store's doing.
    assert worked < (0.01 if sys.gettrace() is None else 0.05)


def test_a_sync_log_starts_no_thread_and_no_loop(path: Path) -> None:
    before = threading.enumerate()
    with Log(path) as log:
        for _ in range(3):
            log.append(appending("s", "a"))
            log.read("s")
        assert threading.enumerate() == before
