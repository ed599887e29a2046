"""An editor gives tasks to writers of either color: inline where nobody can be told later, else in the background.

Run it: python examples/delegation.py
"""

from __future__ import annotations

import asyncio
import json
import threading
from tempfile import TemporaryDirectory
from typing import Any

from duotone.runtime import Callback, Limits, Notice, Reply, Role, Runtime, TaskRole, ToolCall


def writer(turn: Any) -> str:
    """Write a line, on a thread."""
    return f"Of {turn.text}, much can be said."


async def poet(turn: Any) -> str:
    """Write a line, on a loop."""
    await asyncio.sleep(0)
    return f"O {turn.text}!"


def editor(turn: Any) -> Any:
    """Have a poet write of each thing that a user names, and say what comes of it."""
    last = turn.messages[-1]
    if last.role is Role.NOTICE:
        return "It has arrived already."
    if last.role is not Role.TOOL:
        asked = {"tasks": last.text.splitlines(), "agent": "poet", "background": True}
        return Reply(calls=[ToolCall("", "delegate_task", asked)])
    told = json.loads(last.text)
    if "begun" in told:
        return f"{len(told['begun'])} begun"
    return "\n".join([*(one["result"] for one in told["results"]), told["note"]])


def main() -> None:
    """Delegate in a turn without a channel, and in one whose channel stays."""
    told = threading.Event()

    def show(notice: Notice) -> None:
        print(notice.kind, notice.data)
        told.set()

    with TemporaryDirectory() as folder, Runtime(f"{folder}/log.db") as runtime:
        roles = {"author": TaskRole(system="You write one line.")}
        delegation = runtime.delegation(
            {"writer": writer, "poet": poet}, roles=roles, concurrency=2, limits=Limits(iterations=5)
        )
        talk = runtime.conversation(editor, tools=[delegation.tool])
        print(talk.ask("spring\nautumn").text)
        print(talk.ask("winter", Callback(show)).text)
        print("told in time:", told.wait(20))
        talk.close()


if __name__ == "__main__":
    main()
