"""One driver, one rule for both faces: the same calls leave the same log, and the same methods are there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duotone.runtime import (
    AsyncConversation,
    AsyncRuntime,
    AsyncTurn,
    Conversation,
    Event,
    Message,
    ModelAgent,
    Reply,
    Runtime,
    ScriptedModel,
    ToolCall,
    Turn,
    Usage,
)
from duotone.runtime.tools import tool

LINES: list[Any] = [
    "a word",
    ["in ", "parts"],
    ToolCall("c", "look", {"place": "here"}),
    Reply("both", [ToolCall("c", "look", {"place": "a"}), ToolCall("d", "look", {"place": "b"})], Usage(3, 2, 0.5)),
    ToolCall("c", "lok"),
    ToolCall("c", "look", "{broken"),
    ToolCall("c", "fail"),
    ToolCall("c", "risky"),
    ValueError("no"),
]


def look(place: str) -> str:
    """Look."""
    return f"nothing in {place}"


async def fail() -> str:
    """Fail."""
    message = "broken"
    raise ValueError(message)


def risky() -> str:
    """Dare."""
    return "dared"


TOOLS: list[Any] = [look, fail, tool(risky, risk="irreversible")]


def by_thread(script: Sequence[Any]) -> list[Any]:
    with Runtime() as runtime:
        talk = runtime.conversation(ModelAgent(ScriptedModel(script)), id="t", tools=TOOLS)
        for _ in range(3):
            result = talk.ask("go")
            if result.asked:
                talk.approve(result.asked[0])
                talk.run()
            assert not result.run or runtime.replay(result.run).problems == []
        return told(list(talk.events()))


async def by_loop(script: Sequence[Any]) -> list[Any]:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(ModelAgent(ScriptedModel(script)), id="t", tools=TOOLS)
        for _ in range(3):
            result = await talk.ask("go")
            if result.asked:
                await talk.approve(result.asked[0])
                await talk.run()
        return told([event async for event in talk.events()])


DIFFERENT = {"at", "seconds", "owner", "home", "color", "key", "id", "run", "until"}
"""What may differ: times, names that are drawn, and where it ran."""


def told(events: Sequence[Event]) -> list[Any]:
    steps = [(event.kind, cleaned(event.data)) for event in events]
    # Calls that go on together end in any order.
    return sorted(steps, key=str)


def cleaned(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: cleaned(value) for key, value in data.items() if key not in DIFFERENT and key != "seen"}
    return [cleaned(item) for item in data] if isinstance(data, list) else data


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=6))
@pytest.mark.duotone(allow="blocked-loop")
def test_O10_the_same_calls_leave_equal_logs_on_both_faces(script: list[Any]) -> None:
    assert by_thread(script) == asyncio.run(by_loop(script))


@pytest.mark.parametrize(("one", "other"), [(Conversation, AsyncConversation), (Turn, AsyncTurn)])
def test_O10_both_faces_have_the_same_methods(one: type, other: type) -> None:
    renamed = {"__aenter__": "__enter__", "__aexit__": "__exit__"}
    names = {renamed.get(name, name) for name in vars(other) if not name.startswith("_") or name in renamed}
    assert {name for name in vars(one) if not name.startswith("_") or name in renamed.values()} == names


def test_what_was_said_is_the_same_whoever_asks() -> None:
    with Runtime() as runtime:
        talk = runtime.conversation(ModelAgent(ScriptedModel(["one", "two"])))
        talk.ask("a")
        assert [message.text for message in talk.messages] == ["a", "one"]
        assert all(isinstance(message, Message) for message in talk.messages)
