"""The bridge: who runs what on the shared loop, and that nothing is lost on the way."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from subprocess import CompletedProcess
from threading import get_ident

import pytest

from duotone import DualLock, figures, run
from duotone.contract import bridge as bridge_module
from duotone.contract.bridge import bridge
from duotone.errors import TimedOut
from tests.contract.leaders import Leader, value, value_later
from tests.contract.threads import Background, wait_until


def test_a_coroutine_that_does_not_suspend_starts_no_thread() -> None:
    wait_until(lambda: bridge.loop.leader is None)
    threads = threading.active_count()
    assert run(value, 5) == 5
    assert threading.active_count() == threads


def test_the_loop_keeps_nothing_of_the_context_of_its_first_caller(
    script: Callable[..., CompletedProcess[str]],
) -> None:
    shown = script("""
        import contextvars, gc, weakref
        from duotone import run

        class Request: ...

        async def handle(): ...

        request = contextvars.ContextVar("request")

        def serve():
            made = Request()
            request.set(made)
            run(handle)
            return weakref.ref(made)

        kept = contextvars.Context().run(serve)
        gc.collect()
        print(kept())
    """)
    assert (shown.stdout, shown.stderr) == ("None\n", "")


def test_a_coroutine_runs_on_the_thread_of_its_caller_when_the_loop_is_free() -> None:
    async def where() -> tuple[int, int]:
        before = get_ident()
        await asyncio.sleep(0)
        return before, get_ident()

    wait_until(lambda: bridge.loop.leader is None)
    assert run(where) == (get_ident(), get_ident())


def test_R3_the_loop_is_the_same_for_every_call_and_thread(background: Background) -> None:
    async def which() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    loops = {run(which), run(which), background.start(run, which)(), background.start(run, which)()}
    assert loops == {bridge.loop}


def test_a_background_task_goes_on_between_calls() -> None:
    done = threading.Event()
    tasks = []

    async def work() -> None:
        await asyncio.sleep(0.01)
        done.set()

    async def start() -> None:
        tasks.append(asyncio.create_task(work()))

    run(start)
    assert done.wait(10)


def test_the_background_thread_ends_when_nothing_is_left(background: Background) -> None:
    run(asyncio.sleep, 0, timeout=5)  # a deadline needs the background thread
    wait_until(lambda: not any(thread.name == "duotone-bridge" for thread in threading.enumerate()))


def test_the_background_thread_is_used_again_while_it_lingers() -> None:
    async def who() -> int:
        return get_ident()

    assert run(who, timeout=5) == run(who, timeout=5) != get_ident()


def test_work_that_comes_just_before_the_background_thread_ends_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_module, "LINGER", 0.0)
    for number in range(200):
        assert run(value_later, number, timeout=5) == number


def test_a_visitor_takes_the_first_step_on_its_own_thread(background: Background) -> None:
    async def who() -> int:
        return get_ident()

    leader = Leader(background)
    assert run(who) == get_ident()
    assert leader.stop() == leader.ident


def test_no_caller_is_led_by_another_once_both_wait(background: Background) -> None:
    async def who() -> tuple[int, int]:
        first = get_ident()
        await asyncio.sleep(0.001)
        await asyncio.sleep(0.001)
        return first, get_ident()

    leader = Leader(background)
    first, last = run(who)
    assert first == get_ident()
    assert last not in {get_ident(), leader.ident}
    leader.stop()


def test_a_visitor_that_waits_in_the_middle_of_a_step_gets_the_turn_back(background: Background) -> None:
    def inner() -> int:
        return run(value_later, 3)

    async def outer() -> tuple[int, asyncio.Task[object] | None]:
        task = asyncio.current_task()
        number = inner()
        assert asyncio.current_task() is task
        return number, task

    leader = Leader(background)
    number, task = run(outer)
    assert number == 3
    assert task is not None
    leader.stop()


def test_a_visitor_in_the_middle_of_a_step_can_time_out(background: Background) -> None:
    async def outer() -> None:
        run(asyncio.sleep, 10, timeout=0.01)

    leader = Leader(background)
    with pytest.raises(TimedOut):
        run(outer)
    leader.stop()


def test_a_caller_borrows_the_lead_from_the_background_thread(background: Background) -> None:
    async def keep_busy() -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(60, print)

    async def where() -> int:
        await asyncio.sleep(0.01)
        return get_ident()

    timer = run(keep_busy)
    wait_until(lambda: bridge.loop.leader is not None and not bridge.loop.turn.locked())
    assert [run(where) for _ in range(3)] == [get_ident()] * 3
    bridge.loop.call_soon_threadsafe(timer.cancel)


def test_the_background_thread_gets_the_lead_back_with_timers_that_are_due_sooner() -> None:
    fired = threading.Event()

    async def keep_busy(seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, fired.set)

    far = run(keep_busy, 60)
    wait_until(lambda: bridge.loop.leader is not None and not bridge.loop.turn.locked())
    run(keep_busy, 0.01)
    assert fired.wait(10)
    bridge.loop.call_soon_threadsafe(far.cancel)


def test_io_is_seen_by_whoever_leads_after_the_lead_was_borrowed() -> None:
    async def open_echo() -> tuple[asyncio.Server, asyncio.StreamReader, asyncio.StreamWriter]:
        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while line := await reader.readline():
                writer.write(line)
            writer.close()

        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        return server, *(await asyncio.open_connection(*server.sockets[0].getsockname()[:2]))

    async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text: str) -> str:
        writer.write(text.encode() + b"\n")
        return (await reader.readline()).decode().strip()

    async def close(server: asyncio.Server, writer: asyncio.StreamWriter) -> None:
        writer.close()
        await writer.wait_closed()
        server.close()
        await server.wait_closed()

    server, reader, writer = run(open_echo)
    assert [run(ask, reader, writer, str(number)) for number in range(100)] == [str(number) for number in range(100)]
    run(close, server, writer)


def test_a_caller_that_finds_the_loop_taken_hands_its_coroutine_in(background: Background) -> None:
    entered, leave = threading.Event(), threading.Event()

    async def block() -> None:
        entered.set()
        leave.wait(10)

    blocked = background.start(run, block)
    entered.wait(10)
    handed_in = background.start(run, value, 7)
    wait_until(lambda: bridge._gates)
    leave.set()
    assert handed_in() == 7
    blocked()


def test_a_call_inside_a_step_leads_the_loop_while_other_tasks_go_on() -> None:
    async def tick(ticks: list[int]) -> None:
        for number in range(3):
            ticks.append(number)
            await asyncio.sleep(0)

    async def outer() -> list[int]:
        ticks: list[int] = []
        task = asyncio.create_task(tick(ticks))
        run(asyncio.sleep, 0.01)
        assert task.done()
        return ticks

    assert run(outer) == [0, 1, 2]


def test_a_deadline_inside_a_step_cancels_the_inner_call() -> None:
    ended = []

    async def inner() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            ended.append(True)

    async def outer() -> str:
        with pytest.raises(TimedOut, match="inner"):
            run(inner, timeout=0.01)
        return str(run(value_later, 4, timeout=10))

    assert run(outer) == "4"
    assert ended == [True]


def test_the_shared_loop_can_not_be_stopped() -> None:
    async def stop() -> None:
        asyncio.get_running_loop().stop()

    with pytest.raises(RuntimeError, match="shared"):
        run(stop)


def test_an_abandoned_coroutine_is_counted_and_its_result_is_late() -> None:
    async def block() -> str:
        time.sleep(0.3)  # noqa: ASYNC251  # the fault under test
        return "late"

    before = figures()
    with pytest.raises(TimedOut) as caught:
        run(block, timeout=0.01)
    assert caught.value.abandoned
    assert figures().abandoned == before.abandoned + 1
    wait_until(lambda: figures().abandoned == before.abandoned)
    assert figures().late == before.late + 1


def test_a_call_that_has_not_started_at_its_deadline_never_runs(background: Background) -> None:
    entered, leave, ran = threading.Event(), threading.Event(), threading.Event()

    async def block() -> None:
        entered.set()
        leave.wait(10)

    async def never() -> None:
        ran.set()

    blocked = background.start(run, block)
    entered.wait(10)
    before = figures().abandoned
    with pytest.raises(TimedOut):
        run(never, timeout=0.01)
    leave.set()
    blocked()
    wait_until(lambda: figures().abandoned == before)
    assert not ran.is_set()


def test_the_background_thread_may_stand_still_in_a_step_and_another_takes_its_place() -> None:
    async def outer() -> tuple[int, int, int]:
        await asyncio.sleep(0)
        first = get_ident()
        number = run(value_later, 8)
        await asyncio.sleep(0.001)
        return number, first, get_ident()

    number, first, last = run(outer, timeout=10)
    assert number == 8
    assert first != last


def test_a_thread_whose_lead_was_taken_while_it_rested_gives_way_when_it_wakes() -> None:
    async def keep_busy() -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(60, print)

    loop, timer = bridge.loop, run(keep_busy)
    wait_until(lambda: loop.leader is not None and not loop.turn.locked())
    loop.turn.acquire()
    loop.leader = get_ident()
    loop.wake()
    loop.turn.release()
    wait_until(lambda: loop.is_parked)
    loop.leader = None
    bridge._call_background()
    loop.call_soon_threadsafe(timer.cancel)
    assert run(value_later, 9) == 9


def test_no_caller_gets_stuck_in_a_step_of_somebody_who_waits_for_it(background: Background) -> None:
    lock = DualLock()

    def hold_the_lock() -> None:
        with lock:
            for _ in range(50):
                run(asyncio.sleep, 0.0005)

    async def take_the_lock() -> None:
        with lock:
            pass

    def take_it_often() -> None:
        for _ in range(50):
            run(take_the_lock, timeout=30)

    for end in [background.start(work) for work in (hold_the_lock, take_it_often) * 2]:
        end()
