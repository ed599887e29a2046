"""Requests that are worked on by turns: a line of one tenant is in nobody's way but its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from duotone.server.turnstile import Turnstile, Visit, wait_outside


async def settle() -> None:
    """Let everybody go as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


def entering(turnstile: Turnstile, tenant: str, count: int) -> list[asyncio.Task[Visit]]:
    return [asyncio.ensure_future(turnstile.enter(tenant)) for _ in range(count)]


def inside(tasks: list[asyncio.Task[Visit]]) -> list[Visit]:
    return [task.result() for task in tasks if task.done()]


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 20))


def test_who_comes_later_goes_in_at_once_however_long_the_line_of_another_is() -> None:
    async def scenario() -> None:
        turnstile = Turnstile(8)
        hasty = entering(turnstile, "hasty", 100)
        await settle()
        assert (len(inside(hasty)), turnstile.waiting) == (4, 96)
        calm = entering(turnstile, "calm", 1)
        await settle()
        assert len(inside(calm)) == 1
        for task in hasty:
            task.cancel()

    run(scenario())


def test_a_place_goes_to_the_tenant_that_has_the_fewest_and_each_line_keeps_its_order() -> None:
    async def scenario() -> None:
        turnstile = Turnstile(4)
        one = entering(turnstile, "one", 3)
        await settle()
        other = entering(turnstile, "other", 3)
        await settle()
        assert (len(inside(one)), len(inside(other))) == (2, 1)
        inside(one)[0].leave()
        await settle()
        assert (len(inside(one)), len(inside(other))) == (3, 1)  # both have one, and this has waited longer
        inside(one)[1].leave()
        await settle()
        assert (len(inside(one)), len(inside(other))) == (3, 2)
        for visit in [*inside(one), *inside(other)]:
            visit.leave()  # which does nothing twice
        await settle()
        assert turnstile.waiting == 0
        assert all(task.done() for task in other)

    run(scenario())


def test_who_leaves_the_line_is_not_let_in_and_who_was_let_in_gives_the_place_back() -> None:
    async def scenario() -> None:
        turnstile = Turnstile(2)
        first, second, third = entering(turnstile, "one", 3)
        await settle()
        second.cancel()
        await settle()
        assert turnstile.waiting == 1
        first.result().leave()
        third.cancel()  # in the moment in which it is let in
        await settle()
        [again] = entering(turnstile, "one", 1)
        await settle()
        assert again.done()

    run(scenario())


@pytest.mark.parametrize("is_inside", [False, True])
def test_a_request_that_waits_lets_others_in_meanwhile(*, is_inside: bool) -> None:
    async def scenario() -> None:
        turnstile = Turnstile(2)
        visit = await turnstile.enter("one")
        with visit.here():
            if not is_inside:
                wait_outside()
            [other] = entering(turnstile, "one", 1)
            await settle()
            assert other.done() is not is_inside
        await settle()
        assert other.done()
        wait_outside()  # of which nobody knows out here

    run(scenario())
