"""Actors: every step in one task or on one thread, whoever asks for it and however it ends."""

from __future__ import annotations

import _thread
import asyncio
import gc
import threading
import time
import traceback
import weakref
from collections.abc import Awaitable, Callable, Iterator
from contextvars import Context, ContextVar, copy_context
from typing import Any

import pytest

from duotone import Worker, call, figures, run, scope, unblocked
from duotone.contract.actors import Actor, AsyncActor, _Desk, _Stage
from duotone.contract.bridge import bridge
from duotone.contract.steps import Step
from duotone.contract.waits import FRAME
from duotone.errors import TimedOut, UnfinishedWork, WouldDeadlock
from tests.contract.conftest import Background

user: ContextVar[str | None] = ContextVar("user")


async def pass_on(error: BaseException) -> None:
    raise error


class Scene:
    """A play that has nothing to do but to take cancellations and to be closed."""

    def __init__(self, cancel: Callable[[BaseException], Awaitable[Any]] = pass_on) -> None:
        self.closed_in: asyncio.Task[Any] | None = None
        self._cancel = cancel

    async def cancel(self, error: BaseException, /) -> Any:
        return await self._cancel(error)

    async def close(self) -> None:
        self.closed_in = asyncio.current_task()


async def task_and_loop() -> tuple[asyncio.Task[Any] | None, asyncio.AbstractEventLoop]:
    return asyncio.current_task(), asyncio.get_running_loop()


async def get_user() -> str | None:
    return user.get(None)


async def set_user(name: str) -> None:
    user.set(name)


def wait_until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait for something that another thread brings about."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.001)


@pytest.fixture
def actor() -> Iterator[Actor]:
    made = Actor("play", Scene())
    yield made
    made.end()


def has_ended(actor: Actor) -> bool:
    return actor._desk.is_over


