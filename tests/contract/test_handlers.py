"""Handlers of either color: each is called once for every event, and what it returns or raises is accounted for."""

from __future__ import annotations

import asyncio
import functools
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextvars import ContextVar
from threading import get_ident
from typing import Any

import pytest

from duotone import AsyncHandlers, Delivery, Handlers, figures, run
from duotone.contract.settings import settings
from duotone.errors import IsStream, LoopHeld, LoopHeldWarning, NotCallable
from tests.contract.threads import Background

NUMBER: ContextVar[int] = ContextVar("NUMBER", default=0)

Face = type[Handlers[...]] | type[AsyncHandlers[...]]
FACES = pytest.mark.parametrize("face", [Handlers, AsyncHandlers])
ORDERS = pytest.mark.parametrize("concurrent", [False, True], ids=["in_order", "concurrent"])


def emit(handlers: Handlers[...] | AsyncHandlers[...], *args: Any, **kwargs: Any) -> Delivery:
    """Emit an event from code of the color of the registry."""
    if isinstance(handlers, Handlers):
        return handlers.emit(*args, **kwargs)
    return asyncio.run(handlers.emit(*args, **kwargs))


class Recorder:
    """Handlers of every shape that write down what they were called with."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def sync(self, number: int) -> str:
        self.seen.append(("sync", number))
        return "sync"

    async def later(self, number: int) -> str:
        await asyncio.sleep(0)
        self.seen.append(("async", number))
        return "async"

    def either(self, number: int) -> object:
        return self.later(number)

    def __call__(self, number: int) -> str:
        self.seen.append(("object", number))
        return "object"

    def all(self) -> list[Callable[[int], object]]:
        @functools.wraps(self.sync)
        def wrapped(number: int) -> object:  # which hides its color
            return self.later(number)

        return [self.sync, self.later, self.either, self, functools.partial(self.later), wrapped]


# -- delivery -----------------------------------------------------------------------------------------------------


@FACES
@ORDERS
def test_O7_subscribers_of_either_color_receive_every_event_and_deliveries_are_counted(
    face: Face, *, concurrent: bool
) -> None:
    recorder = Recorder()
    handlers = face(concurrent=concurrent)
    for handler in recorder.all():
        handlers.add(handler)
    for number in range(3):
        delivery = emit(handlers, number)
        assert (delivery.delivered, delivery.failed, delivery.errors) == (6, 0, [])
        assert delivery.results == ["sync", "async", "async", "object", "async", "async"]
    for number in range(3):
        assert sorted(name for name, seen in recorder.seen if seen == number) == ["async"] * 4 + ["object", "sync"]


@FACES
def test_handlers_are_called_one_after_the_other_in_the_order_in_which_they_were_added(face: Face) -> None:
    order: list[str] = []
    handlers = face()

    @handlers.add
    async def first() -> None:
        await asyncio.sleep(0.01)
        order.append("first")

    @handlers.add
    def second() -> None:
        order.append("second")

    @handlers.add
    async def third() -> None:
        order.append("third")

    emit(handlers)
    assert order == ["first", "second", "third"]
    assert list(handlers) == [first, second, third]


@FACES
def test_concurrent_handlers_run_at_the_same_time(face: Face) -> None:
    together = threading.Barrier(3)
    handlers = face(concurrent=True)

    async def meet() -> int:
        return await asyncio.to_thread(together.wait, 10)

    for handler in (meet, functools.partial(together.wait, 10), functools.partial(together.wait, 10)):
        handlers.add(handler)
    assert sorted(emit(handlers).results) == [0, 1, 2]  # type: ignore[type-var]  # the places at the barrier


@FACES
@ORDERS
def test_an_event_without_handlers_is_delivered_to_nobody(face: Face, *, concurrent: bool) -> None:
    assert emit(face(concurrent=concurrent), 1) == Delivery()


@FACES
@ORDERS
def test_arguments_reach_the_handlers_whatever_they_are_called(face: Face, *, concurrent: bool) -> None:
    handlers = face(concurrent=concurrent)
    names = {"timeout": 1, "pool": 2, "holding": 3, "callee": 4, "args": 5, "on_worker": 6, "function": 7}

    @handlers.add
    def sync(*args: int, **options: int) -> object:
        return args, options

    @handlers.add
    async def later(*args: int, **options: int) -> object:
        return args, options

    assert emit(handlers, 1, 2, **names).results == [((1, 2), names)] * 2


@FACES
@ORDERS
def test_what_a_handler_returns_is_awaited_until_there_is_a_value(face: Face, *, concurrent: bool) -> None:
    handlers = face(concurrent=concurrent)

    async def value() -> int:
        return 7

    async def deep() -> object:
        return value()

    def deeper() -> object:
        return deep()

    handlers.add(deeper)
    handlers.add(deep)
    handlers.add(deeper, blocking=False)
    assert emit(handlers).results == [7, 7, 7]


@FACES
def test_changes_of_context_go_from_handler_to_handler_and_come_back(face: Face) -> None:
    handlers = face()

    @handlers.add
    def sync() -> int:
        NUMBER.set(NUMBER.get() + 1)
        return NUMBER.get()

    @handlers.add
    async def later() -> int:
        await asyncio.sleep(0)
        NUMBER.set(NUMBER.get() + 1)
        return NUMBER.get()

    async def main() -> list[object]:
        NUMBER.set(5)
        delivery = handlers.emit() if isinstance(handlers, Handlers) else await handlers.emit()
        assert NUMBER.get() == 7
        return delivery.results

    assert asyncio.run(main()) == [6, 7]


# -- where they run -----------------------------------------------------------------------------------------------


def test_from_sync_code_sync_handlers_run_on_the_thread_of_the_caller() -> None:
    handlers = Handlers[[]]()
    handlers.add(get_ident)
    assert handlers.emit().results == [get_ident()]


def test_from_async_code_sync_handlers_run_on_a_worker_unless_they_are_declared_quick() -> None:
    handlers = AsyncHandlers[[]]()
    handlers.add(get_ident)
    handlers.add(get_ident, blocking=False)

    @handlers.add
    async def later() -> int:
        return get_ident()

    worker, quick, loop = asyncio.run(handlers.emit()).results
    assert worker != get_ident()
    assert quick == loop == get_ident()


def test_a_sync_handler_that_blocks_does_not_hold_up_the_loop() -> None:
    handlers = AsyncHandlers[[]]()
    leave = threading.Event()
    handlers.add(functools.partial(leave.wait, 10))

    async def main() -> list[object]:
        emitting = asyncio.create_task(handlers.emit())
        for _ in range(50):
            await asyncio.sleep(0)
        assert not emitting.done()
        leave.set()
        return (await emitting).results

    assert asyncio.run(main()) == [True]


def test_async_handlers_run_on_the_loop_that_emits() -> None:
    handlers = AsyncHandlers[[]](concurrent=True)

    @handlers.add
    async def which() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    async def main() -> bool:
        return (await handlers.emit()).results == [asyncio.get_running_loop()]

    assert asyncio.run(main())
    assert run(main)


def test_a_sync_registry_may_be_used_inside_a_running_loop() -> None:
    handlers = Handlers[[int]]()
    recorder = Recorder()
    handlers.add(recorder.later)

    async def main() -> list[object]:
        return handlers.emit(3).results

    assert asyncio.run(main()) == ["async"]
    assert run(main) == ["async"]


@ORDERS
def test_a_wait_that_the_policy_refuses_is_no_error_of_the_handlers(
    monkeypatch: pytest.MonkeyPatch, *, concurrent: bool
) -> None:
    monkeypatch.setattr(settings, "holding", "raise")
    handlers = Handlers[[int]](errors="count", concurrent=concurrent)
    recorder = Recorder()
    handlers.add(recorder.sync)
    handlers.add(recorder.later)

    async def main() -> None:
        with pytest.raises(LoopHeld):
            handlers.emit(3)

    asyncio.run(main())
    assert not recorder.seen


@ORDERS
def test_a_wait_that_is_warned_of_names_the_line_that_emits(
    monkeypatch: pytest.MonkeyPatch, *, concurrent: bool
) -> None:
    monkeypatch.setattr(settings, "holding", "warn")
    handlers = Handlers[[int]](concurrent=concurrent)
    handlers.add(Recorder().later)

    async def main() -> None:
        handlers.emit(3)

    with pytest.warns(LoopHeldWarning) as warnings:
        asyncio.run(main())
    assert {warning.filename for warning in warnings} == {__file__}


# -- errors -------------------------------------------------------------------------------------------------------


def fail() -> None:
    raise KeyError("sync")


async def fail_later() -> None:
    await asyncio.sleep(0)
    raise LookupError("async")


class Leave(BaseException):
    """Something that nobody may swallow."""


def give() -> str:
    return "well"


@FACES
@ORDERS
def test_one_error_is_raised_as_it_is_once_all_were_called(face: Face, *, concurrent: bool) -> None:
    for failing, kind in ((fail, KeyError), (fail_later, LookupError)):
        called: list[int] = []
        handlers = face(concurrent=concurrent)
        handlers.add(failing)
        handlers.add(functools.partial(called.append, 1))
        with pytest.raises(kind, match="sync"):
            emit(handlers)
        assert called == [1]


@FACES
@ORDERS
def test_several_errors_are_raised_together(face: Face, *, concurrent: bool) -> None:
    handlers = face(concurrent=concurrent)
    for handler in (fail, give, fail_later):
        handlers.add(handler)
    with pytest.raises(ExceptionGroup, match="2 of 3 handlers failed") as caught:
        emit(handlers)
    assert [type(error) for error in caught.value.exceptions] == [KeyError, LookupError]


@FACES
@ORDERS
def test_errors_are_collected_if_asked_for(face: Face, *, concurrent: bool) -> None:
    handlers = face(errors="collect", concurrent=concurrent)
    for handler in (fail, give, fail_later):
        handlers.add(handler)
    before = figures().suppressed_errors
    delivery = emit(handlers)
    assert (delivery.delivered, delivery.failed, delivery.results) == (1, 2, ["well"])
    assert [type(error) for error in delivery.errors] == [KeyError, LookupError]
    assert figures().suppressed_errors == before


@FACES
@ORDERS
def test_errors_are_only_counted_if_asked_for(face: Face, *, concurrent: bool) -> None:
    handlers = face(errors="count", concurrent=concurrent)
    for handler in (fail, give, fail_later):
        handlers.add(handler)
    before = figures().suppressed_errors
    delivery = emit(handlers)
    assert (delivery.delivered, delivery.failed, delivery.results, delivery.errors) == (1, 2, ["well"], [])
    assert figures().suppressed_errors == before + 2


@FACES
def test_a_policy_that_does_not_exist_is_refused(face: Face) -> None:
    with pytest.raises(ValueError, match=r"errors='ignore' is not a policy; use one of 'raise', 'collect', 'count'"):
        face(errors="ignore")  # type: ignore[arg-type]


@FACES
@ORDERS
@pytest.mark.parametrize("policy", ["raise", "collect", "count"])
def test_what_is_no_error_passes_through_under_every_policy(face: Face, policy: Any, *, concurrent: bool) -> None:
    called: list[int] = []
    handlers = face(errors=policy, concurrent=concurrent)

    @handlers.add
    def leave() -> None:
        raise Leave

    if not concurrent:
        handlers.add(functools.partial(called.append, 1))
    with pytest.raises(Leave):
        emit(handlers)
    assert not called


@FACES
def test_none_is_left_running_when_something_passes_through(face: Face) -> None:
    handlers = face(errors="collect", concurrent=True)
    entered, ended = asyncio.Event(), threading.Event()

    @handlers.add
    async def stay() -> None:
        try:
            entered.set()
            await asyncio.sleep(20)
        finally:
            ended.set()

    @handlers.add
    async def leave() -> None:
        await entered.wait()
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        emit(handlers)
    assert ended.is_set()


@ORDERS
def test_cancelling_the_one_who_emits_reaches_the_handlers(*, concurrent: bool) -> None:
    handlers = AsyncHandlers[[]](errors="collect", concurrent=concurrent)
    entered, ended = asyncio.Event(), []

    @handlers.add
    async def stay() -> None:
        entered.set()
        try:
            await asyncio.sleep(20)
        finally:
            ended.append(True)

    async def main() -> None:
        emitting = asyncio.create_task(handlers.emit())
        await entered.wait()
        emitting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await emitting

    asyncio.run(main())
    assert ended == [True]


# -- the registry -------------------------------------------------------------------------------------------------


@FACES
def test_a_handler_is_given_back_so_that_add_is_a_decorator(face: Face) -> None:
    handlers = face()
    recorder = Recorder()
    assert handlers.add(recorder) is recorder
    assert handlers.add(give, blocking=False) is give
    assert len(handlers) == 2
    assert list(handlers) == [recorder, give]


@FACES
@ORDERS
def test_a_removed_handler_is_not_called_any_more(face: Face, *, concurrent: bool) -> None:
    handlers = face(concurrent=concurrent)
    recorder = Recorder()
    for handler in (recorder.sync, recorder, recorder.sync):
        handlers.add(handler)
    handlers.remove(recorder.sync)  # the last of the two; bound methods are the same if they are equal
    assert list(handlers) == [recorder.sync, recorder]
    assert emit(handlers, 1).results == ["sync", "object"]
    handlers.remove(recorder)
    handlers.remove(recorder.sync)
    assert len(handlers) == 0
    assert emit(handlers, 2).delivered == 0


@FACES
def test_what_was_never_added_can_not_be_removed(face: Face) -> None:
    handlers = face()
    handlers.add(fail)
    with pytest.raises(ValueError, match=r"'give' is not registered here"):
        handlers.remove(give)


@FACES
@pytest.mark.parametrize("given", [None, 3, "text"])
def test_what_can_not_be_called_is_refused_when_it_is_added(face: Face, given: Any) -> None:
    handlers = face()
    with pytest.raises(NotCallable, match=r"add\(\) needs a callable"):
        handlers.add(given)
    assert len(handlers) == 0


@FACES
def test_a_coroutine_is_refused_when_it_is_added_and_closed(face: Face) -> None:
    with pytest.raises(NotCallable):
        face().add(fail_later())  # type: ignore[arg-type]


@FACES
def test_generators_are_refused_when_they_are_added(face: Face) -> None:
    def numbers() -> Iterator[int]:
        yield 1

    async def later_numbers() -> AsyncIterator[int]:
        yield 1

    handlers = face()
    for stream in (numbers, later_numbers):
        with pytest.raises(IsStream, match="numbers"):
            handlers.add(stream)
    assert len(handlers) == 0


@FACES
@ORDERS
def test_handlers_that_come_or_go_during_an_event_count_from_the_next_one_on(face: Face, *, concurrent: bool) -> None:
    handlers = face(concurrent=concurrent)

    @handlers.add
    def change() -> str:
        handlers.add(give)
        handlers.remove(change)
        return "changed"

    assert emit(handlers).results == ["changed"]
    assert emit(handlers).results == ["well"]


def test_handlers_that_several_threads_add_and_remove_at_once_are_the_right_ones(background: Background) -> None:
    handlers = Handlers[[]]()
    together = threading.Barrier(4)

    def come_and_go(number: int) -> None:
        together.wait(10)
        handlers.add(functools.partial(abs, number))
        for _ in range(500):
            mine = handlers.add(functools.partial(abs, -number))
            handlers.remove(mine)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for end in [background.start(come_and_go, number) for number in range(4)]:
            end()
    finally:
        sys.setswitchinterval(interval)
    assert sorted(handlers.emit().results) == [0, 1, 2, 3]  # type: ignore[type-var]  # all are numbers
