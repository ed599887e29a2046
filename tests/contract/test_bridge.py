"""The bridge: who runs what on the shared loop, and that nothing is lost on the way."""

from __future__ import annotations

import asyncio
import logging
import signal
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
from tests.contract.conftest import Background


def wait_until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait for something that another thread brings about."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.001)


async def value(given: int = 1) -> int:
    return given


async def value_later(given: int = 1) -> int:
    await asyncio.sleep(0)
    return given


class Leader:
    """A thread that leads the loop until it is told to stop."""

    def __init__(self, background: Background) -> None:
        self.ident = 0
        self._stop = asyncio.Event()
        self.result = background.start(run, self._lead)
        wait_until(lambda: self.ident and bridge.loop.leader == self.ident and not bridge.loop.turn.locked())

    async def _lead(self) -> int:
        self.ident = get_ident()
        await self._stop.wait()
        return self.ident

    def stop(self) -> int:
        bridge.loop.call_soon_threadsafe(self._stop.set)
        ident: int = self.result()
        return ident


def test_a_coroutine_that_does_not_suspend_starts_no_thread() -> None:
    wait_until(lambda: bridge.loop.leader is None)
    threads = threading.active_count()
    assert run(value, 5) == 5
    assert threading.active_count() == threads


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


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt()])
def test_an_exit_in_a_coroutine_reaches_its_own_caller_alone(background: Background, error: BaseException) -> None:
    async def leave_at_once() -> None:
        raise error

    async def leave_later() -> None:
        await asyncio.sleep(0.001)
        raise error

    for leave in (leave_at_once, leave_later):
        with pytest.raises(type(error)):
            run(leave)
    leader = Leader(background)
    for leave in (leave_at_once, leave_later):
        with pytest.raises(type(error)):
            run(leave)
    assert leader.stop() == leader.ident


def test_an_exit_in_a_background_task_is_raised_by_whoever_leads() -> None:
    async def leave() -> None:
        raise SystemExit(4)

    tasks: list[asyncio.Task[None]] = []

    async def start() -> None:
        tasks.append(asyncio.create_task(leave()))
        await asyncio.sleep(10)

    with pytest.raises(SystemExit):
        run(start)
    assert isinstance(tasks[0].exception(), SystemExit)


def test_an_exit_in_a_background_task_is_logged_when_nobody_waits(caplog: pytest.LogCaptureFixture) -> None:
    tasks = []

    async def leave() -> None:
        await asyncio.sleep(0)
        raise SystemExit(5)

    async def start() -> None:
        tasks.append(asyncio.create_task(leave()))

    with caplog.at_level(logging.ERROR, "asyncio"):
        run(start)
        wait_until(lambda: "a background task asked to exit" in caplog.text)
    assert isinstance(tasks[0].exception(), SystemExit)


def test_an_exit_that_a_callback_raises_while_a_step_is_taken_is_not_swallowed() -> None:
    class Odd(asyncio.Future[None]):
        def add_done_callback(self, *_: object, **__: object) -> None:
            raise KeyboardInterrupt

    async def outer() -> None:
        await Odd(loop=bridge.loop)

    with pytest.raises(KeyboardInterrupt):
        run(outer)


def test_a_signal_handler_may_call_in_while_its_own_thread_rests() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(run(value_later, 6)))
    try:

        async def outer() -> None:
            bridge.loop.call_later(0.01, lambda: None)
            threading.Timer(0.02, signal.pthread_kill, (get_ident(), signal.SIGUSR1)).start()
            while not seen:  # noqa: ASYNC110  # a signal handler brings it about
                await asyncio.sleep(0.05)

        run(outer)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen[0] == 6


def test_a_handler_that_raises_ends_the_wait_and_cancels_the_coroutine() -> None:
    cancelled = threading.Event()

    def handler(*_: object) -> None:
        message = "enough"
        raise LookupError(message)

    async def hold() -> None:
        threading.Timer(0.02, signal.pthread_kill, (get_ident(), signal.SIGUSR1)).start()
        try:
            await asyncio.sleep(10)
        finally:
            cancelled.set()

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        with pytest.raises(LookupError):
            run(hold)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert cancelled.wait(10)


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


Script = Callable[..., CompletedProcess[str]]