class Stage:
    """A step that tells when it has begun and waits until it may go on."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self._go_on: asyncio.Event | None = None

    async def play(self) -> str:
        self.loop, self._go_on = asyncio.get_running_loop(), asyncio.Event()
        self.has_begun.set()
        await self._go_on.wait()
        return "played"

    def go_on(self) -> None:
        assert self.loop is not None
        assert self._go_on is not None
        self.loop.call_soon_threadsafe(self._go_on.set)


# -- where steps run --------------------------------------------------------------------------------------------------


def test_every_step_runs_in_one_task_on_the_shared_loop(actor: Actor) -> None:
    first, loop = actor.ask(task_and_loop)
    assert actor.ask(task_and_loop) == (first, loop)
    assert loop is bridge.loop


def test_steps_that_suspend_run_in_the_same_task(actor: Actor) -> None:
    async def step() -> asyncio.Task[Any] | None:
        await asyncio.sleep(0)
        return asyncio.current_task()

    assert len({actor.ask(step) for _ in range(3)}) == 1


def test_an_actor_may_be_asked_inside_a_running_loop(actor: Actor) -> None:
    async def main() -> list[Any]:
        return [actor.ask(task_and_loop) for _ in range(2)]

    first, second = asyncio.run(main())
    assert first == second == actor.ask(task_and_loop)


def test_an_actor_may_be_asked_inside_a_step_of_the_shared_loop(actor: Actor) -> None:
    async def main() -> tuple[Any, Any]:
        outer = asyncio.current_task()
        inner = actor.ask(task_and_loop)
        return inner, asyncio.current_task() is outer

    assert run(main) == (actor.ask(task_and_loop), True)


def test_an_actor_may_ask_another_one_in_its_step(actor: Actor) -> None:
    other = Actor("other", Scene())

    async def step() -> Any:
        return other.ask(task_and_loop)

    task, _ = actor.ask(step)
    assert task is not actor.ask(task_and_loop)[0]
    other.end()


def test_different_threads_may_ask_in_turn(actor: Actor, background: Background) -> None:
    here = actor.ask(task_and_loop)
    assert [background.start(actor.ask, task_and_loop)() for _ in range(3)] == [here] * 3


def test_an_actor_that_is_asked_first_in_offloaded_work_lives_on_the_loop_that_offloaded_it(actor: Actor) -> None:
    async def main() -> bool:
        _, loop = await call(actor.ask, task_and_loop)
        again = await call(lambda: actor.ask(task_and_loop)[1])
        await call(actor.end)
        return loop is again is asyncio.get_running_loop()

    assert asyncio.run(main())


def test_an_actor_can_be_given_a_loop() -> None:
    async def main() -> bool:
        actor = Actor("play", Scene(), asyncio.get_running_loop())

        def elsewhere() -> asyncio.AbstractEventLoop:
            loop = actor.ask(task_and_loop)[1]
            actor.end()
            return loop

        return await asyncio.to_thread(elsewhere) is asyncio.get_running_loop()

    assert asyncio.run(main())


def test_with_greenlets_the_loop_goes_on_while_a_step_is_waited_for() -> None:
    async def main() -> tuple[str, list[int]]:
        ticks: list[int] = []

        async def tick() -> None:
            ticks.append(len(ticks))

        def ask() -> str:
            actor, stage = Actor("play", Scene()), Stage()
            loop = asyncio.get_running_loop()
            assert actor.ask(task_and_loop)[1] is loop
            ticking = loop.create_task(tick())
            ticking.add_done_callback(lambda _: stage.go_on())
            try:
                return actor.ask(stage.play)
            finally:
                actor.end()

        return await unblocked(ask), ticks

    assert asyncio.run(main()) == ("played", [0])


# -- context ----------------------------------------------------------------------------------------------------------


def test_variables_of_the_caller_are_seen_in_each_step_and_not_beyond(actor: Actor) -> None:
    def play() -> list[str | None]:
        seen = [actor.ask(get_user)]
        with scope(user, "ada"):
            seen.append(actor.ask(get_user))
            with scope(user, "bob"):
                seen.append(actor.ask(get_user))
        return [*seen, actor.ask(get_user)]

    assert Context().run(play) == [None, "ada", "bob", None]


def test_what_a_step_sets_comes_back_to_the_caller(actor: Actor) -> None:
    def play() -> tuple[str | None, str | None]:
        actor.ask(lambda: set_user("ada"))
        return user.get(), actor.ask(get_user)

    assert Context().run(play) == ("ada", "ada")


def test_what_a_step_resets_with_a_token_is_reset_for_the_caller_too(actor: Actor) -> None:
    tokens: list[Any] = []

    async def enter() -> None:
        tokens.append(user.set("ada"))

    async def leave() -> None:
        user.reset(tokens.pop())

    def play() -> list[str | None]:
        actor.ask(enter)
        seen = [user.get(None)]
        actor.ask(leave)
        return [*seen, user.get(None)]

    assert Context().run(play) == ["ada", None]


def test_what_a_failing_step_sets_comes_back_too(actor: Actor) -> None:
    async def fail() -> None:
        user.set("ada")
        raise LookupError

    def play() -> str | None:
        with pytest.raises(LookupError):
            actor.ask(fail)
        return user.get()

    assert Context().run(play) == "ada"


def test_the_variables_of_one_caller_are_not_left_to_another(actor: Actor) -> None:
    def play() -> None:
        user.set("ada")
        actor.ask(get_user)

    Context().run(play)
    assert Context().run(actor.ask, get_user) is None


def test_what_a_step_unsets_stays_with_a_caller_who_is_not_there(actor: Actor) -> None:
    tokens: list[Any] = []

    async def enter() -> None:
        tokens.append(user.set("ada"))

    async def leave() -> None:
        user.reset(tokens.pop())

    first, second = Context(), Context()
    first.run(actor.ask, enter)
    second.run(actor.ask, leave)
    assert first.run(user.get) == "ada"
    assert second.run(user.get, None) is None


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


# -- cancellation between two steps -----------------------------------------------------------------------------------


def cancel_between_steps(actor: Actor) -> None:
    """Cancel the task of an actor that has nothing to do, and wait until that has been dealt with."""
    task = actor._desk.task
    assert task is not None
    bridge.loop.call_soon_threadsafe(task.cancel)
    wait_until(lambda: actor._desk._early is not None and (task.done() or not task.cancelling()))


async def claim(error: BaseException) -> str:
    task = asyncio.current_task()
    assert task is not None
    task.uncancel()
    user.set("eve")
    return type(error).__name__


def test_what_comes_of_a_cancellation_between_two_steps_is_the_answer_to_the_next() -> None:
    def play() -> list[str | None]:
        actor = Actor("play", Scene(claim))
        actor.ask(get_user)
        cancel_between_steps(actor)
        seen = [user.get(None), actor.ask(get_user), user.get(), actor.ask(get_user)]
        actor.end()
        return seen

    assert Context().run(play) == [None, "CancelledError", "eve", "eve"]


def test_a_step_for_its_own_sake_is_done_all_the_same() -> None:
    actor = Actor("play", Scene(claim))
    actor.ask(get_user)
    cancel_between_steps(actor)
    assert Context().run(actor.ask, task_and_loop, is_next=False)[1] is bridge.loop
    assert has_ended(actor) is False
    actor.end()


def test_a_failure_after_a_cancellation_is_raised_by_the_next_step_even_the_last() -> None:
    async def fail(error: BaseException) -> None:
        await claim(error)
        raise LookupError

    for finish in (lambda actor: actor.ask(get_user), lambda actor: actor.end()):
        actor = Actor("play", Scene(fail))
        Context().run(actor.ask, get_user)
        cancel_between_steps(actor)
        with pytest.raises(LookupError):
            Context().run(finish, actor)
        actor.end()


def test_a_cancellation_that_nothing_claims_ends_the_actor_and_is_told_to_whoever_asks_next(actor: Actor) -> None:
    actor.ask(get_user)
    cancel_between_steps(actor)
    assert has_ended(actor)
    with pytest.raises(asyncio.CancelledError):
        actor.ask(get_user)


def test_a_play_that_goes_on_after_a_cancellation_that_it_has_not_asked_for_is_closed() -> None:
    async def ignore(_error: BaseException) -> str:
        return "ignored"

    scene = Scene(ignore)
    actor = Actor("play", scene)
    actor.ask(get_user)
    cancel_between_steps(actor)
    assert scene.closed_in is actor._desk.task
    assert actor.ask(get_user) == "ignored"


def test_an_error_on_closing_after_a_cancellation_is_raised_by_the_next_step() -> None:
    class Broken(Scene):
        async def close(self) -> None:
            raise LookupError

    async def ignore(_error: BaseException) -> None: ...

    actor = Actor("play", Broken(ignore))
    actor.ask(get_user)
    cancel_between_steps(actor)
    with pytest.raises(LookupError):
        actor.ask(get_user)


def test_a_cancellation_that_nothing_claims_is_no_error_for_whoever_is_done(actor: Actor) -> None:
    actor.ask(get_user)
    cancel_between_steps(actor)
    assert actor.end() is None


def test_a_step_that_comes_together_with_a_cancellation_is_answered_by_what_comes_of_it(actor: Actor) -> None:
    actor.ask(get_user)

    async def cancel_and_ask() -> None:
        assert actor._desk.task is not None
        actor._desk.task.cancel()
        actor.ask(get_user)

    with pytest.raises(asyncio.CancelledError):
        run(cancel_and_ask)


# -- the end ----------------------------------------------------------------------------------------------------------


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


# -- threads for async code -------------------------------------------------------------------------------------------


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
