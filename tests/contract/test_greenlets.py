"""With the greenlet extra, sync code on a loop's own thread may wait, and the loop goes on."""

from __future__ import annotations

import asyncio
import threading
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextvars import ContextVar
from subprocess import CompletedProcess
from threading import get_ident
from typing import Any, TypeVar

import pytest
import uvloop

from duotone import Portal, call, figures, run, scope, unblocked
from duotone.contract.settings import settings
from duotone.contract.waits import GRAPH
from duotone.errors import AlreadyAwaited, IsStream, NoRunningLoop, NotCallable, TimedOut
from tests.contract.threads import Background, wait_until

pytestmark = pytest.mark.greenlets

T = TypeVar("T")
NUMBER: ContextVar[int] = ContextVar("NUMBER", default=0)
Start = Callable[[Coroutine[Any, Any, T]], T]


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def start(request: pytest.FixtureRequest) -> Iterator[Start[Any]]:
    """Run a coroutine on a new loop, on which nothing may be held up."""
    before = figures().held_loops
    with asyncio.Runner(loop_factory=request.param) as runner:
        yield runner.run
    assert figures().held_loops == before
    assert GRAPH.is_empty()


async def give(value: T) -> T:
    await asyncio.sleep(0)
    return value


# -- the loop goes on ---------------------------------------------------------------------------------------------


def test_the_loop_goes_on_while_sync_code_waits(start: Start[None]) -> None:
    def wait(event: asyncio.Event) -> int:
        run(event.wait)
        return get_ident()

    async def main() -> None:
        event = asyncio.Event()
        waiting = asyncio.create_task(unblocked(wait, event))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not waiting.done()
        event.set()
        assert await waiting == get_ident()

    start(main())


def test_several_tasks_may_wait_in_sync_code_at_once(start: Start[None]) -> None:
    def meet(barrier: asyncio.Barrier, number: int) -> int:
        run(barrier.wait)
        return number + run(give, 100)

    async def main() -> None:
        barrier = asyncio.Barrier(20)
        numbers = await asyncio.gather(*(unblocked(meet, barrier, number) for number in range(20)))
        assert numbers == list(range(100, 120))

    start(main())


def test_what_belongs_to_the_loop_may_be_used_in_sync_code(start: Start[None]) -> None:
    def use(future: asyncio.Future[int], task: asyncio.Task[int]) -> tuple[int, int]:
        assert asyncio.get_running_loop() is future.get_loop()
        return run(future), run(task)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[int] = loop.create_future()
        loop.call_later(0.001, future.set_result, 5)
        assert await unblocked(use, future, asyncio.create_task(give(6))) == (5, 6)

    start(main())


def test_sync_and_async_code_may_be_nested_to_any_depth(start: Start[None]) -> None:
    async def descend(depth: int) -> int:
        await asyncio.sleep(0)
        return 0 if not depth else descend_sync(depth) + 1

    def descend_sync(depth: int) -> int:
        return run(descend, depth - 1)

    async def main() -> None:
        assert await unblocked(descend_sync, 30) == 29
        assert await unblocked(descend, 30) == 30

    start(main())


def test_unblocked_code_may_be_nested_in_unblocked_code(start: Start[None]) -> None:
    def inner() -> int:
        return run(give, 1)

    async def middle() -> int:
        return 10 + await unblocked(inner)

    def outer() -> int:
        return 100 + run(middle)

    async def main() -> None:
        assert await unblocked(outer) == 111

    start(main())


def test_a_wait_for_a_worker_lets_the_loop_go_on(start: Start[None]) -> None:
    entered, leave = threading.Event(), threading.Event()

    def block() -> int:
        entered.set()
        leave.wait(10)
        return run(give, get_ident())

    def wait() -> int:
        return run(block, timeout=20)

    async def main() -> None:
        waiting = asyncio.create_task(unblocked(wait))
        assert await asyncio.to_thread(entered.wait, 10)
        leave.set()
        assert await waiting != get_ident()

    start(main())


