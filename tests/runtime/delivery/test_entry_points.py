"""Whatever begins a turn binds its channel, and nothing where it is given none: no entry point goes around that."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from duotone.runtime import AsyncRuntime, Channel, Runtime, current_channel, turn_channel
from duotone.runtime._async.conversation import AsyncConversation
from duotone.runtime._sync.conversation import Conversation
from tests.meta.sources import read_modules
from tests.runtime.delivery.ends import End

BEGIN: dict[str, Callable[..., Any]] = {
    "ask": lambda talk, *channel: talk.ask("go", *channel),
    "resume": lambda talk, *channel: talk.resume(*channel),
    "run": lambda talk, *channel: talk.run(*channel),
    "stream": lambda talk, *channel: talk.stream("go", *channel),
}
"""How each entry point is called; `resume` and `run` find a message that was sent before.

`attach` takes a channel and no turn: what it wakes goes through `run`."""


def begins_a_turn(name: str, method: object) -> bool:
    """Say whether a public method takes a channel, or uses what drives turns."""
    if name.startswith("_") or not inspect.isfunction(method):
        return False
    tree = ast.parse(dedent(inspect.getsource(method)))
    named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return "channel" in inspect.signature(method).parameters or bool(named & {"_run", "_turn"})


@pytest.mark.parametrize("face", [Conversation, AsyncConversation])
def test_G2_these_are_all_entry_points_that_begin_a_turn(face: type) -> None:
    assert {name for name, method in vars(face).items() if begins_a_turn(name, method)} == {*BEGIN, "attach"}


def test_G2_a_channel_is_bound_in_one_place_of_each_face_and_of_the_workers_of_an_engine() -> None:
    binding = [
        module.name
        for module in read_modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "turn_channel"
    ]
    faces = ["duotone.runtime._async.conversation", "duotone.runtime._sync.conversation"]
    assert sorted(binding) == [*faces, "duotone.runtime.engines.turning"]


@pytest.mark.parametrize("given", [[], [End("given")]], ids=["unbound", "bound"])
@pytest.mark.parametrize("name", BEGIN)
def test_G2_a_turn_of_the_sync_face_sees_the_channel_that_it_was_given_and_no_other(
    name: str, given: list[Channel]
) -> None:
    seen: list[Channel | None] = []

    def agent() -> str:
        seen.append(current_channel())
        return "done"

    outer = End("outer")
    with Runtime() as runtime, turn_channel(outer):
        talk = runtime.conversation(agent)
        talk.send("hello")
        begun = BEGIN[name](talk, *given)
        if name == "stream":
            for _ in begun:
                assert current_channel() is outer
        assert current_channel() is outer
    assert set(seen) == {given[0] if given else None}


@pytest.mark.parametrize("given", [[], [End("given")]], ids=["unbound", "bound"])
@pytest.mark.parametrize("name", BEGIN)
async def test_G2_a_turn_of_the_async_face_sees_the_channel_that_it_was_given_and_no_other(
    name: str, given: list[Channel]
) -> None:
    seen: list[Channel | None] = []

    async def agent() -> str:
        seen.append(current_channel())
        return "done"

    outer = End("outer")
    async with AsyncRuntime() as runtime:
        with turn_channel(outer):
            talk = runtime.conversation(agent)
            await talk.send("hello")
            begun = BEGIN[name](talk, *given)
            if name == "stream":
                async for _ in begun:
                    assert current_channel() is outer
            else:
                await begun
            assert current_channel() is outer
    assert set(seen) == {given[0] if given else None}
