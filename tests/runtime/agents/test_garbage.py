"""Turns that have ended leave nothing behind for the collection of garbage, which holds up every loop of a process."""

from __future__ import annotations

import gc
from collections import Counter
from typing import Any

import pytest

from duotone.runtime import AsyncRuntime
from tests.runtime.talkers import echo, echo_on_a_loop, look, look_again, look_on_a_loop, looker

OURS = ("duotone.",)
TURNS = 16
"""More than the events that one turn has."""


@pytest.mark.duotone(allow="blocked-loop")  # by the collection of garbage
@pytest.mark.parametrize("agent", [echo, echo_on_a_loop, looker, look_on_a_loop])
async def test_what_drove_a_turn_is_gone_when_the_turn_is(agent: Any) -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[look, look_again])
        await talk.ask("first")
        gc.collect()
        gc.disable()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            for _ in range(TURNS):
                await talk.ask("again")
            gc.collect()
            left = Counter(type(one).__name__ for one in gc.garbage if type(one).__module__.startswith(OURS))
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()
    # A worker has its last job in hand until the next one, so one turn may still be there, and never each of them.
    assert {kind for kind, count in left.items() if count >= TURNS} == set()
    assert not left.keys() & {"AsyncTurning", "AsyncShell", "Turning", "Shell", "Steps", "TurnDriver"}
