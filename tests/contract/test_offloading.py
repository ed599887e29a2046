"""`offload`: anything on a worker, while the loop goes on."""

from __future__ import annotations

import asyncio
import threading
import time
from contextvars import ContextVar
from typing import Any

import pytest

from duotone import Worker, call, figures, offload, run
from duotone.contract import offloading
from duotone.contract.jobs import State
from duotone.errors import Abandoned, BadTimeout, HomeClosed, IsStream, NoRunningLoop, NotCallable, TimedOut
from tests.contract.threads import Stuck, wait_until

user: ContextVar[str] = ContextVar("user", default="nobody")


def test_a_sync_function_runs_on_another_thread() -> None:
    async def main() -> bool:
        return await offload(threading.get_ident) != threading.get_ident()

    assert asyncio.run(main())


def test_an_async_function_gets_a_loop_of_its_own() -> None:
    async def where() -> tuple[int, asyncio.AbstractEventLoop]:
        await asyncio.sleep(0)
        return threading.get_ident(), asyncio.get_running_loop()

    async def main() -> None:
        thread, loop = await offload(where)
        assert thread != threading.get_ident()
        assert loop is not asyncio.get_running_loop()
        assert loop.is_closed()

    asyncio.run(main())


def test_G3_context_goes_in_and_changes_come_back_for_either_color() -> None:
    def change() -> str:
        seen = user.get()
        user.set("sync")
        return seen

    async def change_async() -> str:
        seen = user.get()
        user.set("async")
        return seen

    async def main() -> None:
        user.set("caller")
        assert await offload(change) == "caller"
        assert user.get() == "sync"
        assert await offload(change_async) == "sync"
        assert user.get() == "async"

    asyncio.run(main())


def test_an_awaitable_that_a_sync_function_returns_is_awaited_on_the_loop() -> None:
    async def home() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    async def main() -> bool:
        return await offload(lambda: home()) is asyncio.get_running_loop()  # noqa: PLW0108  # hides the color

    assert asyncio.run(main())


def test_errors_come_back_with_their_traceback() -> None:
    def fail() -> None:
        message = "here"
        raise LookupError(message)

    async def main() -> None:
        with pytest.raises(LookupError, match="here") as caught:
            await offload(fail)
        assert caught.traceback[-1].name == "fail"

    asyncio.run(main())


def test_a_stop_iteration_does_not_hang() -> None:
    async def main() -> None:
        with pytest.raises(RuntimeError, match="StopIteration"):
            await offload(next, iter(()))

    asyncio.run(main())


def test_the_loop_goes_on_while_an_async_body_blocks() -> None:
    async def block() -> None:
        time.sleep(0.2)  # noqa: ASYNC251  # the fault under test

    async def main() -> int:
        ticks = 0
        task = asyncio.create_task(offload(block))
        while not task.done():
            await asyncio.sleep(0.01)
            ticks += 1
        return ticks

    assert asyncio.run(main()) > 3


def test_cancelling_reaches_an_async_body_on_its_own_loop() -> None:
    entered, cleaned = threading.Event(), threading.Event()

    async def work() -> None:
        entered.set()
        try:
            await asyncio.sleep(20)
        finally:
            cleaned.set()

    async def main() -> None:
        task = asyncio.create_task(offload(work))
        await call(entered.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert cleaned.is_set()

    before = figures()
    asyncio.run(main())
    assert figures().late == before.late


def test_cancelling_reaches_what_a_sync_function_waits_for() -> None:
    ended: list[str] = []
    entered = asyncio.Event()

    async def inner() -> None:
        entered.set()
        try:
            await asyncio.sleep(20)
        finally:
            ended.append("inner")

    def work() -> None:
        try:
            run(inner)
        finally:
            ended.append("work")

    async def main() -> None:
        task = asyncio.create_task(offload(work))
        await entered.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended == ["inner", "work"]

    asyncio.run(main())


def test_a_timeout_that_can_stop_the_work_does_not_call_it_abandoned() -> None:
    async def main() -> None:
        with pytest.raises(TimedOut) as caught:
            await offload(lambda: run(asyncio.sleep, 20), timeout=0.05)
        assert not caught.value.abandoned

    asyncio.run(main())


def test_work_that_was_abandoned_may_not_start_anything_new() -> None:
    stuck, ends = Stuck(), []

    async def side_effect() -> None:
        ends.append("ran")

    def work() -> None:
        stuck()
        try:
            run(side_effect)
        except Abandoned as error:
            ends.append(str(error))

    async def main() -> None:
        with pytest.raises(TimedOut):
            await offload(work, timeout=0.02)
        stuck.leave.set()
        await call(wait_until, lambda: ends)

    asyncio.run(main())
    assert "nobody waits for" in ends[0]


def test_whoever_asks_is_told_the_late_result() -> None:
    late: list[tuple[Any, BaseException | None]] = []
    stuck = Stuck()

    async def main() -> None:
        with pytest.raises(TimedOut):
            await offload(stuck, timeout=0.01, on_late=lambda *end: late.append(end))

    asyncio.run(main())
    stuck.leave.set()
    wait_until(lambda: late)
    assert late == [("late", None)]


@pytest.mark.parametrize("kind", [LookupError, SystemExit, asyncio.CancelledError])
def test_an_error_in_the_late_handler_is_reported_and_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, kind: type[BaseException]
) -> None:
    reported: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    stuck, before = Stuck(), figures().suppressed_errors

    def fail(*_: object) -> None:
        raise kind

    async def main() -> None:
        with Worker() as worker:
            with pytest.raises(TimedOut):
                await offload(stuck, pool=worker, timeout=0.01, on_late=fail)
            stuck.leave.set()
            assert await offload(int, pool=worker) == 0

    asyncio.run(main())
    assert isinstance(reported[0].exc_value, kind)
    assert figures().suppressed_errors == before + 1


