"""Actors for async code: every function on one thread and in one context, whoever waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import traceback
from contextvars import Context, copy_context
from typing import Any

import pytest

from duotone import DualLock, Pool, Worker, figures, offload, run, scope
from duotone.contract.actors import AsyncActor, _Stage
from duotone.contract.settings import settings
from duotone.contract.steps import Step
from duotone.errors import TimedOut, UnfinishedWork
from tests.contract.scenes import user
from tests.contract.threads import Stuck, wait_until


def thread_and_context() -> tuple[threading.Thread, Context]:
    return threading.current_thread(), copy_context()


async def ended(worker: threading.Thread) -> bool:
    await asyncio.to_thread(worker.join, 10)
    return not worker.is_alive()


def test_every_function_is_called_on_one_thread_which_then_ends() -> None:
    async def main() -> bool:
        actor = AsyncActor("play")
        threads = {await actor.ask(threading.current_thread) for _ in range(3)}
        threads.add(await actor.end(threading.current_thread) or threading.main_thread())
        [thread] = threads
        return thread.name == "duotone-play-1" and await ended(thread)

    assert asyncio.run(main())


def test_a_pool_that_is_given_is_left_open() -> None:
    async def main() -> bool:
        with Worker() as worker:
            actor = AsyncActor("play", worker)
            first = await actor.ask(threading.get_ident)
            await actor.end(threading.get_ident)
            return await AsyncActor("again", worker).ask(threading.get_ident) == first

    assert asyncio.run(main())


def test_tokens_can_be_held_from_one_function_to_the_next_and_variables_go_both_ways() -> None:
    async def main() -> list[str | None]:
        actor, tokens = AsyncActor("play"), list[Any]()
        with scope(user, "ada"):
            seen = [await actor.ask(user.get)]
            await actor.ask(lambda: tokens.append(user.set("bob")))
            seen.append(user.get())
            await actor.ask(lambda: user.reset(tokens.pop()))
            seen.append(user.get())
        seen.append(await actor.ask(lambda: user.get(None)))
        await actor.ask(lambda: tokens.append(user.set("bob")))
        seen.append(user.get(None))
        await actor.end(lambda: user.reset(tokens.pop()))
        return [*seen, user.get(None)]

    with asyncio.Runner() as runner:
        assert runner.run(main(), context=Context()) == ["ada", "bob", "ada", None, "bob", None]


def test_an_error_of_a_function_is_raised_with_its_traceback() -> None:
    def guilty() -> None:
        raise LookupError

    async def main() -> None:
        actor = AsyncActor("play")
        try:
            await actor.ask(guilty)
        finally:
            await actor.end(int)

    with pytest.raises(LookupError) as caught:
        asyncio.run(main())
    assert "guilty" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


def test_a_function_that_is_stuck_is_not_waited_for_and_is_followed_by_on_late_on_its_thread() -> None:
    async def main() -> tuple[int | None, bool]:
        go_on, late = threading.Event(), asyncio.Event()
        loop, threads = asyncio.get_running_loop(), list[threading.Thread]()

        def stick() -> None:
            threads.append(threading.current_thread())
            go_on.wait()

        def note() -> None:
            threads.append(threading.current_thread())
            loop.call_soon_threadsafe(late.set)

        actor = AsyncActor("play")
        with pytest.raises(TimedOut, match="'play'"):
            await actor.ask(stick, 0.01, note)
        end = await actor.end(lambda: 1)
        go_on.set()
        await asyncio.wait_for(late.wait(), 10)
        first, second = threads
        return end, first is second and await ended(first)

    assert asyncio.run(main()) == (None, True)


def test_a_function_that_was_given_up_before_it_began_is_never_called() -> None:
    async def main() -> tuple[list[str], str | None]:
        go_on, calls = threading.Event(), list[str]()
        with Worker() as worker:
            other, actor = AsyncActor("other", worker), AsyncActor("play", worker)
            waiting = asyncio.create_task(other.ask(go_on.wait))
            await asyncio.to_thread(wait_until, lambda: figures().running)
            with pytest.raises(TimedOut):
                await actor.ask(lambda: calls.append("called"), 0.01)
            go_on.set()
            await waiting
            return calls, await actor.end(lambda: "ended")

    assert asyncio.run(main()) == ([], "ended")


def test_the_last_function_is_called_even_if_its_caller_is_cancelled_before_it_begins() -> None:
    async def main() -> bool:
        go_on, is_called = threading.Event(), threading.Event()
        with Worker() as worker:
            waiting = asyncio.create_task(AsyncActor("other", worker).ask(go_on.wait))
            await asyncio.to_thread(wait_until, lambda: figures().running)
            ending = asyncio.create_task(AsyncActor("play", worker).end(is_called.set))
            await asyncio.to_thread(wait_until, lambda: figures().queued)
            ending.cancel()
            with pytest.raises(asyncio.CancelledError):
                await ending
            go_on.set()
            await waiting
            return await asyncio.to_thread(is_called.wait, 10)

    assert asyncio.run(main())


def test_the_last_function_is_called_even_if_its_time_is_up_before_it_begins(stuck: Stuck) -> None:
    async def main() -> bool:
        with Worker() as worker:
            home = await offload(threading.get_ident, pool=worker)
            waiting = asyncio.create_task(offload(stuck, pool=worker))
            await asyncio.to_thread(stuck.entered.acquire)
            threads: list[int] = []
            with pytest.raises(TimedOut, match="'play'"):
                await AsyncActor("play", worker).end(lambda: threads.append(threading.get_ident()), 0.01)
            stuck.leave.set()
            await waiting
            await offload(int, pool=worker)
            return threads == [home]

    assert asyncio.run(main())


def test_a_last_function_that_its_thread_will_not_call_is_said_to_be_unfinished(stuck: Stuck) -> None:
    async def main() -> bool:
        is_called = threading.Event()
        with Worker() as worker:
            waiting = asyncio.create_task(offload(stuck, pool=worker))
            await asyncio.to_thread(stuck.entered.acquire)
            ending = asyncio.create_task(AsyncActor("play", worker).end(is_called.set))
            await asyncio.to_thread(wait_until, lambda: figures().queued)
        ending.cancel()
        with pytest.warns(UnfinishedWork, match="'play'"), pytest.raises(asyncio.CancelledError):
            await ending
        stuck.leave.set()
        await waiting
        return is_called.is_set()

    assert not asyncio.run(main())


def test_a_last_function_that_has_begun_when_its_caller_is_cancelled_is_not_said_to_be_unfinished(
    stuck: Stuck,
) -> None:
    async def main() -> None:
        with Worker() as worker:
            ending = asyncio.create_task(AsyncActor("play", worker).end(stuck))
            await asyncio.to_thread(stuck.entered.acquire)
        ending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ending

    asyncio.run(main())


def test_whoever_left_the_last_function_behind_is_not_taken_to_wait_for_it() -> None:
    lock, go_on = DualLock(), threading.Event()

    def take_lock() -> str:
        go_on.wait(10)
        with lock:
            return "taken"

    async def main() -> str:
        with Worker() as worker:
            waiting = asyncio.create_task(offload(take_lock, pool=worker))
            await asyncio.to_thread(wait_until, lambda: figures().running)
            async with lock:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.01):
                        await AsyncActor("play", worker).end(int)
                go_on.set()
                await asyncio.wait({waiting}, timeout=0.05)
            return await waiting

    assert asyncio.run(main()) == "taken"


def test_on_a_pool_of_several_threads_following_up_late_work_does_not_disturb_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order, pool, has_begun = list[str](), Pool(2), asyncio.Event()
    monkeypatch.setattr(settings, "grace", 10.0)

    async def sleep() -> None:
        has_begun.set()
        await asyncio.sleep(60)

    def swallow() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            run(sleep)

    def follow() -> None:
        # The last function is on its way on the other thread, or has been first.
        wait_until(lambda: order or (pool._running and figures().running))
        order.append("late")

    async def main() -> None:
        actor = AsyncActor("play", pool)
        asking = asyncio.create_task(actor.ask(swallow, None, follow))
        await has_begun.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await actor.end(lambda: order.append("end"))

    with pool:
        asyncio.run(main())
    assert "end" in order  # which may have come first, and then there is nothing to follow up


def test_late_work_is_followed_up_on_its_own_thread_only() -> None:
    stage, seen = _Stage("play"), list[str]()
    stage.call_late(lambda: seen.append("elsewhere"), None, None)
    stage(Step(int))
    stage.call_late(lambda: seen.append("there"), None, None)
    assert seen == ["there"]


def test_a_step_is_claimed_once() -> None:
    step: Step[None] = Step(int)
    assert [step.claim(), step.claim()] == [True, False]
    _Stage("play")(step)
    assert not step.has_ended
