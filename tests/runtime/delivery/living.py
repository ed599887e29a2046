"""A host that may be killed at any moment: a conversation that starts processes and tasks in the background.

It goes on with whatever earlier hosts have left, and returns once all that was promised is delivered.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

from duotone.runtime import (
    AsyncProcesses,
    AsyncRuntime,
    Processes,
    ProcessPolicy,
    Role,
    Runtime,
    Webhook,
)
from duotone.runtime.tools.terminal import terminal_tool
from tests.runtime.delivery.receiver import SECRET
from tests.runtime.processes.stage import MARK

__all__: list[str] = []

OPEN = ("promised", "pending", "claimed")


def clerk(turn: Any) -> Any:
    """Begin a process and a task for each number that a user has said since the last reply."""
    calls: list[Any] = []
    for message in reversed(turn.messages):
        if message.role is Role.AGENT:
            break
        if message.role is Role.USER:
            shell = {"command": f"sleep 0.1; echo {message.text}", "background": True, "notify_on_complete": True}
            calls.append({"name": "terminal", "arguments": shell})
            calls.append({"name": "delegate_task", "arguments": {"task": message.text, "background": True}})
    return {"calls": calls} if calls else "noted"


def digger(turn: Any) -> str:
    time.sleep(0.05)
    return f"dug {turn.text}"


async def digger_on_a_loop(turn: Any) -> str:
    await asyncio.sleep(0.05)
    return f"dug {turn.text}"


def policy_of(path: Path) -> ProcessPolicy:
    return ProcessPolicy(root=path.parent, passes=("PATH", MARK), grace=0.3)


def said(talk: Any) -> set[str]:
    """What a user has said so far."""
    return {message.text for message in talk.messages if message.role is Role.USER}


def host(path: Path, url: str, total: int) -> None:
    """Say all numbers that were not said, and wait until all that was promised is delivered."""
    hook = Webhook(url, SECRET, name="hook")
    with Runtime(path, durability="normal") as runtime, Processes(runtime.log, policy_of(path)) as processes:
        delegation = runtime.delegation({"digger": digger})
        talk = runtime.conversation(clerk, id="talk", tools=[terminal_tool(processes), delegation.tool], wakes=True)
        talk.attach(hook)
        talk.run(hook)
        for number in range(total):
            if str(number) not in said(talk):
                talk.ask(str(number), hook)
        last = 0
        while runtime.log.promises(status=OPEN):
            last = runtime.log.wait(last, 0.25)
        talk.close()


async def host_async(path: Path, url: str, total: int) -> None:
    """Do the same with the async face."""
    hook = Webhook(url, SECRET, name="hook")
    async with (
        AsyncRuntime(path, durability="normal") as runtime,
        AsyncProcesses(runtime.log, policy_of(path)) as processes,
    ):
        delegation = runtime.delegation({"digger": digger_on_a_loop})
        talk = runtime.conversation(clerk, id="talk", tools=[terminal_tool(processes), delegation.tool], wakes=True)
        await talk.attach(hook)
        await talk.run(hook)
        for number in range(total):
            if str(number) not in said(talk):
                await talk.ask(str(number), hook)
        last = 0
        while await runtime.log.promises(status=OPEN):
            last = await runtime.log.wait(last, 0.25)
        await talk.close()


if __name__ == "__main__":
    _, face, file, address, count = sys.argv
    if face == "async":
        asyncio.run(host_async(Path(file), address, int(count)))
    else:
        host(Path(file), address, int(count))
