"""Where an awaitable is run: on its own loop, at home, or on the bridge; and when that is refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from duotone import Pool, Portal, call, figures, offload, run, unblocked
from duotone.contract import gates
from duotone.contract.bridge import bridge
from duotone.contract.waits import GRAPH
from duotone.errors import HomeClosed, TimedOut, WouldDeadlock, WrongLoop
from tests.contract.threads import Background, Stuck, wait_until


async def current_loop() -> asyncio.AbstractEventLoop:
    await asyncio.sleep(0)
    return asyncio.get_running_loop()


class OtherLoop:
    """A loop that runs on a thread of its own."""

    def __init__(self, background: Background) -> None:
        self.loop = asyncio.new_event_loop()
        self._end = background.start(self.loop.run_forever)

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(10)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._end()
        self.loop.close()


@pytest.fixture
def other(background: Background) -> Any:
    loop = OtherLoop(background)
    yield loop
    loop.close()


def test_inside_offloaded_work_run_goes_home() -> None:
    async def main() -> None:
        here = asyncio.get_running_loop()
        assert await call(lambda: run(current_loop)) is here
        assert await offload(lambda: run(current_loop), pool=Pool(1)) is here

    asyncio.run(main())


def test_home_of_what_the_bridge_offloaded_is_the_bridge() -> None:
    async def main() -> object:
        return await call(lambda: run(current_loop))

    assert run(main) is bridge.loop


def test_work_that_a_thread_waits_for_has_no_home_but_the_bridge() -> None:
    assert run(lambda: run(current_loop), timeout=10) is bridge.loop


def test_context_errors_and_exits_cross_the_way_home() -> None:
    async def fail(error: BaseException) -> None:
        await asyncio.sleep(0)
        raise error

    async def main() -> None:
        for error in (LookupError("home"), SystemExit(3), KeyboardInterrupt()):
            with pytest.raises(type(error)):
                await call(partial(run, fail, error))
        assert await call(lambda: run(asyncio.sleep, 0, "on")) == "on"

    asyncio.run(main())


def test_a_timeout_on_the_way_home_cancels_there() -> None:
    ended = []

    async def hold() -> None:
        try:
            await asyncio.sleep(20)
        finally:
            ended.append(asyncio.get_running_loop())

    def work() -> None:
        with pytest.raises(TimedOut):
            run(hold, timeout=0.05)

    async def main() -> None:
        await call(work)
        assert ended == [asyncio.get_running_loop()]

    asyncio.run(main())


def test_a_future_of_another_loop_is_awaited_there(other: OtherLoop) -> None:
    async def make() -> asyncio.Future[int]:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(0.01, future.set_result, 5)
        return future

    assert run(other.run(make())) == 5


def test_a_future_that_is_done_needs_no_loop(other: OtherLoop) -> None:
    async def make() -> asyncio.Future[int]:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        future.set_result(6)
        return future

    assert run(other.run(make())) == 6


def test_a_future_of_a_loop_that_is_not_running_is_refused() -> None:
    loop = asyncio.new_event_loop()
    with pytest.raises(WrongLoop, match="isn't running"):
        run(loop.create_future())
    loop.close()


def test_R2_a_future_of_the_loop_that_waits_is_refused_before_any_side_effect() -> None:
    async def main() -> None:
        future = asyncio.get_running_loop().create_future()
        with pytest.raises(WouldDeadlock, match="would never end"):
            run(future)
        assert not future.cancelled()

    asyncio.run(main())
    assert GRAPH.is_empty()


def test_R2_going_back_to_a_loop_that_waits_is_refused_before_any_side_effect() -> None:
    ran: list[str] = []

    async def main() -> None:
        portal = Portal()

        async def deep() -> None:
            await call(portal.run, ran.append, "effect")

        with pytest.raises(WouldDeadlock, match="an event loop"):
            run(deep)

    asyncio.run(main())
    assert not ran


def test_two_loops_that_wait_for_each_other_are_refused(other: OtherLoop) -> None:
    async def portal() -> Portal:
        return Portal()

    theirs = other.run(portal())

    async def main() -> None:
        mine = Portal()

        async def there() -> None:
            mine.run(int)

        with pytest.raises(WouldDeadlock):
            theirs.run(there)
        assert theirs.run(int) == 0

    asyncio.run(main())


def test_awaiting_something_of_another_loop_inside_a_coroutine_is_named(other: OtherLoop) -> None:
    async def make() -> asyncio.Future[int]:
        return asyncio.get_running_loop().create_future()

    async def wait_for(future: asyncio.Future[int]) -> int:
        return await future

    with pytest.raises(WrongLoop, match="another event loop"):
        run(wait_for, other.run(make()))


def test_other_runtime_errors_pass_unchanged() -> None:
    async def fail() -> None:
        message = "plain"
        raise RuntimeError(message)

    with pytest.raises(RuntimeError, match=r"^plain$") as caught:
        run(fail)
    assert type(caught.value) is RuntimeError


def test_a_step_of_the_bridge_can_wait_for_another_loop(other: OtherLoop) -> None:
    async def portal() -> Portal:
        return Portal()

    theirs = other.run(portal())

    async def main() -> tuple[object, object]:
        ticks: list[int] = []
        task = asyncio.create_task(asyncio.sleep(0.01, "went on"))
        return theirs.run(asyncio.sleep, 0.05, "there"), task.result() if task.done() else ticks

    assert run(main) == ("there", "went on")


def test_a_step_of_the_bridge_can_time_out_on_another_loop(other: OtherLoop) -> None:
    async def portal() -> Portal:
        return Portal()

    theirs = other.run(portal())

    async def main() -> None:
        with pytest.raises(TimedOut):
            theirs.run(asyncio.sleep, 20, timeout=0.05)

    run(main)


def test_a_step_of_the_bridge_can_wait_for_a_worker() -> None:
    async def main() -> object:
        return run(lambda: run(asyncio.sleep, 0.01, "served"), timeout=10)

    assert run(main) == "served"


def test_a_long_wait_looks_around_and_goes_on(monkeypatch: pytest.MonkeyPatch, other: OtherLoop) -> None:
    monkeypatch.setattr(gates, "LOOK_AROUND", 0.005)
    monkeypatch.setattr("duotone.contract.crossing.LOOK_AROUND", 0.005)

    async def portal() -> Portal:
        return Portal()

    theirs = other.run(portal())

    async def main() -> object:
        return theirs.run(asyncio.sleep, 0.05, "nested")

    assert theirs.run(asyncio.sleep, 0.05, "plain") == "plain"
    assert run(main) == "nested"


def test_a_loop_that_ends_under_a_waiting_thread_is_noticed(
    monkeypatch: pytest.MonkeyPatch, background: Background
) -> None:
    monkeypatch.setattr(gates, "LOOK_AROUND", 0.01)
    loop = asyncio.new_event_loop()
    arrived = asyncio.Event()
    portals: list[Portal] = []

    async def main() -> None:
        portals.append(Portal())
        waiting.append(background.start(portals[0].run, arrive))
        await arrived.wait()

    async def arrive() -> None:
        arrived.set()
        await asyncio.sleep(20)

    waiting: list[Callable[[], object]] = []
    loop.run_until_complete(main())
    with pytest.raises(HomeClosed):
        waiting[0]()
    loop.run_until_complete(asyncio.gather(*asyncio.all_tasks(loop), return_exceptions=True))
    loop.close()


def test_a_loop_that_closes_before_the_work_started_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, background: Background
) -> None:
    monkeypatch.setattr(gates, "LOOK_AROUND", 0.2)
    loop = asyncio.new_event_loop()
    closed = threading.Event()

    async def make() -> Portal:
        return Portal()

    portal = loop.run_until_complete(make())
    monkeypatch.setattr(loop, "is_running", lambda: not closed.is_set())
    waiting = background.start(portal.run, asyncio.sleep, 0)
    while not loop._ready:  # type: ignore[attr-defined]
        pass
    closed.set()
    loop.close()
    with pytest.raises(HomeClosed):
        waiting()


def test_a_loop_that_is_closed_without_ado_ends_the_work_there(
    monkeypatch: pytest.MonkeyPatch, background: Background, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(gates, "LOOK_AROUND", 0.05)
    loop, cleaned = asyncio.new_event_loop(), threading.Event()

    async def stay(entered: asyncio.Event) -> None:
        entered.set()
        try:
            await asyncio.sleep(20)
        finally:
            cleaned.set()

    async def main() -> Callable[[], object]:
        entered = asyncio.Event()
        waiting = background.start(Portal().run, stay, entered)
        await entered.wait()
        return waiting

    waiting = loop.run_until_complete(main())
    loop.close()
    with pytest.raises(HomeClosed):
        waiting()
    assert cleaned.is_set()
    assert not caplog.records
    assert GRAPH.is_empty()


def test_a_loop_that_has_just_closed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.new_event_loop()

    async def make() -> Portal:
        return Portal()

    portal = loop.run_until_complete(make())
    loop.close()
    monkeypatch.setattr(loop, "is_running", lambda: True)
    with pytest.raises(HomeClosed):
        portal.run(asyncio.sleep, 0)


def test_what_breaks_the_start_of_a_coroutine_reaches_the_waiting_thread(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        message = "broken"
        raise LookupError(message)

    monkeypatch.setattr(gates, "_begin", broken)
    coroutine = asyncio.sleep(0)
    with pytest.raises(LookupError, match="broken"):
        run(coroutine, timeout=10)
    coroutine.close()
    wait_until(lambda: "broken" in caplog.text)


def test_a_coroutine_that_was_written_for_trio_is_refused_by_name() -> None:
    trio = pytest.importorskip("trio")

    async def of_trio() -> None:
        await trio.sleep(0)

    with pytest.raises(WrongLoop, match="what only trio can run"):
        run(of_trio)


@pytest.mark.greenlets
def test_a_call_that_is_late_for_a_loop_that_has_closed_is_counted_all_the_same(stuck: Stuck) -> None:
    before = figures().late

    def wait() -> None:
        with pytest.raises(TimedOut):
            run(stuck, timeout=0.01)

    asyncio.run(unblocked(wait))
    stuck.leave.set()
    wait_until(lambda: figures().late > before)
