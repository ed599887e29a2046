"""Errors of those who only listen: they change nothing, and each can be asked for where it is not raised."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duotone import offload
from duotone.runtime import AsyncProcesses, AsyncRuntime, Event, ProcessPolicy, State, Suppressed, suppressed_errors
from tests.runtime.delivery.ends import wait_until
from tests.runtime.talkers import AGENTS, by_name


def seen(where: str, kind: str) -> Suppressed:
    """What was suppressed at a place so far."""
    found = [one for one in suppressed_errors() if (one.where, one.kind) == (where, kind)]
    return found[0] if found else Suppressed(where, kind, "", 0, 0.0)


class Deaf(Exception):
    """What the listeners of these tests raise."""


def refuse(_event: Event) -> None:
    raise Deaf("no events here")


async def refuse_text(_text: str) -> None:
    raise Deaf("no words here")


@pytest.mark.parametrize("agent", AGENTS[:4], ids=by_name)
async def test_G9_what_callbacks_of_a_conversation_raise_is_counted_and_changes_nothing(agent: Any) -> None:
    events, words = seen("a callback for events", "Deaf"), seen("a listener to what an agent says", "Deaf")
    async with AsyncRuntime(event_errors="count") as runtime:
        talk = runtime.conversation(agent, on_event=refuse, on_text=refuse_text)
        result = await talk.ask("hi")
        assert (result.state, result.text) == (State.IDLE, "you said hi")
        written = [event async for event in talk.events() if event.run == result.run]
        await talk.close()
    assert seen("a callback for events", "Deaf").count == events.count + len(written)
    assert seen("a callback for events", "Deaf").message == "no events here"
    parts = 3 if by_name(agent).startswith("spell") else 0
    assert seen("a listener to what an agent says", "Deaf").count == words.count + parts


@pytest.mark.parametrize("agent", AGENTS[:2], ids=by_name)
async def test_what_a_callback_raises_is_raised_once_the_turn_is_over_where_that_is_the_policy(agent: Any) -> None:
    events = seen("a callback for events", "Deaf")
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, on_event=refuse)
        with pytest.raises((Deaf, ExceptionGroup)):
            await talk.ask("hi")
        assert await talk.refresh() is State.IDLE
        await talk.close()
    assert seen("a callback for events", "Deaf").count == events.count


async def test_G9_trouble_while_watching_processes_is_counted(path: Path) -> None:
    before = seen("watching processes", "OSError").count
    policy = ProcessPolicy(root=path.parent)

    def fail() -> None:
        raise OSError("the disk is away")

    async with AsyncRuntime(path) as runtime, AsyncProcesses(runtime.log, policy) as processes:
        processes._table.supervisor.call_later(0.01, fail)  # nobody else can make it fail
        await offload(wait_until, lambda: seen("watching processes", "OSError").count == before + 1)
        assert [str(error) for error in processes.errors] == ["the disk is away"]