def test_the_interpreter_ends_without_noise(script: Script) -> None:
    done = script("""
        import asyncio, duotone
        duotone.run(asyncio.sleep, 0.001)
        duotone.run(asyncio.sleep, 0.001, timeout=5)
        print("end")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


def test_work_that_is_pending_at_exit_is_cancelled_cleans_up_and_is_named(script: Script) -> None:
    done = script("""
        import asyncio, duotone, warnings
        warnings.simplefilter("default")
        async def work():
            try:
                await asyncio.sleep(60)
            finally:
                print("cleaned up")
        async def start():
            asyncio.get_running_loop().keep = asyncio.create_task(work(), name="the-work")
            await asyncio.sleep(0)
        duotone.run(start)
    """)
    assert (done.returncode, done.stdout) == (0, "cleaned up\n")
    assert "UnfinishedWork" in done.stderr
    assert "the-work" in done.stderr


def test_work_that_refuses_to_end_does_not_hold_up_the_exit(script: Script) -> None:
    done = script("""
        import asyncio, duotone, warnings
        from duotone.contract import bridge
        bridge.EXIT_DEADLINE = 0.1
        warnings.simplefilter("ignore")
        async def work():
            while True:
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    pass
        async def start():
            asyncio.get_running_loop().keep = asyncio.create_task(work())
            await asyncio.sleep(0)
        duotone.run(start)
    """)
    assert done.returncode == 0


def test_a_thread_that_blocks_the_loop_does_not_hold_up_the_exit(script: Script) -> None:
    done = script("""
        import threading, time, duotone
        from duotone.contract import bridge
        bridge.EXIT_DEADLINE = 0.1
        async def block():
            entered.set()
            time.sleep(60)
        entered = threading.Event()
        threading.Thread(target=duotone.run, args=(block,), daemon=True).start()
        entered.wait()
    """)
    assert done.returncode == 0


def test_a_forked_child_has_a_bridge_of_its_own(script: Script) -> None:
    done = script("""
        import asyncio, os, warnings, duotone
        warnings.simplefilter("ignore", DeprecationWarning)
        async def value():
            await asyncio.sleep(0.001)
            return 7
        async def keep():
            asyncio.get_running_loop().keep = asyncio.create_task(asyncio.sleep(0.3))
        duotone.run(keep)
        child = os.fork()
        if not child:
            print("child", duotone.run(value), duotone.run(value, timeout=5), flush=True)
            raise SystemExit
        os.waitpid(child, 0)
        print("parent", duotone.run(value))
        async def rest():
            await asyncio.get_running_loop().keep
        duotone.run(rest)
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "child 7 7\nparent 7\n", "")


def test_a_child_that_forks_before_anything_ran_works_too(script: Script) -> None:
    done = script("""
        import asyncio, os, duotone
        if not os.fork():
            print(duotone.run(asyncio.sleep, 0, 1), flush=True)
            os._exit(0)
        os.wait()
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


def test_a_signal_handler_may_call_in_with_a_deadline_while_its_own_thread_rests() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(run(value_later, 6, timeout=10)))
    try:

        async def outer() -> None:
            threading.Timer(0.02, signal.pthread_kill, (get_ident(), signal.SIGUSR1)).start()
            while not seen:  # noqa: ASYNC110  # a signal handler brings it about
                await asyncio.sleep(0.05)

        run(outer)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen == [6]


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


def test_async_generators_and_transports_are_closed_at_exit(script: Script) -> None:
    done = script("""
        import asyncio, duotone
        async def numbers():
            try:
                yield 1
            finally:
                await asyncio.sleep(0)
                print("closed")
        async def start():
            async for number in stream:
                return number
        stream = numbers()
        print(duotone.run(start))
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\nclosed\n", "")


def test_what_is_left_by_a_call_at_exit_is_done_before_the_end(script: Script) -> None:
    done = script("""
        import asyncio, atexit, duotone
        async def leave_work():
            asyncio.get_running_loop().call_soon(print, "the rest")
        duotone.run(asyncio.sleep, 0)
        atexit.register(lambda: duotone.run(leave_work))
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "the rest\n", "")


def test_a_thread_that_can_not_be_started_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    wait_until(lambda: bridge._background is None)

    def refuse(_: threading.Thread) -> None:
        message = "can't start new thread"
        raise RuntimeError(message)

    async def leave_work() -> None:
        asyncio.get_running_loop().call_soon(ran.set)

    ran = threading.Event()
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError, match="new thread"):
            run(leave_work)
        patch.setattr(threading.Thread, "start", refuse_at_exit)
        run(value)
    assert run(value_later, 3) == 3
    assert ran.wait(10)


def refuse_at_exit(_: threading.Thread) -> None:
    message = "can't create new thread at interpreter shutdown"
    raise RuntimeError(message)


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