def test_a_future_of_another_loop_is_awaited_there_and_this_one_goes_on(
    start: Start[None], background: Background
) -> None:
    futures: list[asyncio.Future[int]] = []

    async def elsewhere() -> None:
        futures.append(asyncio.get_running_loop().create_future())
        await futures[0]

    other = background.start(asyncio.run, elsewhere())
    wait_until(lambda: futures)

    async def main() -> None:
        waiting = asyncio.create_task(unblocked(lambda: run(futures[0])))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not waiting.done()
        futures[0].get_loop().call_soon_threadsafe(futures[0].set_result, 8)
        assert await waiting == 8

    start(main())
    other()


def test_a_portal_to_another_loop_may_be_used_and_this_one_goes_on(start: Start[None], background: Background) -> None:
    portals: list[Portal] = []
    there: list[asyncio.AbstractEventLoop] = []
    end = asyncio.Event()

    async def elsewhere() -> None:
        there.append(asyncio.get_running_loop())
        portals.append(Portal())
        await end.wait()

    other = background.start(asyncio.run, elsewhere())
    wait_until(lambda: portals)

    async def main() -> None:
        here = Portal()

        async def back() -> object:
            return await call(here.run, give, 9)

        assert await unblocked(portals[0].run, back) == 9

    start(main())
    there[0].call_soon_threadsafe(end.set)
    other()


