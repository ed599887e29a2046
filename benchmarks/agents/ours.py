"""Conversations of duotone's, with the same model and tool: the log in memory, in a file, and safe from a power cut."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

from benchmarks.agents.frameworks import DONE, Talk, add
from duotone.runtime import AsyncRuntime, Limits, ModelAgent, Reply, Request, Role, Runtime, ScriptedModel, ToolCall

__all__ = ["OURS"]

Kept = Literal["memory", "normal", "full"]


def duotone(kept: Kept, *, is_async: bool) -> Talk:
    """Hold conversations with the agent that asks a model."""
    wanted = 0

    def line(request: Request) -> Reply:
        asked = sum(message.role is Role.AGENT for message in request.messages)
        if asked < wanted:
            return Reply(calls=[ToolCall(f"c{asked}", "add", {"a": asked, "b": 1})])
        return Reply(DONE)

    agent = ModelAgent(ScriptedModel(line))
    limits = Limits(iterations=None)
    place = None if kept == "memory" else Path(tempfile.mkdtemp()) / "log.db"
    durability: Literal["normal", "full"] = "normal" if kept == "normal" else "full"

    async def talk_async() -> str:
        async with (
            AsyncRuntime(place, durability=durability) as runtime,
            runtime.conversation(agent, tools=[add], limits=limits) as conversation,
        ):
            result = await conversation.ask("go")
            return result.text

    def talk(calls: int) -> str:
        nonlocal wanted
        wanted = calls
        if is_async:
            return asyncio.run(talk_async())
        with (
            Runtime(place, durability=durability) as runtime,
            runtime.conversation(agent, tools=[add], limits=limits) as conversation,
        ):
            return conversation.ask("go").text

    return talk


OURS: dict[str, Callable[..., Talk]] = {
    "duotone, log in memory": partial(duotone, "memory"),
    "duotone, SQLite WAL NORMAL": partial(duotone, "normal"),
    "duotone, SQLite WAL FULL": partial(duotone, "full"),
}