def test_a_job_that_ends_at_the_moment_of_its_timeout_gives_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    give_up = offloading._give_up

    async def finish_first(pool: Any, job: Any, loop: Any) -> Any:
        await asyncio.to_thread(wait_until, lambda: job.state is State.DONE)
        return await give_up(pool, job, loop)

    monkeypatch.setattr(offloading, "_give_up", finish_first)

    def work() -> str:
        time.sleep(0.05)
        return "value"

    async def main() -> str:
        return await offload(work, timeout=0.01)

    assert asyncio.run(main()) == "value"


def test_a_job_that_ends_at_the_moment_of_a_cancel_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    give_up = offloading._give_up

    async def finish_first(pool: Any, job: Any, loop: Any) -> Any:
        await asyncio.to_thread(wait_until, lambda: job.state is State.DONE)
        return await give_up(pool, job, loop)

    monkeypatch.setattr(offloading, "_give_up", finish_first)
    before = figures().late

    async def main() -> None:
        stuck = Stuck()
        task = asyncio.create_task(offload(stuck))
        await call(stuck.entered.acquire)
        stuck.leave.set()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert figures().late == before + 1


def test_a_function_whose_home_has_ended_is_told_so() -> None:
    stuck, ends = Stuck(), []

    def work() -> None:
        stuck()
        try:
            run(asyncio.sleep, 0)
        except (Abandoned, HomeClosed) as error:
            ends.append(error)

    async def main() -> None:
        task = asyncio.ensure_future(offload(work))
        await call(stuck.entered.acquire)
        del task

    loop = asyncio.new_event_loop()
    loop.run_until_complete(main())
    stuck.leave.set()
    wait_until(lambda: ends)
    loop.run_until_complete(asyncio.gather(*asyncio.all_tasks(loop)))
    loop.close()
    assert isinstance(ends[0], HomeClosed)


def test_a_result_for_a_loop_that_has_closed_is_let_go() -> None:
    stuck = Stuck()
    loop = asyncio.new_event_loop()

    async def main() -> None:
        keep.append(asyncio.ensure_future(offload(stuck)))
        await call(stuck.entered.acquire)

    keep: list[asyncio.Future[str]] = []
    loop.run_until_complete(main())
    loop.call_soon(keep[0].cancel)
    offloading._tell(loop, loop.create_future())
    with pytest.raises(asyncio.CancelledError):
        loop.run_until_complete(keep[0])
    loop.close()
    stuck.leave.set()
    offloading._tell(loop, keep[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("timeout", [-1, float("nan"), "soon"])
def test_a_timeout_that_is_none_is_refused_before_anything_runs(timeout: Any) -> None:
    async def main() -> None:
        with pytest.raises(BadTimeout):
            await offload(pytest.fail, timeout=timeout)

    asyncio.run(main())


def test_what_can_not_be_called_is_refused() -> None:
    def stream() -> Any:
        yield 1

    async def main() -> None:
        with pytest.raises(NotCallable):
            await offload(5)  # type: ignore[call-overload]
        with pytest.raises(IsStream, match="aiterate"):
            await offload(stream)

    asyncio.run(main())


def test_without_a_running_loop_it_is_refused() -> None:
    with pytest.raises(NoRunningLoop, match="no event loop"):
        offload(int).send(None)


def test_under_trio_it_is_refused_with_the_name() -> None:
    trio = pytest.importorskip("trio")

    async def main() -> None:
        await offload(int)

    with pytest.raises(NoRunningLoop, match="under trio"):
        trio.run(main)


def test_work_that_swallows_its_cancellation_is_abandoned() -> None:
    stuck = Stuck()

    def work() -> None:
        try:
            run(asyncio.sleep, 20)
        except asyncio.CancelledError:
            stuck()

    async def main() -> None:
        with pytest.raises(TimedOut) as caught:
            await offload(work, timeout=0.05)
        assert caught.value.abandoned

    asyncio.run(main())
    stuck.leave.set()