def test_the_policy_for_held_loops_has_nothing_to_refuse(start: Start[None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "holding", "raise")

    async def main() -> None:
        assert await unblocked(lambda: run(give, 4)) == 4

    start(main())


def test_on_the_shared_loop_which_changes_threads_it_works_too(background: Background) -> None:
    def wait() -> int:
        return sum(run(asyncio.sleep, 0.001, 1) for _ in range(20))

    async def main() -> int:
        return await unblocked(wait)

    def make_noise() -> None:
        for _ in range(10):
            run(asyncio.sleep, 0.001)

    noise = [background.start(make_noise) for _ in range(2)]
    assert run(main) == 20
    for end in noise:
        end()


def test_outside_of_unblocked_code_a_wait_holds_the_loop_up_as_before() -> None:
    async def main() -> None:
        assert await unblocked(lambda: run(give, 1)) == 1
        assert run(give, 2) == 2

    before = figures().held_loops
    asyncio.run(main())
    assert figures().held_loops == before + 1


# -- what is called -----------------------------------------------------------------------------------------------


def test_callables_of_either_color_and_awaitables_are_accepted(start: Start[None]) -> None:
    async def nested() -> object:
        return give(3)

    def return_awaitable() -> Awaitable[object]:
        return nested()

    def add(*args: int, timeout: int = 0) -> int:
        return sum(args) + timeout

    async def main() -> None:
        assert await unblocked(add, 1, 2) == 3
        assert await unblocked(add, 1, timeout=5) == 6  # every argument is the callee's
        assert await unblocked(give, 1) == 1
        assert await unblocked(give(2)) == 2
        assert await unblocked(return_awaitable) == 3
        assert await unblocked(asyncio.create_task(give(4))) == 4

    start(main())


def test_what_can_not_be_called_is_refused(start: Start[None]) -> None:
    def numbers() -> Iterator[int]:
        yield 1

    async def later_numbers() -> AsyncIterator[int]:
        yield 1

    async def main() -> None:
        with pytest.raises(NotCallable, match="unblocked"):
            await unblocked(3)  # type: ignore[call-overload]
        with pytest.raises(NotCallable):
            await unblocked(give(1), 1)  # type: ignore[call-overload]
        for stream in (numbers, later_numbers):
            with pytest.raises(IsStream, match="numbers"):
                await unblocked(stream)

    start(main())


def test_a_coroutine_that_has_ended_is_refused(start: Start[None]) -> None:
    async def main() -> None:
        coroutine = give(1)
        assert await unblocked(coroutine) == 1
        with pytest.raises(AlreadyAwaited):
            await unblocked(coroutine)
        with pytest.raises(AlreadyAwaited):
            await unblocked(lambda: run(coroutine))

    start(main())


def test_it_needs_a_running_loop() -> None:
    waiting = unblocked(give(1))
    with pytest.raises(NoRunningLoop, match="unblocked"):
        waiting.send(None)


def test_without_the_extra_it_says_how_to_install_it(script: Callable[..., CompletedProcess[str]]) -> None:
    done = script("""
        import sys
        sys.modules["greenlet"] = None
        import asyncio, duotone
        from duotone.errors import MissingExtra

        async def coroutine():
            pass

        async def main():
            for what in (print, coroutine, coroutine()):
                try:
                    await duotone.unblocked(what)
                except MissingExtra as error:
                    print(error, error.extra)
            print(duotone.run(asyncio.sleep, 0, "run works without"))

        asyncio.run(main())
    """)
    hint = "unblocked needs the 'greenlet' extra: pip install 'duotone[greenlet]' greenlet\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, hint * 3 + "run works without\n", "")


# -- how it ends --------------------------------------------------------------------------------------------------


def test_exceptions_pass_through_both_colors(start: Start[None]) -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise KeyError("there")

    def pass_on() -> None:
        run(fail)

    def translate() -> None:
        try:
            run(fail)
        except KeyError as error:
            raise LookupError("here") from error

    async def main() -> None:
        with pytest.raises(KeyError, match="there") as caught:
            await unblocked(pass_on)
        names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert {"pass_on", "fail"} <= set(names)
        with pytest.raises(LookupError, match="here"):
            await unblocked(translate)
        with pytest.raises(ZeroDivisionError):
            await unblocked(divmod, 1, 0)

    start(main())


def test_an_exit_leaves_the_loop_as_it_would_without() -> None:
    def leave() -> None:
        run(give, 1)
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        asyncio.run(unblocked(leave))


def test_cancelling_the_task_reaches_what_the_sync_code_waits_for(start: Start[None]) -> None:
    ended: list[str] = []

    async def stay(entered: asyncio.Event) -> None:
        entered.set()
        try:
            await asyncio.sleep(20)
        finally:
            await asyncio.sleep(0)
            ended.append("async")

    def wait(entered: asyncio.Event) -> None:
        try:
            run(stay, entered)
        finally:
            run(give, None)  # cleanup may wait as well
            ended.append("sync")

    async def main() -> None:
        entered = asyncio.Event()
        waiting = asyncio.create_task(unblocked(wait, entered))
        await entered.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert ended == ["async", "sync"]

    start(main())


def test_sync_code_may_absorb_a_cancellation_like_async_code(start: Start[None]) -> None:
    def wait(entered: asyncio.Event) -> str:
        try:
            run(stay, entered)
        except asyncio.CancelledError:
            return "absorbed"
        return "never"

    async def stay(entered: asyncio.Event) -> None:
        entered.set()
        await asyncio.sleep(20)

    async def main() -> None:
        entered = asyncio.Event()
        waiting = asyncio.create_task(unblocked(wait, entered))
        await entered.wait()
        waiting.cancel()
        assert await waiting == "absorbed"

    start(main())


def test_a_timeout_inside_and_around_is_kept(start: Start[None]) -> None:
    def wait() -> None:
        with pytest.raises(TimedOut, match="sleep"):
            run(asyncio.sleep, 20, timeout=0.001)
        run(asyncio.sleep, 20)

    async def main() -> None:
        with pytest.raises(TimedOut, match="unblocked"):
            await call(unblocked, wait, timeout=0.05)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await unblocked(wait)

    start(main())


def test_a_task_that_is_dropped_ends_its_sync_code() -> None:
    ended: list[str] = []

    def wait() -> None:
        try:
            run(asyncio.sleep, 20)
        finally:
            ended.append("sync")

    async def main() -> None:
        coroutine = unblocked(wait)
        coroutine.send(None)
        coroutine.close()

    asyncio.run(main())
    assert ended == ["sync"]


def test_context_is_shared_by_the_sync_code_and_its_task(start: Start[None]) -> None:
    async def change() -> int:
        seen = NUMBER.get()
        await asyncio.sleep(0)
        NUMBER.set(seen + 1)
        return seen

    def step() -> int:
        NUMBER.set(NUMBER.get() + 1)
        assert run(change) == NUMBER.get() - 1
        with scope(NUMBER, 50):
            assert run(change) == 50
        return NUMBER.get()

    async def main() -> None:
        NUMBER.set(3)
        assert await unblocked(step) == NUMBER.get() == 5

    async def two() -> None:
        await asyncio.gather(main(), main())

    start(two())
