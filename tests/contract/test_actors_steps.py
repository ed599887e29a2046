"""Steps of actors: how each may end, and what comes of several at once."""

from __future__ import annotations

import _thread
import asyncio
import gc
import threading
import traceback
import weakref

import pytest

from duotone import call, run
from duotone.contract.actors import Actor
from duotone.contract.waits import FRAME
from duotone.errors import TimedOut, WouldDeadlock
from tests.contract.scenes import Scene, Stage, get_user, task_and_loop
from tests.contract.threads import Background, wait_until

# -- how steps end ----------------------------------------------------------------------------------------------------


def test_an_exception_is_raised_with_the_traceback_of_the_step(actor: Actor) -> None:
    async def guilty() -> None:
        message = "no"
        raise LookupError(message)

    with pytest.raises(LookupError, match="no") as caught:
        actor.ask(guilty)
    assert "guilty" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert actor.ask(get_user) is None


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt, asyncio.CancelledError, GeneratorExit])
def test_an_exit_is_raised_where_it_was_asked_for_and_the_actor_goes_on(
    actor: Actor, kind: type[BaseException]
) -> None:
    async def leave() -> None:
        raise kind

    with pytest.raises(kind):
        actor.ask(leave)
    assert actor.ask(get_user) is None


def test_an_exception_keeps_neither_its_actor_nor_itself_alive() -> None:
    class Note(Exception): ...

    async def fail() -> None:
        raise Note

    def play() -> weakref.ref[Note]:
        actor = Actor("play", Scene())
        try:
            actor.ask(fail)
        except Note as error:
            return weakref.ref(error)
        finally:
            actor.end()
        pytest.fail("nothing was raised")

    gc.disable()
    try:
        assert play()() is None
    finally:
        gc.enable()


def test_a_step_that_takes_too_long_is_cancelled_and_the_actor_goes_on(actor: Actor) -> None:
    ends: list[str] = []

    async def sleep() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ends.append("cleaned up")

    here = actor.ask(task_and_loop)
    with pytest.raises(TimedOut):
        actor.ask(sleep, 0.01)
    assert ends == ["cleaned up"]
    assert actor.ask(task_and_loop) == here
    task, _ = here
    assert task is not None
    assert task.cancelling() == 0


def test_a_step_that_goes_on_after_its_timeout_leaves_no_trace_in_the_next(actor: Actor) -> None:
    async def stand_still() -> None:
        run(asyncio.sleep, 0.05)  # in the middle of a step, where no cancellation arrives

    here = actor.ask(task_and_loop)
    with pytest.raises(TimedOut):
        actor.ask(stand_still, 0.01)
    wait_until(lambda: not actor._desk.is_busy)
    assert actor.ask(task_and_loop) == here


def test_a_caller_who_is_cancelled_when_the_step_has_just_ended_does_not_cancel_the_next(actor: Actor) -> None:
    async def end_and_cancel() -> None:
        await asyncio.sleep(0)
        frame = FRAME.get()
        assert frame is not None
        assert isinstance(frame.waiter, asyncio.Task)
        asyncio.get_running_loop().call_soon(frame.waiter.cancel)

    with pytest.raises(asyncio.CancelledError):
        actor.ask(end_and_cancel)
    assert actor.ask(get_user) is None


def test_cancelling_offloaded_work_cancels_the_step_that_it_waits_for(actor: Actor) -> None:
    async def main() -> bool:
        stage = Stage()
        asking = asyncio.create_task(call(actor.ask, stage.play))
        await asyncio.to_thread(stage.has_begun.wait)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        return await call(lambda: actor.ask(task_and_loop)[0] is actor._desk.task)

    assert asyncio.run(main())


def test_ctrl_c_cancels_the_step_and_raises_once_it_has_cleaned_up(actor: Actor) -> None:
    ends: list[str] = []

    async def sleep() -> None:
        threading.Timer(0.01, _thread.interrupt_main).start()
        try:
            await asyncio.sleep(60)
        finally:
            ends.append("cleaned up")

    with pytest.raises(KeyboardInterrupt):
        actor.ask(sleep)
    assert ends == ["cleaned up"]
    assert actor.ask(get_user) is None


# -- several callers --------------------------------------------------------------------------------------------------


def test_steps_that_are_asked_for_at_the_same_time_are_done_one_after_the_other(
    actor: Actor, background: Background
) -> None:
    stage, seen = Stage(), list[str]()

    async def note() -> None:
        seen.append("note")

    async def play() -> None:
        await stage.play()
        seen.append("play")

    playing = background.start(actor.ask, play)
    stage.has_begun.wait()
    noting = background.start(actor.ask, note)
    wait_until(lambda: actor._desk.queue)
    stage.go_on()
    playing()
    noting()
    assert seen == ["play", "note"]


def test_a_caller_who_gives_up_before_the_turn_comes_withdraws_the_step(actor: Actor, background: Background) -> None:
    stage, seen = Stage(), list[str]()

    async def note() -> None:
        seen.append("note")

    playing = background.start(actor.ask, stage.play)
    stage.has_begun.wait()
    with pytest.raises(TimedOut):
        actor.ask(note, 0.01)
    stage.go_on()
    assert playing() == "played"
    assert actor.ask(get_user) is None
    assert seen == []


def test_an_actor_that_is_asked_in_its_own_step_would_wait_for_ever(actor: Actor) -> None:
    async def ask_again() -> None:
        actor.ask(get_user)

    with pytest.raises(WouldDeadlock, match="the task of 'play'"):
        actor.ask(ask_again)
    assert actor.ask(get_user) is None
