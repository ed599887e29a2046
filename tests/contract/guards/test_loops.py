"""A loop that is blocked is reported with the stack that blocks it; a loop that is idle is not."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvloop

from duotone import figures, run
from duotone.contract.bridge import bridge
from duotone.contract.guards import Blocked, LoopWatch, watch_loop
from duotone.contract.guards.pulses import Stretch
from duotone.errors import BadTimeout, NoRunningLoop
from tests.contract.threads import Background

pytestmark = pytest.mark.duotone(allow="blocked-loop")

LIMIT = 0.2

Main = Callable[[], Coroutine[Any, Any, Any]]


def block(seconds: float) -> None:
    """Hold up the loop of this thread."""
    time.sleep(seconds)


def run_on_asyncio(main: Main) -> Any:
    return asyncio.run(main())


def run_on_uvloop(main: Main) -> Any:
    return uvloop.run(main())


def run_on_the_bridge(main: Main) -> Any:
    return run(main)


RUNNERS = [run_on_asyncio, run_on_uvloop, run_on_the_bridge]

every_loop = pytest.mark.parametrize("run_main", RUNNERS, ids=lambda runner: runner.__name__)


class Reports:
    """What a watch has reported; `wait` blocks until it has."""

    def __init__(self) -> None:
        self.blocked: list[Blocked] = []
        self.unblocked: list[Blocked] = []
        self._is_blocked, self._is_unblocked = threading.Event(), threading.Event()

    def on_blocked(self, blocked: Blocked) -> None:
        self.blocked.append(blocked)
        self._is_blocked.set()

    def on_unblocked(self, blocked: Blocked) -> None:
        self.unblocked.append(blocked)
        self._is_unblocked.set()

    def watch(self, loop: asyncio.AbstractEventLoop | None = None, limit: float = LIMIT) -> LoopWatch:
        return watch_loop(loop, limit, self.on_blocked, self.on_unblocked)

    def block_until_reported(self) -> None:
        """Block the calling thread, which is what gets reported."""
        assert self._is_blocked.wait(10), "the block was not reported"

    async def until_unblocked(self) -> None:
        """Let the loop go on until the end of the block has been reported."""
        assert await asyncio.to_thread(self._is_unblocked.wait, 10)


@pytest.fixture
def reports() -> Reports:
    return Reports()


@every_loop
def test_a_blocked_loop_is_reported_while_it_is_blocked_with_the_stack_that_blocks_it(
    run_main: Callable[[Main], Any], reports: Reports
) -> None:
    async def main() -> None:
        with reports.watch():
            await asyncio.sleep(0)
            reports.block_until_reported()
            assert not reports.blocked[0].is_over
            await reports.until_unblocked()

    run_main(main)
    (blocked,) = reports.blocked
    assert "block_until_reported" in [frame.name for frame in blocked.stack]
    assert "main" in [frame.name for frame in blocked.stack]
    assert isinstance(blocked.loop, asyncio.AbstractEventLoop)


@every_loop
def test_the_record_has_the_whole_duration_when_it_is_over(run_main: Callable[[Main], Any], reports: Reports) -> None:
    async def main() -> None:
        with reports.watch():
            await asyncio.sleep(0)
            reports.block_until_reported()
            block(2 * LIMIT)
            await reports.until_unblocked()

    run_main(main)
    (blocked,) = reports.unblocked
    assert blocked is reports.blocked[0]
    assert blocked.is_over
    assert blocked.seconds > 2 * LIMIT


@every_loop
def test_each_block_is_counted_once(run_main: Callable[[Main], Any], reports: Reports) -> None:
    async def main() -> None:
        with reports.watch():
            reports.block_until_reported()
            block(LIMIT)
            await reports.until_unblocked()

    before = figures().blocked_loops
    run_main(main)
    assert figures().blocked_loops == before + 1
    assert len(reports.blocked) == len(reports.unblocked) == 1


async def turn_for_ever() -> None:
    while True:  # noqa: ASYNC110  # there is nothing to wait for
        await asyncio.sleep(0)


@every_loop
def test_a_loop_that_waits_or_is_merely_busy_is_not_reported(run_main: Callable[[Main], Any], reports: Reports) -> None:
    async def main() -> None:
        with reports.watch(limit=0.5):
            await asyncio.sleep(0.6)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(turn_for_ever(), 0.6)

    run_main(main)
    assert reports.blocked == []


def test_a_loop_that_nobody_runs_is_not_reported(reports: Reports) -> None:
    with asyncio.Runner() as runner, reports.watch(runner.get_loop()):
        runner.run(asyncio.sleep(0))
        time.sleep(2 * LIMIT)
        runner.run(asyncio.sleep(0))
    assert reports.blocked == []


def test_another_kind_of_loop_that_nobody_runs_is_not_reported(reports: Reports) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner, reports.watch(runner.get_loop()):
        runner.run(asyncio.sleep(0))
        time.sleep(2 * LIMIT)
        runner.run(asyncio.sleep(0))
    assert reports.blocked == []


def test_the_shared_loop_is_not_blocked_when_nobody_drives_it(reports: Reports) -> None:
    run(asyncio.sleep, 0)
    with reports.watch(bridge.loop):
        time.sleep(2 * LIMIT)
        run(asyncio.sleep, 0)
        time.sleep(2 * LIMIT)
    assert reports.blocked == []


def test_the_shared_loop_is_blocked_by_a_first_step_that_blocks(reports: Reports) -> None:
    async def step() -> None:
        reports.block_until_reported()

    with reports.watch(bridge.loop):
        run(step)
    assert "step" in [frame.name for frame in reports.blocked[0].stack]
    assert reports.unblocked == reports.blocked


def test_a_loop_on_another_thread_can_be_watched(reports: Reports, background: Background) -> None:
    loop = asyncio.new_event_loop()
    join = background.start(loop.run_forever)
    with reports.watch(loop):
        loop.call_soon_threadsafe(reports.block_until_reported)
        assert reports._is_unblocked.wait(10)
    loop.call_soon_threadsafe(loop.stop)
    join()
    loop.close()
    assert "block_until_reported" in [frame.name for frame in reports.blocked[0].stack]


def hold_the_interpreter(seconds: float) -> None:
    """Block without letting any other thread run, as a long call into C does."""
    ctypes.PyDLL(None).usleep(int(seconds * 1e6))


def test_code_that_never_lets_go_of_the_interpreter_is_reported_all_the_same(reports: Reports) -> None:
    async def main() -> None:
        with reports.watch():
            await asyncio.sleep(2 * LIMIT)
            hold_the_interpreter(2 * LIMIT)
            await reports.until_unblocked()

    asyncio.run(main())
    assert reports.unblocked[0].seconds > 1.9 * LIMIT


def test_a_block_that_goes_on_when_the_watch_is_closed_ends_there(reports: Reports) -> None:
    async def main() -> None:
        with reports.watch():
            reports.block_until_reported()

    asyncio.run(main())
    assert reports.unblocked == reports.blocked
    assert reports.blocked[0].is_over


def test_a_watch_without_listeners_counts() -> None:
    async def main() -> None:
        with watch_loop(limit=LIMIT):
            block(2 * LIMIT)

    before = figures().blocked_loops
    asyncio.run(main())
    assert figures().blocked_loops == before + 1


def test_what_a_listener_raises_goes_to_the_hook_and_the_watch_goes_on(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooked: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", hooked.append)

    def fail(blocked: Blocked) -> None:
        reports.on_blocked(blocked)
        raise SystemExit("broken")

    async def main() -> None:
        with watch_loop(None, LIMIT, fail, reports.on_unblocked):
            reports.block_until_reported()
            await reports.until_unblocked()

    asyncio.run(main())
    assert [repr(args.exc_value) for args in hooked] == ["SystemExit('broken')"]


def test_a_loop_is_left_as_it_was() -> None:
    async def main() -> None:
        selector = asyncio.get_running_loop()._selector  # type: ignore[attr-defined]
        before = dict(vars(selector))
        with watch_loop():
            await asyncio.sleep(0)
        assert vars(selector).keys() == before.keys()

    asyncio.run(main())


def test_a_watch_ends_with_its_loop(reports: Reports) -> None:
    loop = asyncio.new_event_loop()
    watch = reports.watch(loop)
    loop.close()
    watch.look()
    watch.close()
    assert reports.blocked == []


def test_one_thread_looks_at_all_loops(background: Background) -> None:
    async def main() -> None:
        reports = Reports()
        with reports.watch():
            reports.block_until_reported()

    for join in [background.start(asyncio.run, main()) for _ in range(3)]:
        join()
    assert len([thread for thread in threading.enumerate() if thread.name == "duotone-monitor"]) == 1


def test_a_limit_that_is_no_time_is_refused() -> None:
    async def main() -> None:
        watch_loop(limit=-1)

    with pytest.raises(BadTimeout):
        asyncio.run(main())


def test_a_loop_must_be_given_or_running() -> None:
    with pytest.raises(NoRunningLoop, match="watch_loop"):
        watch_loop()


class Pulse:
    """A pulse that says what the test wants."""

    grain = 1.0
    thread = None

    def __init__(self, *answers: float | None) -> None:
        self.answers = list(answers)
        self.ended: deque[Stretch] = deque()

    def busy_since(self) -> float | None:
        return self.answers.pop(0)

    def stop(self) -> None: ...


@pytest.fixture
def watch(reports: Reports) -> LoopWatch:
    """A watch that nobody looks at, on a loop that nobody runs."""
    watch = LoopWatch(asyncio.new_event_loop(), LIMIT, reports.on_blocked, reports.on_unblocked)
    watch._loop.close()
    return watch


def test_a_block_that_ends_while_its_stack_is_taken_is_left_to_the_record_of_its_end(
    watch: LoopWatch, reports: Reports
) -> None:
    watch._pulse = Pulse(1.0, None)
    watch.look()
    assert reports.blocked == []


def test_a_block_whose_end_was_not_seen_is_over_when_the_loop_is_seen_to_do_something_else(
    watch: LoopWatch, reports: Reports
) -> None:
    watch._pulse = Pulse(1.0, 1.0, time.monotonic())
    watch.look()
    watch.look()
    assert reports.unblocked == reports.blocked
    assert reports.blocked[0].stack == []
