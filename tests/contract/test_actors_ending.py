"""The end of an actor: waited for where that can end, and done all the same where it can't."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from typing import Any

import pytest

from duotone import call, run
from duotone.contract.actors import Actor, _Desk
from duotone.contract.steps import Step
from duotone.errors import TimedOut, UnfinishedWork, WouldDeadlock
from tests.contract.scenes import Scene, Stage, get_user, has_ended, task_and_loop
from tests.contract.threads import Background, wait_until


def test_the_last_step_is_done_in_the_task_which_then_ends(actor: Actor) -> None:
    here = actor.ask(task_and_loop)
    assert actor.end(task_and_loop) == here
    assert has_ended(actor)


def test_there_is_nothing_to_ask_for_after_the_end(actor: Actor) -> None:
    actor.ask(get_user)
    actor.end()
    with pytest.raises(asyncio.CancelledError, match="'play' has ended"):
        actor.ask(get_user)


def test_steps_that_are_queued_behind_the_last_are_told_that_there_are_no_more(
    actor: Actor, background: Background
) -> None:
    stage = Stage()
    ending = background.start(actor.end)  # which finds nothing to end
    ending()
    actor.ask(get_user)
    ending = background.start(actor.end, stage.play)
    stage.has_begun.wait()
    asking = background.start(actor.ask, get_user)
    wait_until(lambda: actor._desk.queue)
    stage.go_on()
    assert ending() == "played"
    with pytest.raises(asyncio.CancelledError, match="'play' has ended"):
        asking()


def test_a_step_that_arrives_just_after_the_end_is_told_so(actor: Actor) -> None:
    actor.ask(get_user)
    actor.end()
    step: Step[str | None] = Step(get_user)
    run(actor._desk.deliver(step))
    with pytest.raises(asyncio.CancelledError):
        step.result()


def test_errors_of_the_last_step_are_raised(actor: Actor) -> None:
    async def fail() -> None:
        raise RuntimeError("no")

    actor.ask(get_user)
    with pytest.raises(RuntimeError, match="no"):
        actor.end(fail)
    assert has_ended(actor)


def test_an_actor_that_is_let_go_of_closes_its_play_and_ends() -> None:
    scene = Scene()
    actor = Actor("play", scene)
    actor.ask(get_user)
    task = actor._desk.task
    assert task is not None
    del actor
    wait_until(task.done)
    assert scene.closed_in is task


def test_an_actor_that_never_began_is_let_go_of_in_silence() -> None:
    scene = Scene()
    Actor("play", scene)
    assert scene.closed_in is None


def test_the_last_step_goes_on_when_whoever_waits_for_it_is_cancelled() -> None:
    async def main() -> bool:
        stage, actor = Stage(), Actor("play", Scene())
        await call(actor.ask, get_user)
        ending = asyncio.create_task(call(actor.end, stage.play))
        await asyncio.to_thread(stage.has_begun.wait)
        ending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ending
        assert not has_ended(actor)
        stage.go_on()
        await asyncio.to_thread(wait_until, lambda: has_ended(actor))
        return True

    assert asyncio.run(main())


def test_the_last_step_may_have_a_timeout(actor: Actor) -> None:
    actor.ask(get_user)
    with pytest.raises(TimedOut):
        actor.end(lambda: asyncio.sleep(60), 0.01)
    assert has_ended(actor)


def test_while_a_step_is_stuck_the_end_is_not_waited_for(actor: Actor, background: Background) -> None:
    stage, ends = Stage(), threading.Event()

    async def end() -> None:
        ends.set()

    playing = background.start(actor.ask, stage.play)
    stage.has_begun.wait()
    assert actor.end(end) is None
    assert not ends.is_set()
    stage.go_on()
    assert playing() == "played"
    assert ends.wait(10)
    wait_until(lambda: has_ended(actor))


def test_in_a_garbage_collection_the_end_is_not_waited_for(actor: Actor) -> None:
    ends: list[threading.Thread] = []

    async def end() -> None:
        ends.append(threading.current_thread())

    class Owner:
        def __init__(self) -> None:
            self.myself = self

        def __del__(self) -> None:
            assert actor.end(end) is None

    actor.ask(get_user)
    Owner()
    gc.collect()
    wait_until(lambda: ends)
    assert ends != [threading.current_thread()]


def test_a_play_that_refers_to_its_actor_is_collected_with_it_and_closed_in_its_task() -> None:
    ended: list[Any] = []

    class Circle(Scene):
        def __init__(self) -> None:
            super().__init__()
            self.actor = Actor("play", self)
            self.task = self.actor.ask(task_and_loop)[0]

        async def close(self) -> None:
            ended.append((asyncio.current_task(), self.task))

    circle = weakref.ref(Circle())
    gc.collect()
    wait_until(lambda: ended)
    [(closed_in, task)] = ended
    assert closed_in is task
    ended.clear()
    gc.collect()
    assert circle() is None


def test_a_cancellation_of_an_actor_that_was_let_go_of_waits_for_the_last_step() -> None:
    scene = Scene()
    desk = _Desk("play", scene, None)
    run(desk.deliver(Step(get_user)))
    close, task = scene.close, desk.task
    desk._play = weakref.ref(Scene())  # which is gone at once
    assert task is not None

    async def cancel() -> None:
        task.cancel()
        for _ in range(3):
            await asyncio.sleep(0)
        assert not task.done()
        desk.receive(Step(close, is_last=True))

    run(cancel)
    wait_until(task.done)
    assert scene.closed_in is task


def test_in_abandoned_work_the_end_is_not_waited_for_and_happens_at_home() -> None:
    async def main() -> bool:
        is_abandoned, ended = threading.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        async def end() -> None:
            assert asyncio.get_running_loop() is loop
            ended.set()

        def work() -> None:
            actor = Actor("play", Scene())
            actor.ask(get_user)
            is_abandoned.wait()
            actor.end(end)

        with pytest.raises(TimedOut):
            await call(work, timeout=0.05)
        is_abandoned.set()
        await asyncio.wait_for(ended.wait(), 10)
        return True

    assert asyncio.run(main())


def test_on_its_own_loop_an_actor_can_not_be_asked_but_ended() -> None:
    async def main() -> bool:
        ended = asyncio.Event()

        async def end() -> None:
            ended.set()

        actor = Actor("play", Scene())
        await call(actor.ask, get_user)
        with pytest.raises(WouldDeadlock):
            actor.ask(get_user)
        assert actor.end(end) is None
        await asyncio.wait_for(ended.wait(), 10)
        return True

    assert asyncio.run(main())


def test_an_end_that_fails_where_nobody_waits_is_reported_by_the_loop() -> None:
    async def main() -> dict[str, Any]:
        reported: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, about: reported.put_nowait(about))

        async def fail() -> None:
            raise LookupError

        actor = Actor("play", Scene())
        await call(actor.ask, get_user)
        actor.end(fail)
        return await reported.get()

    about = asyncio.run(main())
    assert about["message"] == "'play' failed at its end"
    assert isinstance(about["exception"], LookupError)


def test_an_end_that_is_cancelled_together_with_its_loop_is_not_reported(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        stage, actor = Stage(), Actor("play", Scene())
        await call(actor.ask, get_user)
        actor.end(stage.play)
        await asyncio.to_thread(stage.has_begun.wait)

    asyncio.run(main())
    assert caplog.text == ""


def test_an_actor_ends_with_its_loop_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    async def main() -> Actor:
        actor = Actor("play", Scene())
        await call(actor.ask, get_user)
        return actor

    actor = asyncio.run(main())
    assert has_ended(actor)
    assert actor.end() is None
    assert capfd.readouterr() == ("", "")


def test_an_actor_whose_loop_was_closed_under_it_says_so_once() -> None:
    loop = asyncio.new_event_loop()
    actor = Actor("play", Scene(), loop)
    loop.run_until_complete(asyncio.to_thread(actor.ask, get_user))
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()
    with pytest.warns(UnfinishedWork, match="the event loop of 'play' was closed before its end"):
        assert actor.end() is None
    actor.end()
    del actor
    gc.collect()
