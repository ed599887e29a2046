"""Actors: every step in one task, whoever asks for it and from wherever, with the variables of the caller."""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import Any

import pytest

from duotone import call, run, scope, unblocked
from duotone.contract.actors import Actor
from duotone.contract.bridge import bridge
from tests.contract.scenes import Scene, Stage, get_user, set_user, task_and_loop, user
from tests.contract.threads import Background

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


@pytest.mark.greenlets
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
