"""Agents of every color that do what the last message tells them to, and tools of both colors."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

from duotone.runtime import tool
from duotone.runtime.events import Json
from duotone.runtime.messages import Reply, Role, ToolCall

__all__ = ["AGENTS", "COMMAND", "look", "look_again"]

COMMAND = "sleep 0.3; echo done"
"""What runs in the background."""
_SLICE = 0.02


class _Task(NamedTuple):
    """What an agent is told to do, and for how long it thinks about it: `look 0.5`."""

    deed: str
    seconds: float


def _task(turn: Any) -> _Task:
    if turn.messages[-1].role in {Role.TOOL, Role.NOTICE}:
        return _Task("talk", 0.01)
    said = [message.text for message in turn.messages if message.role is Role.USER]
    deed, seconds = said[-1].split()
    return _Task(deed, float(seconds))


def _reply(turn: Any, deed: str) -> Reply:
    number = len(turn.messages)
    if deed == "look":
        place = f"box {number}"
        return Reply("", [ToolCall(f"{name}-{number}", name, {"place": place}) for name in ("look", "look_again")])
    if deed == "start":
        wishes: dict[str, Json] = {"command": COMMAND, "background": True, "notify_on_complete": True}
        return Reply("", [ToolCall(f"start-{number}", "terminal", wishes)])
    if deed == "run":
        return Reply("", [ToolCall(f"run-{number}", "terminal", {"command": f"echo {number}"})])
    return Reply(f"that was {deed} number {number}")


def think(turn: Any) -> Reply:
    """Hold a thread; nobody can stop this."""
    task = _task(turn)
    time.sleep(task.seconds)
    return _reply(turn, task.deed)


async def think_on_a_loop(turn: Any) -> Reply:
    """Wait on a loop."""
    task = _task(turn)
    await asyncio.sleep(task.seconds)
    return _reply(turn, task.deed)


def speak(turn: Any) -> Iterator[Any]:
    """Say a few words on a thread, one by one."""
    task = _task(turn)
    for _ in range(round(min(task.seconds, 0.2) / _SLICE)):
        time.sleep(_SLICE)
        yield "word "
    time.sleep(max(0.0, task.seconds - 0.2))
    yield _reply(turn, task.deed)


async def speak_on_a_loop(turn: Any) -> AsyncIterator[Any]:
    """Say a few words on a loop, one by one."""
    task = _task(turn)
    for _ in range(round(min(task.seconds, 0.2) / _SLICE)):
        await asyncio.sleep(_SLICE)
        yield "word "
    await asyncio.sleep(max(0.0, task.seconds - 0.2))
    yield _reply(turn, task.deed)


class Both:
    """An agent with a step of each color."""

    def step(self, turn: Any) -> Reply:
        """Hold a thread."""
        return think(turn)

    async def astep(self, turn: Any) -> Reply:
        """Wait on a loop."""
        return await think_on_a_loop(turn)


AGENTS: list[Any] = [think, think_on_a_loop, speak, speak_on_a_loop, Both()]


@tool(effect=False)
def look(place: str) -> str:
    """Look somewhere."""
    time.sleep(0.01)
    return f"nothing in {place}"


async def look_again(place: str) -> str:
    """Look somewhere."""
    await asyncio.sleep(0.01)
    return f"nothing in {place}"
