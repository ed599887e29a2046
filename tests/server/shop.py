"""What the operator of the tests' servers offers: an agent that calls a tool, functions for workflows, and sagas."""

from __future__ import annotations

import asyncio
from typing import Any

from duotone.runtime import Action, AsyncSaga, AsyncTurn, Reply, Risk, Rule, ToolCall, Verdict, saga, tool
from duotone.server.ground import AgentEntry, Ground, Settings

SOLD: list[str] = []

BRIEF = Settings(drain_seconds=0.2)
"""For servers that are left while something goes on which takes its time."""


def sell(item: str = "tea") -> str:
    """Sell something."""
    SOLD.append(item)
    return f"sold {item}"


def take_back(item: str = "tea") -> None:
    """Take something back."""
    SOLD.remove(item)


async def refuse(item: str = "") -> None:
    """Never work."""
    await asyncio.sleep(0)
    raise ValueError("we are closed")


async def linger(seconds: float = 60.0) -> str:
    """Take some time."""
    await asyncio.sleep(seconds)
    return "at last"


@saga
async def order(saga: AsyncSaga, *, item: str, fails: bool = False) -> Any:
    """Sell something, and take it back if what follows fails."""
    first = await saga.step(sell, item, undo=take_back)
    if fails:
        await saga.step(refuse)
    return first


def delete(path: str) -> str:
    """Delete a file."""
    return f"{path} is gone"


async def helper(turn: AsyncTurn) -> Reply | str:
    """Delete what it is told to delete, and echo everything else."""
    await asyncio.sleep(0)
    last = turn.messages[-1]
    if last.role == "tool":
        return f"done: {last.text}"
    if last.text.startswith("delete "):
        return Reply(calls=(ToolCall("c1", "delete", {"path": last.text.removeprefix("delete ")}),))
    if last.text == "wait":
        await asyncio.sleep(60)
    return f"you said {last.text}"


def shop(settings: Settings | None = None, **more: Any) -> Ground:
    """Return a ground with all of that."""
    return Ground(
        settings=settings or Settings(),
        agents={"helper": AgentEntry(agent=helper, tools=[tool(delete, risk="irreversible")], description="Helps.")},
        units={"sell": sell, "take_back": take_back, "refuse": refuse, "linger": linger},
        sagas={"order": order},
        policy=Rule(Verdict.ASK, action="delete_*", reason="a person decides"),
        actions=[Action("delete_all", Risk.IRREVERSIBLE)],
        **more,
    )
