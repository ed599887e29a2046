"""Agents that a runtime knows by name: conversations with them, and what goes on with them after a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.errors import BadAgent, BadInput
from duotone.runtime import AsyncRuntime, Status
from duotone.runtime.drafts import run_started
from duotone.runtime.events import Append
from tests.runtime.talkers import echo, look, looker


async def test_a_conversation_is_held_with_an_agent_by_name() -> None:
    async with AsyncRuntime(engine="embedded") as runtime:
        runtime.enlist("finder", looker, tools=[look], system="Be brief.")
        talk = runtime.conversation("finder", id="c1")
        result = await talk.ask("where is it?")
        [row] = await runtime.runs()
    assert result.text == "I found nothing in box 0"
    assert row.name == "finder"
    assert talk.messages[0].text == "Be brief."
    assert not talk.moves


async def test_an_agent_that_nobody_has_enlisted_is_refused() -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(BadAgent, match=r"nobody was enlisted under that name; call runtime\.enlist"):
            runtime.conversation("nobody")
        with pytest.raises(BadAgent):
            runtime.enlist("nobody", 7)


async def test_what_other_workers_would_not_know_of_is_refused() -> None:
    async with AsyncRuntime() as runtime:
        runtime.enlist("finder", looker)
        with pytest.raises(BadInput, match="since 'finder' was enlisted with all that it works with"):
            runtime.conversation("finder", tools=[look])


async def test_a_turn_that_was_left_behind_is_recovered_by_the_name_of_its_agent(path: Path) -> None:
    async with AsyncRuntime(path, engine="embedded") as runtime:
        runtime.enlist("echo", echo)
        await runtime.conversation("echo", id="c1").send("hi")
        limits = runtime.conversation("echo").last  # another conversation has nothing to do with it
        begun = run_started("turn-1", "turn", "echo", "gone", spent=None, said=["", 0])
        await runtime.log.append(Append("c1", [begun]))
    assert limits.run == ""
    async with AsyncRuntime(path, engine="embedded") as runtime:
        runtime.enlist("echo", echo)
        [result] = await runtime.recover()
    assert result.status is Status.COMPLETED
