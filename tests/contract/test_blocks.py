"""Context managers across the colors: entered and left in one task or on one thread, whatever happens in between."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sqlite3
import threading
import traceback
from collections.abc import AsyncGenerator, Callable, Generator
from contextvars import Context, ContextVar
from typing import Any

import anyio
import pytest

from duotone import Worker, call, figures, offload, run, scope
from duotone.contract.blocks import amanage, manage
from duotone.contract.bridge import bridge
from duotone.contract.settings import settings
from duotone.contract.waits import FRAME
from duotone.errors import LoopHeld
from tests.contract.threads import Background, wait_until

user: ContextVar[str] = ContextVar("user")


class Log(list[Any]):
    """What the managers of these tests have done, and where."""

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncGenerator[str]:
        self.append(asyncio.current_task())
        await asyncio.sleep(0)
        try:
            yield "connection"
        except LookupError as error:
            self.append(error)
        finally:
            await asyncio.sleep(0)
            self.append(asyncio.current_task())

    @contextlib.contextmanager
    def file(self) -> Generator[str]:
        self.append(threading.current_thread())
        try:
            yield "file"
        except LookupError as error:
            self.append(error)
        finally:
            self.append(threading.current_thread())


def fail(error: BaseException) -> None:
    raise error


@pytest.fixture
def log() -> Log:
    return Log()


# -- async to sync ----------------------------------------------------------------------------------------------------


def test_an_async_manager_is_entered_and_left_in_one_task(log: Log) -> None:
    with manage(log.connection()) as connection:
        assert connection == "connection"
        assert len(log) == 1
    entered, left = log
    assert entered is left


def test_a_sync_manager_is_used_as_it_is(log: Log) -> None:
    manager = log.file()
    assert manage(manager) is manager


def test_what_has_both_colors_is_used_in_the_color_of_the_caller() -> None:
    both = scope(user, "ada")
    assert manage(both) is both
    assert amanage(both) is both


@pytest.mark.parametrize(("given", "remedy"), [(1, "got 1"), (Log.connection, "pass what it returns")])
def test_what_is_no_manager_is_refused_at_once(given: Any, remedy: str) -> None:
    with pytest.raises(TypeError, match=f"^manage.*{remedy}"):
        manage(given)
    with pytest.raises(TypeError, match=f"^amanage.*{remedy}"):
        amanage(given)


def test_an_error_in_the_block_reaches_the_async_manager_which_may_handle_it(log: Log) -> None:
    with manage(log.connection()):
        fail(LookupError())
    entered, handled, left = log
    assert entered is left
    assert isinstance(handled, LookupError)
    assert any("test_an_error" in frame.name for frame in traceback.extract_tb(handled.__traceback__))


def test_an_error_that_the_async_manager_does_not_handle_is_raised(log: Log) -> None:
    with pytest.raises(ZeroDivisionError), manage(log.connection()):
        raise ZeroDivisionError
    assert len(log) == 2


def test_an_error_on_entering_is_raised_with_its_traceback_and_leaves_no_task() -> None:
    @contextlib.asynccontextmanager
    async def guilty() -> AsyncGenerator[None]:
        fail(LookupError())
        yield

    with pytest.raises(LookupError) as caught, manage(guilty()):
        fail(AssertionError("it was entered"))
    assert "guilty" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert [task for task in asyncio.all_tasks(bridge.loop) if "guilty" in task.get_name()] == []


def test_an_error_on_leaving_is_raised() -> None:
    @contextlib.asynccontextmanager
    async def guilty() -> AsyncGenerator[None]:
        yield
        raise LookupError

    with pytest.raises(LookupError), manage(guilty()):
        pass


def test_a_manager_may_be_used_again_and_inside_itself_if_it_can_be() -> None:
    semaphore = asyncio.Semaphore(2)
    block = manage(semaphore)
    with block, block:
        assert semaphore.locked()
    with block:
        assert not semaphore.locked()


def test_a_timeout_that_passes_during_the_block_is_raised_at_its_end() -> None:
    @contextlib.asynccontextmanager
    async def limited() -> AsyncGenerator[None]:
        async with asyncio.timeout(0.01):
            yield

    with pytest.raises(TimeoutError), manage(limited()):
        run(asyncio.sleep, 0.05)


def test_a_cancel_scope_that_ends_during_the_block_lets_the_rest_of_it_be() -> None:
    @contextlib.asynccontextmanager
    async def bounded() -> AsyncGenerator[None]:
        with anyio.move_on_after(0.01):
            yield

    with manage(bounded()):
        run(asyncio.sleep, 0.05)


def test_a_task_group_waits_for_its_tasks_at_the_end_of_the_block() -> None:
    seen: list[str] = []

    async def work() -> None:
        await asyncio.sleep(0.01)
        seen.append("worked")

    with manage(asyncio.TaskGroup()) as group:
        run(lambda: call_on_loop(lambda: group.create_task(work())))
        assert seen == []
    assert seen == ["worked"]


async def call_on_loop(function: Callable[[], object]) -> None:
    function()


def test_a_task_that_fails_during_the_block_is_raised_at_its_end() -> None:
    async def work() -> None:
        fail(LookupError())

    def play() -> None:
        with manage(asyncio.TaskGroup()) as group:
            run(lambda: call_on_loop(lambda: group.create_task(work())))
            run(asyncio.sleep, 0.01)

    with pytest.raises(ExceptionGroup) as caught:
        play()
    assert isinstance(caught.value.exceptions[0], LookupError)


def test_an_async_manager_works_inside_a_running_loop(log: Log) -> None:
    async def main() -> str:
        held = figures().held_loops
        with manage(log.connection()) as connection:
            assert figures().held_loops > held
            return connection

    assert asyncio.run(main()) == "connection"
    entered, left = log
    assert entered is left


def test_a_block_inside_a_running_loop_follows_the_policy(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "holding", "raise")

    async def main() -> None:
        with manage(log.connection()):
            pytest.fail("it was entered")

    with pytest.raises(LoopHeld):
        asyncio.run(main())
    assert log == []


def test_in_offloaded_work_an_async_manager_is_entered_on_the_loop_that_offloaded_it(log: Log) -> None:
    def work() -> str:
        with manage(log.connection()) as connection:
            return connection

    async def main() -> bool:
        assert await call(work) == "connection"
        entered, left = log
        return entered is left and entered.get_loop() is asyncio.get_running_loop()

    assert asyncio.run(main())


def test_a_block_may_be_left_on_another_thread(log: Log, background: Background) -> None:
    with contextlib.ExitStack() as stack:
        background.start(stack.enter_context, manage(log.connection()))()
    entered, left = log
    assert entered is left


def test_a_block_whose_loop_ends_under_it_is_left_there_and_says_so() -> None:
    log = list[str]()

    @contextlib.asynccontextmanager
    async def transaction() -> AsyncGenerator[None]:
        try:
            yield
        except asyncio.CancelledError:
            log.append("rolled back")
            raise

    async def main() -> contextlib.ExitStack:
        stack = contextlib.ExitStack()
        await call(stack.enter_context, manage(transaction()))
        return stack

    stack = asyncio.run(main())
    assert log == ["rolled back"]
    with pytest.raises(asyncio.CancelledError):
        stack.close()


def test_a_block_that_nobody_leaves_is_left_when_it_is_let_go_of(log: Log, caplog: pytest.LogCaptureFixture) -> None:
    manage(log.connection()).__enter__()
    gc.collect()
    wait_until(lambda: len(log) == 2)
    entered, left = log
    assert entered is left
    wait_until(entered.done)
    assert caplog.text == ""


def test_a_block_whose_entering_is_given_up_at_the_last_moment_is_left(log: Log) -> None:
    @contextlib.asynccontextmanager
    async def hasty() -> AsyncGenerator[None]:
        await asyncio.sleep(0)
        frame = FRAME.get()
        assert frame is not None
        assert isinstance(frame.waiter, asyncio.Task)
        asyncio.get_running_loop().call_soon(frame.waiter.cancel)  # when entering is done and before it is known
        try:
            yield
        finally:
            log.append("left")

    with pytest.raises(asyncio.CancelledError), manage(hasty()):
        fail(AssertionError("it was entered"))
    assert log == ["left"]


def test_variables_go_into_the_manager_and_changes_come_back_and_are_restored() -> None:
    seen: list[str | None] = []

    @contextlib.asynccontextmanager
    async def scoped() -> AsyncGenerator[None]:
        seen.append(user.get(None))
        async with scope(user, "eve"):
            yield
            seen.append(user.get(None))

    def play() -> list[str | None]:
        with manage(scoped()):
            seen.append(user.get(None))
        return [*seen, user.get(None)]

    assert Context().run(play) == [None, "eve", "eve", None]


# -- sync to async ----------------------------------------------------------------------------------------------------


def test_a_sync_manager_is_entered_and_left_on_one_thread_which_then_ends(log: Log) -> None:
    async def main() -> str:
        async with amanage(log.file()) as file:
            return file

    assert asyncio.run(main()) == "file"
    entered, left = log
    assert entered is left
    assert entered is not threading.current_thread()
    entered.join(10)
    assert not entered.is_alive()


def test_an_async_manager_is_used_by_amanage_as_it_is(log: Log) -> None:
    manager = log.connection()
    assert amanage(manager) is manager


def test_an_error_in_the_async_block_reaches_the_sync_manager_which_may_handle_it(log: Log) -> None:
    async def main() -> None:
        async with amanage(log.file()):
            fail(LookupError())

    asyncio.run(main())
    entered, handled, left = log
    assert entered is left
    assert isinstance(handled, LookupError)


def test_an_error_that_the_sync_manager_does_not_handle_is_raised(log: Log) -> None:
    async def main() -> None:
        async with amanage(log.file()):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(main())


def test_an_error_on_entering_a_sync_manager_is_raised_and_ends_the_thread(log: Log) -> None:
    @contextlib.contextmanager
    def guilty() -> Generator[None]:
        log.append(threading.current_thread())
        fail(LookupError())
        yield

    async def main() -> None:
        async with amanage(guilty()):
            fail(AssertionError("it was entered"))

    with pytest.raises(LookupError) as caught:
        asyncio.run(main())
    assert "guilty" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    [thread] = log
    thread.join(10)
    assert not thread.is_alive()


def test_a_thread_lock_can_be_waited_for_without_blocking_the_loop() -> None:
    async def main() -> list[str]:
        lock, seen = threading.RLock(), list[str]()
        async with amanage(lock):
            other = asyncio.create_task(asyncio.to_thread(lambda: lock.acquire(timeout=0.01)))
            seen.append(f"other: {await other}")
        return seen

    assert asyncio.run(main()) == ["other: False"]


def test_the_block_may_do_other_things_on_the_thread_of_the_manager() -> None:
    async def main() -> list[Any]:
        with Worker() as worker:
            database = await offload(sqlite3.connect, ":memory:", pool=worker)
            async with amanage(database, pool=worker) as connection:
                await offload(connection.execute, "create table numbers (number)", pool=worker)
                await offload(connection.execute, "insert into numbers values (1)", pool=worker)
            rows = await offload(lambda: list(database.execute("select * from numbers")), pool=worker)
            await offload(database.close, pool=worker)
            return rows

    assert asyncio.run(main()) == [(1,)]


def test_a_manager_that_is_entered_too_late_is_left_on_its_thread() -> None:
    async def main() -> tuple[list[threading.Thread], bool]:
        entering, go_on, threads = threading.Event(), threading.Event(), list[threading.Thread]()

        @contextlib.contextmanager
        def slow() -> Generator[None]:
            threads.append(threading.current_thread())
            entering.set()
            go_on.wait()
            try:
                yield
            finally:
                threads.append(threading.current_thread())

        async def use() -> None:
            async with amanage(slow()):
                pytest.fail("it was entered")

        using = asyncio.create_task(use())
        await asyncio.to_thread(entering.wait)
        using.cancel()
        with pytest.raises(asyncio.CancelledError):
            await using
        go_on.set()
        await asyncio.to_thread(threads[0].join, 10)
        return threads, threads[0].is_alive()

    threads, is_alive = asyncio.run(main())
    assert len(threads) == 2
    assert len(set(threads)) == 1
    assert not is_alive


def test_variables_go_into_the_sync_manager_and_changes_come_back_and_are_restored() -> None:
    seen: list[str | None] = []

    @contextlib.contextmanager
    def scoped() -> Generator[None]:
        seen.append(user.get(None))
        with scope(user, "eve"):
            yield
            seen.append(user.get(None))

    async def main() -> list[str | None]:
        async with amanage(scoped()):
            seen.append(user.get(None))
        return [*seen, user.get(None)]

    with asyncio.Runner() as runner:
        assert runner.run(main(), context=Context()) == [None, "eve", "eve", None]
