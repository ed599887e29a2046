"""`run` and `call`: anything of either color, from anywhere."""

from __future__ import annotations

import asyncio
import functools
import inspect
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from duotone import call, configure, figures, run
from duotone.errors import (
    AlreadyAwaited,
    BadTimeout,
    IsStream,
    LoopHeld,
    LoopHeldWarning,
    NoRunningLoop,
    NotCallable,
    TimedOut,
)
from tests.labels import label

user: ContextVar[str] = ContextVar("user", default="nobody")


async def double(number: int = 2, *, plus: int = 0) -> int:
    await asyncio.sleep(0)
    return number * 2 + plus


def halve(number: int = 2) -> float:
    return number / 2


def hidden(function: Callable[..., Awaitable[int]]) -> Callable[..., Awaitable[int]]:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Awaitable[int]:
        return function(*args, **kwargs)

    return wrapper


class Tool:
    async def method(self, number: int = 2) -> int:
        return await double(number)

    @staticmethod
    async def static(number: int = 2) -> int:
        return await double(number)

    @classmethod
    async def of_class(cls, number: int = 2) -> int:
        return await double(number)

    async def __call__(self, number: int = 2) -> int:
        return await double(number)


class Promise:
    def __await__(self) -> Generator[Any, Any, int]:
        return double().__await__()


EITHER_COLOR = [
    double,
    functools.partial(double, 2),
    Tool().method,
    Tool.static,
    Tool.of_class,
    Tool(),
    hidden(double),
    lambda: double(),  # noqa: PLW0108  # hides the color
    lambda: 4,
    lambda: Promise(),  # noqa: PLW0108  # returns an awaitable
    AsyncMock(return_value=4),
    Mock(return_value=4),
    functools.partial(abs, -4),
]


@pytest.mark.parametrize("callee", EITHER_COLOR, ids=label)
def test_anything_can_be_run_from_sync_code(callee: Callable[[], Any]) -> None:
    assert run(callee) == 4


@pytest.mark.parametrize("callee", EITHER_COLOR, ids=label)
def test_anything_can_be_called_from_async_code(callee: Callable[[], Any]) -> None:
    async def main() -> Any:
        return await call(callee)

    assert asyncio.run(main()) == 4


@pytest.mark.parametrize("callee", EITHER_COLOR, ids=label)
def test_anything_can_have_a_timeout(callee: Callable[[], Any]) -> None:
    async def main() -> Any:
        return await call(callee, timeout=10)

    assert run(callee, timeout=10) == asyncio.run(main()) == 4


def test_an_awaitable_can_be_given_as_it_is() -> None:
    async def main() -> list[int]:
        return [await call(double()), await call(Promise()), await call(double(), timeout=10)]

    assert [run(double()), run(Promise()), run(double(), timeout=10)] == asyncio.run(main()) == [4, 4, 4]


def test_arguments_are_passed_on() -> None:
    async def main() -> list[Any]:
        return [await call(double, 3, plus=1), await call(halve, 3), await call(halve, number=3)]

    assert [run(double, 3, plus=1), run(halve, 3), run(halve, number=3)] == asyncio.run(main()) == [7, 1.5, 1.5]


def test_H5_a_result_that_is_still_awaitable_is_drained() -> None:
    async def forgot() -> Awaitable[Awaitable[int]]:
        async def forgot_too() -> Awaitable[int]:
            return double()

        return forgot_too()

    async def main() -> Any:
        return await call(forgot)

    results: list[Any] = [run(forgot), run(forgot, timeout=5), asyncio.run(main())]
    assert results == [4, 4, 4]


def test_a_sync_function_runs_on_the_thread_of_its_caller_and_starts_nothing() -> None:
    threads = threading.active_count()
    assert run(threading.get_ident) == threading.get_ident()
    assert threading.active_count() == threads


def test_a_sync_function_with_a_timeout_runs_on_a_worker_with_the_context() -> None:
    def work() -> tuple[str, int]:
        seen = user.get()
        user.set("changed")
        return seen, threading.get_ident()

    user.set("caller")
    seen, thread = run(work, timeout=10)
    assert (seen, user.get()) == ("caller", "changed")
    assert thread != threading.get_ident()


