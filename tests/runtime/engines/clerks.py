"""An agent whose tools leave traces outside of any log, and a process that works for it on an engine.

``python -m tests.runtime.engines.clerks LOG ENGINE [AGENT]``: with an agent it asks that one something in the session
"c1", without one it works until it is killed.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from duotone.runtime import AsyncRuntime
from duotone.runtime.messages import Reply, Role, ToolCall
from tests.runtime.engines.deeds import do

__all__ = ["clerk", "enlist", "insider"]


async def clerk(turn: Any) -> Reply:
    """Ask for one thing after the other, and tell what has come of them."""
    seen = [message.text for message in turn.messages if message.role is Role.TOOL]
    wanted = ["first", "slow", "last"]
    if len(seen) < len(wanted):
        return Reply(calls=[ToolCall(f"c{len(seen)}", "do", {"name": wanted[len(seen)]})])
    return Reply(" | ".join(seen))


async def insider(turn: Any) -> str:
    """Do the same inside of one step."""
    return " | ".join([str(await turn.call("do", name=name)) for name in ("first", "slow", "last")])


def enlist(runtime: Any) -> None:
    """Let a runtime of either color know both."""
    runtime.enlist("clerk", clerk, tools=[do])
    runtime.enlist("insider", insider, tools=[do], approve=lambda _ask: True)


async def main(log: str, engine: str, *begin: str) -> None:
    """Work."""
    async with AsyncRuntime(log, engine=engine) as runtime:
        enlist(runtime)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        if begin:
            await runtime.conversation(begin[0], id="c1").ask("go")
        else:
            await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
