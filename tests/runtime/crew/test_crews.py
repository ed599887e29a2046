"""Both crews: units of either color, one alone or several, that return, fail, hang or are stopped."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

import pytest

from duotone import run
from duotone.runtime.binding import bind
from duotone.runtime.commands import Call
from duotone.runtime.crew import AsyncCrew, Crew
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.keys import current_key
from duotone.runtime.outcomes import Attempt, Outcome
from duotone.runtime.units import unit

user: ContextVar[str] = ContextVar("user", default="nobody")


class Scene:
    """One crew of either face, with sync verbs for both: the async one lives on the bridge's loop."""

    def __init__(self, face: str) -> None:
        self.late: list[Attempt] = []
        self.came = threading.Event()
        self.crew: Any = (AsyncCrew if face == "async" else Crew)("r", on_late=self.hear)
        self.numbers = 0

    def hear(self, attempt: Attempt) -> None:
        self.late.append(attempt)
        self.came.set()

    def start(self, function: Callable[..., Any], *args: Any, timeout: float | None = None, **contract: Any) -> None:
        self.numbers += 1
        made = unit(function, **contract)
        self.crew.start(Call(f"s{self.numbers}", 1, made.name, timeout=timeout), bind(made, args, {}))

    def next(self, until: float | None = None) -> Attempt | None:
        attempt: Attempt | None = run(self.crew.next, until)
        return attempt

    def one(self, function: Callable[..., Any], *args: Any, timeout: float | None = None, **contract: Any) -> Attempt:
        self.start(function, *args, timeout=timeout, **contract)
        attempt = self.next()
        assert attempt is not None
        return attempt


@pytest.fixture(params=["async", "sync"])
def scene(request: pytest.FixtureRequest) -> Scene:
    return Scene(request.param)


def double(number: int) -> int:
    return 2 * number


async def double_later(number: int) -> int:
    await asyncio.sleep(0.001)
    return 2 * number


class Doubler:
    async def __call__(self, number: int) -> int:
        return 2 * number

    def give_awaitable(self, number: int) -> Awaitable[int]:
        return self(number)


@pytest.mark.parametrize("function", [double, double_later, Doubler(), Doubler().give_awaitable])
def test_a_unit_of_either_color_gives_its_result(scene: Scene, function: Callable[[int], Any]) -> None:
    attempt = scene.one(function, 4)
    assert (attempt.outcome, attempt.result, attempt.fault) == (Outcome.OK, 8, None)
    assert (attempt.step, attempt.number, attempt.is_undo) == ("s1", 1, False)


@pytest.mark.parametrize("timeout", [None, 5.0])
@pytest.mark.parametrize("function", [double, double_later])
def test_an_error_is_a_fault_and_is_kept(scene: Scene, function: Any, timeout: float | None) -> None:
    attempt = scene.one(function, object(), timeout=timeout)
    assert attempt.outcome is Outcome.FAILED
    assert attempt.fault is not None
    assert attempt.fault.type == "TypeError"
    assert attempt.fault.is_retryable
    assert isinstance(scene.crew.errors["s1"], TypeError)


def test_an_error_that_is_not_to_be_tried_again_says_so(scene: Scene) -> None:
    attempt = scene.one(double, object(), retry=Retry(attempts=3, not_on=(TypeError,)))
    assert attempt.fault is not None
    assert not attempt.fault.is_retryable


@pytest.mark.parametrize("color", ["sync", "async"])
def test_a_result_that_can_not_be_kept_is_a_contract_error_with_an_effect(scene: Scene, color: str) -> None:
    def sync() -> set[int]:
        return {1}

    async def later() -> set[int]:
        return {1}

    attempt = scene.one(sync if color == "sync" else later)
    assert attempt.outcome is Outcome.CONTRACT_ERROR
    assert attempt.had_effect
    assert attempt.fault is not None
    assert attempt.fault.type == "Unkeepable"


@pytest.mark.parametrize("timeout", [None, 5.0])
@pytest.mark.parametrize("color", ["sync", "async"])
def test_context_goes_in_and_changes_come_back(scene: Scene, color: str, timeout: float | None) -> None:
    def sync() -> str:
        before = user.get()
        user.set("changed")
        return before

    async def later() -> str:
        return sync()

    token = user.set("ada")
    try:
        assert scene.one(sync if color == "sync" else later, timeout=timeout).result == "ada"
        assert user.get() == "changed"
    finally:
        user.reset(token)


@pytest.mark.parametrize("color", ["sync", "async"])
def test_a_unit_knows_the_key_of_its_step(scene: Scene, color: str) -> None:
    def sync() -> str | None:
        return current_key()

    async def later() -> str | None:
        return current_key()

    assert scene.one(sync if color == "sync" else later).result == "r/s1"
    assert current_key() is None


@pytest.mark.parametrize("timeout", [None, 30])
@pytest.mark.parametrize("is_alone", [True, False])
def test_what_a_unit_returns_to_be_awaited_knows_its_key(
    scene: Scene, timeout: float | None, *, is_alone: bool
) -> None:
    async def key() -> str | None:
        await asyncio.sleep(0)
        return current_key()

    def returns_it() -> Any:  # nothing says that this has to be awaited
        return key()

    attempt = scene.one(returns_it, timeout=timeout)
    assert attempt.result == "r/s1"
    if not is_alone:
        scene.start(returns_it, timeout=timeout)
        scene.start(key, timeout=timeout)
        assert {attempt.result for attempt in (scene.next(), scene.next()) if attempt} == {"r/s2", "r/s3"}