def test_H6_the_timeout_of_a_blocking_function_holds_as_its_caller_sees_it() -> None:
    before, started = figures().late, time.monotonic()
    with pytest.raises(TimedOut) as caught:
        run(time.sleep, 1.5, timeout=0.05)
    assert time.monotonic() - started < 1.4
    assert (caught.value.abandoned, caught.value.seconds, caught.value.name) == (True, 0.05, "sleep")
    deadline = time.monotonic() + 10
    while figures().late == before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert figures().late == before + 1


def test_what_a_worker_waits_for_is_stopped_with_it() -> None:
    ended = []

    async def inner() -> None:
        try:
            await asyncio.sleep(20)
        finally:
            ended.append(True)

    with pytest.raises(TimedOut) as caught:
        run(lambda: run(inner), timeout=0.05)
    assert ended == [True]
    assert not caught.value.abandoned


def test_a_timeout_covers_the_awaitable_that_a_sync_function_returns() -> None:
    def later() -> Awaitable[None]:
        return asyncio.sleep(20)

    with pytest.raises(TimedOut):
        run(later, timeout=0.05)


def test_an_async_body_that_blocks_past_its_deadline_is_late() -> None:
    async def block() -> Any:
        time.sleep(0.05)  # noqa: ASYNC251  # the fault under test
        return double()

    async def main() -> None:
        with pytest.raises(TimedOut) as caught:
            await call(block, timeout=0.01)
        assert caught.value.is_late

    asyncio.run(main())

    async def nested() -> None:
        with pytest.raises(TimedOut) as caught:
            run(block, timeout=0.01)
        assert caught.value.is_late

    run(nested)


def test_a_timeout_error_of_the_callee_is_its_own() -> None:
    async def fail() -> None:
        message = "mine"
        raise TimeoutError(message)

    async def main() -> None:
        with pytest.raises(TimeoutError, match="mine"):
            await call(fail, timeout=10)

    asyncio.run(main())
    with pytest.raises(TimeoutError, match="mine"):
        run(fail, timeout=10)


@pytest.mark.parametrize("timeout", [-1, float("nan"), "soon"])
def test_a_bad_timeout_is_refused_before_anything_runs(timeout: Any) -> None:
    async def main() -> None:
        for given in (pytest.fail, double, double()):
            with pytest.raises(BadTimeout, match="number of seconds"):
                await call(given, timeout=timeout)

    asyncio.run(main())
    for given in (pytest.fail, double, double()):
        with pytest.raises(BadTimeout, match="number of seconds"):
            run(given, timeout=timeout)


@pytest.mark.parametrize("given", [5, None, "double"])
def test_what_is_neither_callable_nor_awaitable_is_refused(given: Any) -> None:
    async def main() -> None:
        with pytest.raises(NotCallable, match="pass the function itself"):
            await call(given)

    asyncio.run(main())
    with pytest.raises(NotCallable, match="pass the function itself") as caught:
        run(given)
    assert caught.value.given is given


def test_a_coroutine_takes_no_arguments() -> None:
    async def main() -> None:
        with pytest.raises(NotCallable):
            await call(double(), 3)  # type: ignore[call-overload]

    asyncio.run(main())
    with pytest.raises(NotCallable):
        run(double(), 3)  # type: ignore[call-overload]


def test_a_coroutine_that_was_awaited_before_is_refused() -> None:
    finished = double()
    run(finished)
    with pytest.raises(AlreadyAwaited, match="finished"):
        run(finished)
    started = double()
    started.send(None)
    with pytest.raises(AlreadyAwaited, match="already running"):
        run(started)
    started.close()


def test_generators_are_sent_to_the_functions_for_streams() -> None:
    async def numbers() -> Any:
        yield 1

    def letters() -> Any:
        yield "a"

    async def main() -> None:
        for stream in (numbers, letters):
            with pytest.raises(IsStream):
                await call(stream)

    asyncio.run(main())
    with pytest.raises(IsStream, match=r"duotone\.iterate"):
        run(numbers)
    with pytest.raises(IsStream, match=r"duotone\.aiterate"):
        run(letters)


