"""Turns that somebody cancels as runs."""

from __future__ import annotations

import asyncio

from duotone.runtime import AsyncRuntime, State


async def test_a_turn_that_was_cancelled_is_not_begun_again() -> None:
    begun = asyncio.Event()

    async def never() -> str:
        begun.set()
        await asyncio.Event().wait()
        return "never"

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(never)
        await talk.send("hi")
        task = asyncio.get_running_loop().create_task(talk.run(id="turn-1"))
        await begun.wait()
        await runtime.cancel("turn-1")
        result = await task
        assert (result.state, result.fault and result.fault.type) == (State.IDLE, "Cancelled")
        assert [row.run for row in await runtime.runs()] == ["turn-1"]
