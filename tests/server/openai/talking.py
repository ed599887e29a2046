"""Agents that a server is given, and OpenAI's own clients of either color to talk to them with."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

from openai import AsyncOpenAI, OpenAI

from duotone.runtime import (
    ModelAgent,
    Refusal,
    Reply,
    ScriptedModel,
    ToolCall,
    Turn,
    Usage,
    ask_delivery,
    current_channel,
)
from duotone.runtime.models.model import Request
from duotone.server.ground import AgentEntry, Ground, Settings
from tests.server.conftest import Live


def weather(city: str) -> str:
    """Tell the weather of a city."""
    return f"{city} is sunny"


def scripted(request: Request) -> Any:
    """Call a tool if the weather is asked for, and say what it gave; say again what else was said."""
    last = request.messages[-1]
    if last.role == "tool":
        return [*_words(last.text), Reply("", usage=Usage(30, 5))]
    if "weather" in last.text:
        return Reply(calls=(ToolCall("c1", "weather", {"city": "Lima"}),), usage=Usage(10, 2))
    if last.text == "history":
        return [" | ".join(f"{one.role}:{one.text}" for one in request.messages), Reply("", usage=Usage(1, 1))]
    if last.text == "fail":
        message = "the key sk-abcdefgh12345678 is wrong"
        raise ValueError(message)
    return [*_words(last.text), Reply("", usage=Usage(7, 3))]


def _words(text: str) -> list[str]:
    words = text.split()
    return [f"{word} " for word in words[:-1]] + words[-1:]


class Gate:
    """An agent that says its second word only once somebody has heard its first."""

    def __init__(self) -> None:
        self.is_heard = threading.Event()
        self.has_ended = threading.Event()

    async def agent(self, turn: Any) -> AsyncIterator[str]:
        """Say two words on the loop."""
        from duotone.contract import offload

        yield "first "
        assert await offload(self.is_heard.wait, 20)
        yield "second"
        self.has_ended.set()

    def sync_agent(self, turn: Turn) -> Iterator[str]:
        """Say two words on a thread."""
        yield "first "
        assert self.is_heard.wait(20)
        yield "second"
        self.has_ended.set()


def whole(turn: Turn) -> str:
    """Answer without streaming."""
    return f"all of {turn.text}"


def later(turn: Turn) -> Any:
    """Ask what could be delivered once the response has ended."""
    channel, answer = current_channel(), ask_delivery("task.completed", "a job", session=turn.session)
    return f"{channel and channel.abilities.can_deliver_late}: {answer.reason if isinstance(answer, Refusal) else ''}"


def ground(**agents: Any) -> Ground:
    """Return a ground with these agents, and one that follows a script."""
    entries = {name: AgentEntry(agent=agent) for name, agent in agents.items()}
    entries["clerk"] = AgentEntry(
        agent=ModelAgent(ScriptedModel(scripted)), tools=[weather], description="Answers questions."
    )
    return Ground(settings=Settings(), agents=entries)


def client(live: Live, token: str | None = None, **how: Any) -> OpenAI:
    """Return OpenAI's sync client of a server."""
    return OpenAI(base_url=f"{live.url}/v1", api_key=token or "none", timeout=20, **how)


def async_client(live: Live, token: str | None = None, **how: Any) -> AsyncOpenAI:
    """Return OpenAI's async client of a server."""
    return AsyncOpenAI(base_url=f"{live.url}/v1", api_key=token or "none", timeout=20, **how)
