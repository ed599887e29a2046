"""Actors that are cancelled between two steps: the play takes it at once, and whoever asks next is told."""

from __future__ import annotations

import asyncio
from contextvars import Context

import pytest

from duotone import run
from duotone.contract.actors import Actor
from duotone.contract.bridge import bridge
from tests.contract.scenes import Scene, get_user, has_ended, task_and_loop, user
from tests.contract.threads import wait_until


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