def test_a_unit_and_what_it_returns_to_be_awaited_share_one_timeout(scene: Scene) -> None:
    async def hang() -> None:
        await asyncio.sleep(60)

    def half() -> Any:
        time.sleep(0.8)
        return hang()

    scene.start(half, timeout=1)
    while (attempt := scene.next()) is None:
        pass
    assert attempt.outcome is Outcome.TIMED_OUT
    assert attempt.seconds < 1.7


def test_an_async_unit_that_takes_too_long_is_timed_out_and_stopped(scene: Scene) -> None:
    stopped = threading.Event()

    async def hang() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            stopped.set()

    attempt = scene.one(hang, timeout=0.05)
    assert attempt.outcome is Outcome.TIMED_OUT
    assert attempt.seconds < 5
    assert stopped.is_set()
    assert not scene.late


def test_a_sync_unit_that_takes_too_long_is_abandoned_and_its_result_comes_late(scene: Scene) -> None:
    leave = threading.Event()

    def hang() -> str:
        leave.wait(10)
        return "done after all"

    attempt = scene.one(hang, timeout=0.05)
    assert attempt.outcome is Outcome.ABANDONED
    assert attempt.fault is not None
    assert attempt.fault.type == "TimedOut"
    leave.set()
    assert scene.came.wait(10)
    assert [(one.outcome, one.result) for one in scene.late] == [(Outcome.OK, "done after all")]


@pytest.mark.duotone(allow="blocked-loop")
def test_an_async_unit_that_blocks_its_loop_is_timed_out_and_late(scene: Scene) -> None:
    async def block() -> str:
        time.sleep(0.1)  # noqa: ASYNC251  # the fault that is shown
        return "too late"

    attempt = scene.one(block, timeout=0.02)
    # On the bridge another thread waits, which may leave before the loop is free again.
    assert attempt.outcome in {Outcome.TIMED_OUT, Outcome.ABANDONED}
    assert scene.came.wait(10)
    assert scene.late[0].result == "too late"


def test_an_async_unit_that_blocks_can_be_sent_to_a_worker(scene: Scene) -> None:
    async def block() -> bool:
        time.sleep(0.01)  # noqa: ASYNC251  # the fault that is shown
        return threading.current_thread().name.startswith("duotone-pool")

    assert scene.one(block, blocking=True).result is True


def test_an_async_unit_that_does_not_give_in_is_abandoned(scene: Scene) -> None:
    leave = threading.Event()

    async def cling() -> str:
        while not leave.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(0.01)
        return "at last"

    attempt = scene.one(cling, timeout=0.02)
    assert attempt.outcome is Outcome.ABANDONED
    leave.set()
    run(asyncio.sleep, 0.05)
    assert scene.came.wait(10)
    assert scene.late[0].result == "at last"


def test_several_async_units_go_on_together(scene: Scene) -> None:
    met: list[asyncio.Event] = []

    async def meet(number: int) -> int:
        while len(met) < 2:
            if len(met) <= number:
                met.append(asyncio.Event())
            await asyncio.sleep(0.001)
        return number

    scene.start(meet, 0)
    scene.start(meet, 1)
    first, second = scene.next(), scene.next()
    assert first is not None
    assert second is not None
    assert {first.result, second.result} == {0, 1}
    assert scene.crew.size == 0


def test_async_units_go_on_while_sync_ones_run(scene: Scene) -> None:
    went_on = threading.Event()

    async def ring() -> None:
        went_on.set()

    def listen() -> bool:
        return went_on.wait(10)

    scene.start(listen)
    scene.start(ring)
    attempts = [scene.next(), scene.next()]
    assert {one.result for one in attempts if one is not None} == {True, None}


def test_next_returns_nothing_when_the_time_has_come(scene: Scene) -> None:
    assert scene.next(time.time() + 0.02) is None
    assert scene.next(time.time() - 5) is None


def test_a_step_can_be_stopped_while_others_go_on(scene: Scene) -> None:
    async def hang() -> None:
        await asyncio.sleep(60)

    scene.start(hang)
    scene.start(double_later, 3)
    first = scene.next()
    assert first is not None
    assert first.result == 6
    if isinstance(scene.crew, Crew):
        scene.crew.stop("s1")
    else:
        run(_on_loop, scene.crew.stop, "s1")
    second = scene.next()
    assert second is not None
    assert second.outcome is Outcome.CANCELLED
    assert scene.crew.interruption is None


async def _on_loop(function: Callable[..., Any], *args: Any) -> None:
    await asyncio.sleep(0)
    function(*args)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("others", [0, 1])
def test_an_exit_is_told_as_cancelled_and_kept_for_later(scene: Scene, error: Any, others: int) -> None:
    def leave() -> None:
        raise error

    for _ in range(others):
        scene.start(double_later, 1)
    attempt = scene.one(leave)
    while attempt.result == 2:
        attempt = scene.next() or attempt
    assert attempt.outcome is Outcome.CANCELLED
    assert type(scene.crew.interruption) is error


def test_closing_stops_what_is_in_flight(scene: Scene) -> None:
    async def hang() -> None:
        await asyncio.sleep(60)

    scene.start(hang)
    scene.start(hang)
    if isinstance(scene.crew, Crew):
        assert scene.next(time.time() + 0.01) is None
        scene.crew.close()
    else:
        run(scene.crew.begin)
        run(scene.crew.close)
    assert scene.crew.size == 2  # their ends can be asked for


def test_a_unit_with_a_home_runs_on_its_one_thread(scene: Scene) -> None:
    from duotone import Worker

    with Worker(name="home") as home:
        names = {scene.one(lambda: threading.current_thread().name, home=home).result for _ in range(2)}
    assert len(names) == 1
    assert names.pop() != threading.current_thread().name