def test_call_needs_a_running_loop() -> None:
    with pytest.raises(NoRunningLoop):
        call(double).send(None)
    with pytest.raises(NoRunningLoop):
        call(double()).send(None)


def test_run_works_inside_a_running_loop_and_counts_that_it_held_it() -> None:
    async def main() -> int:
        return run(double)

    before = figures().held_loops
    assert asyncio.run(main()) == 4
    assert figures().held_loops == before + 1


def test_the_policy_of_the_process_can_warn_and_raise() -> None:
    async def main() -> int:
        return run(double)

    try:
        configure(holding="warn")
        with pytest.warns(LoopHeldWarning, match="double") as caught:
            asyncio.run(main())
        assert caught[0].filename == __file__
        configure(holding="raise")
        with pytest.raises(LoopHeld, match=r"await duotone\.call"):
            asyncio.run(main())
    finally:
        configure(holding="allow")


def test_the_policy_of_one_call_wins() -> None:
    async def main() -> None:
        with pytest.raises(LoopHeld):
            run(double, holding="raise")
        with pytest.raises(LoopHeld):
            run(double(), holding="raise")
        with pytest.raises(LoopHeld):
            run(time.sleep, 0, timeout=1, holding="raise")
        assert run(halve, holding="raise") == 1.0
        with pytest.warns(LoopHeldWarning) as caught:
            run(double(), holding="warn")
        assert caught[0].filename == __file__

    asyncio.run(main())


def test_a_loop_is_not_held_where_none_is_running() -> None:
    assert run(double, holding="raise") == 4


def test_under_trio_run_works_and_counts_as_holding() -> None:
    trio = pytest.importorskip("trio")
    sniffio = pytest.importorskip("sniffio")

    async def library() -> str:
        return str(sniffio.current_async_library())

    async def main() -> None:
        before = figures().held_loops
        assert run(library) == "asyncio"
        assert sniffio.current_async_library() == "trio"
        assert figures().held_loops == before + 1

    trio.run(main)


def test_a_call_of_an_async_function_stays_on_its_loop_and_task() -> None:
    async def where() -> tuple[object, object]:
        return asyncio.get_running_loop(), asyncio.current_task()

    async def main() -> bool:
        return await call(where) == (asyncio.get_running_loop(), asyncio.current_task())

    assert asyncio.run(main())


def test_the_signature_tells_the_options() -> None:
    assert list(inspect.signature(run).parameters) == ["callee", "args", "timeout", "holding", "kwargs"]
    assert list(inspect.signature(call).parameters) == ["callee", "args", "timeout", "kwargs"]


def test_a_timeout_that_passes_in_the_middle_of_a_step_cancels_nothing_later() -> None:
    async def slow() -> None:
        run(asyncio.sleep, 0.05)

    async def main() -> str:
        with pytest.raises(TimedOut) as caught:
            await call(slow, timeout=0.01)
        assert caught.value.is_late
        await asyncio.sleep(0)
        return "fine"

    assert run(main) == "fine"


def test_a_cancel_that_comes_with_a_late_result_is_not_taken_back() -> None:
    async def slow() -> None:
        task = asyncio.current_task()
        assert task is not None
        run(asyncio.sleep, 0.05)
        task.cancel()

    async def main() -> None:
        await call(slow, timeout=0.01)

    with pytest.raises(asyncio.CancelledError):
        run(main)


def test_an_error_that_comes_after_the_timeout_has_passed_cancels_nothing_later() -> None:
    async def fail() -> None:
        run(asyncio.sleep, 0.05)
        message = "too late"
        raise LookupError(message)

    async def main() -> str:
        with pytest.raises(LookupError, match="too late"):
            await call(fail, timeout=0.01)
        await asyncio.sleep(0)
        return "fine"

    assert run(main) == "fine"
