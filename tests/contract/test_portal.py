"""A portal: the way back from any thread to the loop where it was made."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextvars import ContextVar
from threading import get_ident

import pytest
import uvloop

from duotone import DualLock, Portal, call, figures, offload, run, unblocked
from duotone.contract.settings import settings
from duotone.contract.waits import GRAPH
from duotone.errors import (
    AlreadyAwaited,
    BadTimeout,
    IsStream,
    NoRunningLoop,
    NotCallable,
    PortalClosed,
    TimedOut,
    WouldDeadlock,
    WrongLoop,
)
from tests.contract.threads import Background, wait_until

NUMBER: ContextVar[int] = ContextVar("NUMBER")


class Home:
    """An event loop on a thread of its own, and a portal to it."""

    def __init__(self, background: Background, new_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
        self.thread = 0
        self._ready, self._end = threading.Event(), asyncio.Event()
        self._result = background.start(self._run, new_loop)
        assert self._ready.wait(10)

    def _run(self, new_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(self._main())

    async def _main(self) -> None:
        self.portal = Portal()
        self.loop = asyncio.get_running_loop()
        self.thread = get_ident()
        self._ready.set()
        await self._end.wait()

    def end(self) -> None:
        with contextlib.suppress(RuntimeError):  # it has ended before
            self.loop.call_soon_threadsafe(self._end.set)
        self._result()


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def home(background: Background, request: pytest.FixtureRequest) -> Iterator[Home]:
    place = Home(background, request.param)
    yield place
    place.end()
    assert GRAPH.is_empty()


async def where() -> tuple[int, asyncio.AbstractEventLoop]:
    await asyncio.sleep(0)
    return get_ident(), asyncio.get_running_loop()


# -- what runs where ----------------------------------------------------------------------------------------------


def test_a_coroutine_runs_on_the_loop_of_the_portal(home: Home, background: Background) -> None:
    there = (home.thread, home.loop)
    assert home.portal.run(where) == there
    assert home.portal.run(where()) == there
    assert background.start(home.portal.run, where)() == there


def test_a_sync_callable_runs_on_the_thread_of_the_loop(home: Home) -> None:
    assert home.portal.run(get_ident) == home.thread
    assert home.portal.run(asyncio.get_running_loop) is home.loop


def test_an_awaitable_that_is_returned_is_awaited_there(home: Home) -> None:
    async def nested() -> object:
        return where()

    def start() -> Awaitable[object]:
        return where()

    assert home.portal.run(start) == (home.thread, home.loop)
    assert home.portal.run(nested) == (home.thread, home.loop)


def test_a_future_of_the_loop_is_awaited_there(home: Home) -> None:
    futures: list[asyncio.Future[int]] = []
    home.portal.run(lambda: futures.append(home.loop.create_future()))
    home.loop.call_soon_threadsafe(futures[0].set_result, 5)
    assert home.portal.run(futures[0]) == 5


def test_arguments_reach_the_callee(home: Home) -> None:
    async def give(*args: int, **options: int) -> object:
        return args, options

    assert home.portal.run(give, 1, 2, three=3) == ((1, 2), {"three": 3})
    assert home.portal.run(give, 1, timeout=20) == ((1,), {})


def test_many_threads_may_call_at_once(home: Home, background: Background) -> None:
    ends = [background.start(home.portal.run, asyncio.sleep, 0.001, number) for number in range(50)]
    assert [end() for end in ends] == list(range(50))


def test_a_portal_to_the_shared_loop_leads_there_from_everywhere(background: Background) -> None:
    async def main() -> None:
        loop, portal = asyncio.get_running_loop(), Portal()
        assert portal.run(asyncio.get_running_loop) is loop  # in the middle of a step, which the shared loop allows
        assert await asyncio.to_thread(portal.run, asyncio.get_running_loop) is loop
        assert await call(portal.run, asyncio.get_running_loop) is loop

    run(main)


def test_a_call_through_a_portal_may_use_run_itself(home: Home) -> None:
    def sync() -> object:
        return run(where)

    assert home.portal.run(sync) != (home.thread, home.loop)


def test_a_step_of_the_shared_loop_may_call_through_a_portal_while_that_loop_goes_on(home: Home) -> None:
    async def back_and_forth() -> int:
        return run(asyncio.sleep, 0.001, 7)

    async def main() -> int:
        return home.portal.run(back_and_forth)

    assert run(main) == 7


# -- what comes back ----------------------------------------------------------------------------------------------


def test_context_goes_in_and_changes_come_back(home: Home) -> None:
    async def change() -> int:
        seen = NUMBER.get()
        await asyncio.sleep(0)
        NUMBER.set(seen + 1)
        return seen

    def change_at_once() -> int:
        NUMBER.set(NUMBER.get() + 1)
        return NUMBER.get()

    NUMBER.set(3)
    assert home.portal.run(change) == 3
    assert NUMBER.get() == 4
    assert home.portal.run(change_at_once) == NUMBER.get() == 5


@pytest.mark.parametrize("late", [True, False])
def test_an_exception_comes_back_with_the_place_where_it_was_raised(home: Home, *, late: bool) -> None:
    async def fail() -> None:
        if late:
            await asyncio.sleep(0)
        raise KeyError("there")

    with pytest.raises(KeyError, match="there") as caught:
        home.portal.run(fail)
    assert "fail" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), asyncio.CancelledError()])
def test_an_exit_is_that_of_the_caller_and_the_loop_goes_on(home: Home, error: BaseException) -> None:
    async def leave(*, late: bool) -> None:
        if late:
            await asyncio.sleep(0)
        raise error

    def leave_at_once() -> None:
        raise error

    for late in (True, False):
        with pytest.raises(type(error)):
            home.portal.run(leave, late=late)
    with pytest.raises(type(error)):
        home.portal.run(leave_at_once)
    assert home.portal.run(get_ident) == home.thread


def test_a_timeout_cancels_what_runs_on_the_loop(home: Home) -> None:
    ended = threading.Event()

    async def stay() -> None:
        try:
            await asyncio.sleep(20)
        finally:
            ended.set()

    with pytest.raises(TimedOut, match="stay") as caught:
        home.portal.run(stay, timeout=0.3)
    assert not caught.value.abandoned
    assert ended.is_set()


def test_what_blocks_the_loop_past_its_timeout_is_abandoned_and_comes_late(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "grace", 0.0)
    leave = threading.Event()
    before = figures()
    with pytest.raises(TimedOut) as caught:
        home.portal.run(leave.wait, 20, timeout=0.2)
    assert caught.value.abandoned
    assert figures().abandoned == before.abandoned + 1
    leave.set()
    wait_until(lambda: figures().abandoned == before.abandoned)
    assert figures().late == before.late + 1


# -- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [3, None, "text"])
def test_what_can_not_be_called_or_awaited_is_refused(home: Home, given: object) -> None:
    with pytest.raises(NotCallable, match="Portal"):
        home.portal.run(given)  # type: ignore[call-overload]


def test_an_awaitable_takes_no_arguments(home: Home) -> None:
    with pytest.raises(NotCallable):
        home.portal.run(where(), 1)  # type: ignore[call-overload]


@pytest.mark.parametrize("timeout", [-1, float("nan"), "soon"])
def test_a_timeout_that_is_no_number_of_seconds_is_refused(home: Home, timeout: float) -> None:
    called: list[int] = []
    with pytest.raises(BadTimeout):
        home.portal.run(called.append, 1, timeout=timeout)
    assert not called


def test_a_generator_is_refused_in_either_color(home: Home) -> None:
    def numbers() -> Iterator[int]:
        yield 1

    async def later_numbers() -> AsyncIterator[int]:
        yield 1

    for stream in (numbers, later_numbers):
        with pytest.raises(IsStream, match="numbers"):
            home.portal.run(stream)


def test_a_coroutine_that_has_been_started_is_refused_and_leaves_no_trace(home: Home) -> None:
    coroutine = where()
    home.portal.run(coroutine)
    with pytest.raises(AlreadyAwaited):
        home.portal.run(coroutine)
    assert GRAPH.is_empty()


def test_a_closed_portal_is_refused_and_the_coroutine_closed(home: Home) -> None:
    with home.portal as portal:
        assert portal.run(get_ident) == home.thread
    with pytest.raises(PortalClosed, match=r"duotone.Portal\(\)"):
        home.portal.run(where)
    with pytest.raises(PortalClosed):
        home.portal.run(where())


def test_calls_under_way_end_as_usual_when_the_portal_is_closed(home: Home, background: Background) -> None:
    entered = threading.Event()
    leave = home.portal.run(asyncio.Event)

    async def stay() -> str:
        entered.set()
        await leave.wait()
        return "stayed"

    under_way = background.start(home.portal.run, stay)
    assert entered.wait(10)
    home.portal.close()
    home.loop.call_soon_threadsafe(leave.set)
    assert under_way() == "stayed"


def test_a_portal_is_made_inside_a_running_loop() -> None:
    with pytest.raises(NoRunningLoop, match="Portal"):
        Portal()


def test_a_loop_that_has_ended_is_refused_and_the_coroutine_closed(home: Home) -> None:
    home.end()
    with pytest.raises(WrongLoop, match="isn't running"):
        home.portal.run(where)
    with pytest.raises(WrongLoop):
        home.portal.run(where())


def test_the_thread_of_the_loop_itself_can_not_wait_for_it() -> None:
    async def main() -> None:
        portal = Portal()
        with pytest.raises(WouldDeadlock, match="waits for 'where'"):
            portal.run(where)
        with pytest.raises(WouldDeadlock):
            portal.run(where())
        assert GRAPH.is_empty()

    asyncio.run(main())


def test_nor_can_a_callback_of_the_loop(home: Home) -> None:
    outcome: list[BaseException] = []

    def callback() -> None:
        try:
            home.portal.run(get_ident)
        except WouldDeadlock as error:
            outcome.append(error)

    home.loop.call_soon_threadsafe(callback)
    wait_until(lambda: outcome)


def test_work_that_the_loop_waits_for_in_sync_code_is_refused(home: Home) -> None:
    async def on_the_bridge() -> None:
        home.portal.run(get_ident)

    def hold_the_loop() -> None:
        run(on_the_bridge)

    with pytest.raises(WouldDeadlock, match="on_the_bridge"):
        home.portal.run(hold_the_loop)
    with pytest.raises(WouldDeadlock, match="get_ident"):
        home.portal.run(lambda: run(home.portal.run, get_ident, timeout=20))


def test_work_that_the_loop_awaits_is_welcome(home: Home) -> None:
    async def main() -> object:
        return await offload(home.portal.run, where)

    assert home.portal.run(main) == (home.thread, home.loop)


def test_two_loops_that_wait_for_each_other_in_sync_code_are_refused(home: Home, background: Background) -> None:
    other = Home(background, asyncio.new_event_loop)

    def there() -> None:
        home.portal.run(get_ident)

    with pytest.raises(WouldDeadlock):
        home.portal.run(lambda: other.portal.run(there))
    assert other.portal.run(home.portal.run, get_ident) == home.thread
    other.end()


def test_a_lock_that_the_caller_has_is_refused_on_the_other_side(home: Home) -> None:
    lock = DualLock()

    async def enter() -> None:
        async with lock:
            pass

    with lock, pytest.raises(WouldDeadlock, match="a lock"):
        home.portal.run(enter)
    home.portal.run(enter)


@pytest.mark.greenlets
def test_under_unblocked_even_the_own_thread_of_the_loop_may_use_the_portal(home: Home) -> None:
    async def main() -> object:
        return await unblocked(home.portal.run, where)

    assert home.portal.run(main) == (home.thread, home.loop)


def test_a_loop_that_ends_cancels_its_calls_for_their_callers_too(home: Home, background: Background) -> None:
    entered = threading.Event()

    async def stay() -> None:
        entered.set()
        await asyncio.get_running_loop().create_future()

    waiting = background.start(home.portal.run, stay)
    assert entered.wait(10)
    home.end()
    with pytest.raises(asyncio.CancelledError):
        waiting()
