"""What the operator of the servers of these tests offers, by names that `duotone serve` takes."""

from __future__ import annotations

import asyncio
from typing import Any

from duotone.runtime import AsyncSaga, ModelAgent, ScriptedModel, ToolCall, tool
from duotone.runtime.models.model import Request
from duotone.runtime.units import unit
from duotone.server.entries import AgentEntry


async def nap(seconds: float = 0.0) -> str:
    """Sleep on the loop."""
    await asyncio.sleep(seconds)
    return "slept"


def delete(path: str) -> str:
    """Delete a file."""
    return f"{path} is gone"


@unit(idempotent=True)
async def rest(seconds: float = 0.0) -> str:
    """Sleep on the loop; that can be done twice."""
    return await nap(seconds)


async def naps(saga: AsyncSaga, seconds: float) -> str:
    """Sleep three times, the second time for long."""
    await saga.step(nap, name="first")
    await saga.step(rest, seconds, name="second")
    return str(await saga.step(nap, name="third"))


def answer(request: Request) -> Any:
    """Do what is asked for, say how many messages there are, and say again what else was said."""
    last = request.messages[-1]
    verb, _, rest_of = last.text.partition(" ")
    if last.role == "user" and verb == "nap":
        return ToolCall("", "nap", {"seconds": float(rest_of)})
    if last.role == "user" and verb == "delete":
        return ToolCall("", "delete", {"path": rest_of})
    return f"{len(request.messages)}: {last.text}"


ECHO = AgentEntry(
    agent=ModelAgent(ScriptedModel(answer)),
    tools=[nap, tool(delete, risk="irreversible")],
    description="Says it again.",
)
