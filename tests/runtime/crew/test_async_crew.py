"""What only an async crew meets: cancellation from outside, and a stop from the task beside it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

import pytest

from duotone.contract.settings import settings
from duotone.runtime.binding import bind
from duotone.runtime.commands import Call
from duotone.runtime.crew import AsyncCrew
from duotone.runtime.outcomes import Attempt, Outcome
from duotone.runtime.units import unit


def crew_with(*functions: Callable[[], Any], late: list[Attempt] | None = None) -> AsyncCrew:
    heard: list[Attempt] = [] if late is None else late
    crew = AsyncCrew("r", on_late=heard.append)
    for function in functions:
        crew.start(Call(function.__name__, 1, "u"), bind(unit(function), (), {}))
    return crew


async def hang() -> None:
    await asyncio.sleep(60)


async def hang_too() -> None:
    await asyncio.sleep(60)


async def cancelled_while_it_waits(crew: AsyncCrew, began: threading.Event | None = None) -> list[Attempt]:
    """Cancel whoever waits for the crew, and return what the crew says then."""
    ends: list[Attempt] = []

    async def wait() -> None:
        while crew.size:
            attempt = await crew.next()
            assert attempt is not None
            ends.append(attempt)
        assert isinstance(crew.interruption, asyncio.CancelledError)
        raise crew.interruption

    task = asyncio.create_task(wait())
    await asyncio.sleep(0.02)
    while began is not None and not began.is_set():  # noqa: ASYNC110  # it is set on a thread
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()
    return ends


def test_a_foreign_cancellation_stops_one_alone_and_is_kept() -> None:
    ends = asyncio.run(cancelled_while_it_waits(crew_with(hang)))
    assert [attempt.outcome for attempt in ends] == [Outcome.CANCELLED]


def test_a_foreign_cancellation_stops_all_of_several() -> None:
    ends = asyncio.run(cancelled_while_it_waits(crew_with(hang, hang_too)))
    assert [attempt.outcome for attempt in ends] == [Outcome.CANCELLED] * 2


def test_a_thread_that_can_not_be_stopped_is_abandoned_and_comes_late() -> None:
    began, leave, came = threading.Event(), threading.Event(), threading.Event()
    late: list[Attempt] = []

    def wait() -> int:
        began.set()
        leave.wait(10)
        return 5

    def hear(attempt: Attempt) -> None:
        late.append(attempt)
        came.set()

    async def main() -> list[Attempt]:
        crew = AsyncCrew("r", on_late=hear)
        crew.start(Call("wait", 1, "u"), bind(unit(wait), (), {}))
        return await cancelled_while_it_waits(crew, began)

    ends = asyncio.run(main())
    assert [attempt.outcome for attempt in ends] == [Outcome.ABANDONED]
    leave.set()
    assert came.wait(10)
    assert late[0].result == 5


def test_a_stop_of_our_own_ends_with_the_attempt() -> None:
    async def main() -> tuple[Attempt | None, int]:
        crew = crew_with(hang)
        asyncio.get_running_loop().call_later(0.02, crew.stop, "hang")
        attempt = await crew.next()
        task = asyncio.current_task()
        assert task is not None
        assert crew.interruption is None
        await asyncio.sleep(0)
        return attempt, task.cancelling()

    attempt, cancelling = asyncio.run(main())
    assert attempt is not None
    assert attempt.outcome is Outcome.CANCELLED
    assert cancelling == 0


async def shrug_off(begun: asyncio.Event) -> str:
    begun.set()
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        return "went on"
    return "woke"


async def translate(begun: asyncio.Event) -> str:
    begun.set()
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        message = "the connection is gone"
        raise RuntimeError(message) from None
    return "woke"


@pytest.mark.parametrize(("stubborn", "outcome"), [(shrug_off, Outcome.OK), (translate, Outcome.FAILED)])
@pytest.mark.parametrize("is_ours", [True, False])
def test_a_cancellation_that_a_unit_swallows_is_ours_to_forget_or_kept_for_the_caller(
    stubborn: Callable[[asyncio.Event], Any], outcome: Outcome, *, is_ours: bool
) -> None:
    async def main() -> None:
        begun = asyncio.Event()
        crew = AsyncCrew("r", on_late=print)
        crew.start(Call("stubborn", 1, "u"), bind(unit(stubborn), (begun,), {}))
        task = asyncio.create_task(crew.next())
        await begun.wait()
        if is_ours:
            crew.stop("stubborn")
        else:
            task.cancel()
        attempt = await task
        assert attempt is not None
        assert attempt.outcome is outcome
        assert isinstance(crew.interruption, asyncio.CancelledError) is not is_ours
        assert task.cancelling() == (0 if is_ours else 1)

    asyncio.run(main())


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_stop_that_is_asked_for_again_lets_the_cleanup_end(*, is_alone: bool) -> None:
    async def main() -> list[str]:
        begun, cleaning, done = asyncio.Event(), asyncio.Event(), list[str]()

        async def tidy() -> None:
            begun.set()
            try:
                await asyncio.sleep(60)
            finally:
                cleaning.set()
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                done.append("tidied")

        crew = crew_with(tidy) if is_alone else crew_with(tidy, hang)
        waiting = asyncio.create_task(crew.next())
        await begun.wait()
        crew.stop("tidy")
        await cleaning.wait()
        crew.stop("tidy")
        attempt = await waiting
        assert attempt is not None
        assert attempt.outcome is Outcome.CANCELLED
        assert crew.interruption is None
        await crew.close()
        return done

    assert asyncio.run(main()) == ["tidied"]


def test_a_stop_that_is_asked_for_again_does_not_put_off_the_end_of_the_grace() -> None:
    async def main() -> None:
        begun, is_over = asyncio.Event(), asyncio.Event()

        async def stay() -> None:
            begun.set()
            while not is_over.is_set():
                with contextlib.suppress(asyncio.CancelledError):
                    await is_over.wait()

        crew = crew_with(stay, hang)
        waiting = asyncio.create_task(crew.next())
        await begun.wait()
        while not waiting.done():
            crew.stop("stay")
            await asyncio.sleep(settings.grace / 4)
        attempt = await waiting
        assert attempt is not None
        assert attempt.outcome is Outcome.ABANDONED
        is_over.set()
        await crew.close()

    asyncio.run(main())


def test_a_unit_that_cancels_itself_ends_alone() -> None:
    async def give_up() -> None:
        raise asyncio.CancelledError

    async def main() -> None:
        crew = crew_with(give_up)
        attempt = await crew.next()
        assert attempt is not None
        assert attempt.outcome is Outcome.CANCELLED
        assert crew.interruption is None

    asyncio.run(main())


def test_somebody_who_calls_ends_a_rest() -> None:
    async def main() -> None:
        crew = crew_with()
        asyncio.get_running_loop().call_later(0.02, crew.call)
        assert await crew.next() is None

    asyncio.run(main())


def test_a_cancellation_during_a_rest_is_kept() -> None:
    async def main() -> None:
        crew = crew_with()
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().call_later(0.02, task.cancel)
        assert await crew.next() is None
        assert isinstance(crew.interruption, asyncio.CancelledError)
        task.uncancel()

    asyncio.run(main())
