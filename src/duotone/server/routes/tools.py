"""What there is to talk to and to call: agents with their tools, and the functions of workflows."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter

from duotone.contract.offloading import offload
from duotone.runtime import Tool
from duotone.server.asking import Grounded, Reader
from duotone.server.ground import Ground
from duotone.server.schemas.conversations import AgentBody
from duotone.server.schemas.operating import ToolBody

__all__ = ["list_agents", "list_tools", "router"]

router = APIRouter(prefix="/api", tags=["tools"])


@router.get("/agents", operation_id="list_agents")
async def list_agents(caller: Reader, ground: Grounded) -> list[AgentBody]:  # noqa: ARG001  # FastAPI awaits it
    """List the agents that conversations can be held with."""
    return [
        AgentBody(name=name, description=entry.description, tools=list(ground.toolboxes[name]))
        for name, entry in ground.agents.items()
    ]


@router.get("/tools", operation_id="list_tools")
async def list_tools(caller: Reader, ground: Grounded) -> list[ToolBody]:  # noqa: ARG001  # a reader
    """List what agents and the steps of workflows can call."""
    return await offload(_tools, ground)


def _tools(ground: Ground) -> list[ToolBody]:
    """Return all of them; their schemas are made when they are first asked for, which takes its time."""
    of_agents = [ToolBody.of(tool, agent) for agent, box in ground.toolboxes.items() for tool in box.values()]
    return of_agents + [_unit(name, function) for name, function in ground.units.items()]


def _unit(name: str, function: Callable[..., Any]) -> ToolBody:
    if isinstance(function, Tool):
        return ToolBody.of(function, "").model_copy(update={"agent": None, "name": name})
    return ToolBody(name=name, agent=None, description=inspect.getdoc(function) or "", risk=None)
