"""A host that waits for a task inside of a task until it is killed."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

from duotone.runtime import AsyncRuntime, Role, Runtime, TaskRole
from duotone.runtime.messages import Reply, ToolCall

__all__ = ["chief", "staff"]


def chief(turn: Any) -> Any:
    """Give what a user says to a lead, and repeat what comes of it."""
    last = turn.messages[-1]
    if last.role is Role.USER:
        return Reply(calls=[ToolCall("", "delegate_task", {"task": last.text, "agent": "lead", "role": "lead"})])
    return last.text


def lead(turn: Any) -> Any:
    """Give the task on to somebody who is slow."""
    last = turn.messages[-1]
    if last.role is Role.USER:
        return Reply(calls=[ToolCall("", "delegate_task", {"task": last.text, "agent": "slow"})])
    return last.text


def slow(turn: Any) -> str:
    time.sleep(60)
    return f"did {turn.text}"


async def slow_on_a_loop(turn: Any) -> str:
    await asyncio.sleep(60)
    return f"did {turn.text}"


def staff(color: str) -> dict[str, Any]:
    """Return what a delegation is made with."""
    agents = {"slow": slow if color == "sync" else slow_on_a_loop, "lead": lead}
    return {"agents": agents, "roles": {"hand": TaskRole(), "lead": TaskRole(delegates=True)}, "depth": 2}


def host(path: Path, color: str) -> None:
    """Wait for a task."""
    with Runtime(path) as runtime:
        talk = runtime.conversation(chief, id="talk", tools=[runtime.delegation(**staff(color)).tool])
        talk.ask("dig")


async def host_async(path: Path, color: str) -> None:
    """Wait for a task with the async face."""
    async with AsyncRuntime(path) as runtime:
        talk = runtime.conversation(chief, id="talk", tools=[runtime.delegation(**staff(color)).tool])
        await talk.ask("dig")


if __name__ == "__main__":
    _, face, file, kind = sys.argv
    if face == "async":
        asyncio.run(host_async(Path(file), kind))
    else:
        host(Path(file), kind)
