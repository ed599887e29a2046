"""Graphs of LangGraph: one run of theirs is one step; a graph that is built for it gets the conversation's tools."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core import messages as theirs
from langchain_core.tools import StructuredTool

from duotone.runtime._async.turns import AsyncTurn
from duotone.runtime.agents.agent import Agent
from duotone.runtime.agents.written import in_text
from duotone.runtime.messages import Message, Reply, Role, Usage

__all__ = ["GraphAgent", "agent_from"]


class GraphAgent:
    """An agent whose graph is built for each step, by a function of the tools that the conversation has."""

    def __init__(self, build: Callable[[Sequence[Any]], Any], *, name: str = "graph") -> None:
        """Build graphs with `build`, which gets tools of langchain and returns a compiled graph."""
        self._build = build
        self._name = name

    def as_agent(self) -> Agent:
        """Return the agent that this is."""
        return Agent(name=f"langgraph:{self._name}", async_step=self._step)

    async def _step(self, turn: AsyncTurn) -> Reply:
        graph = self._build([_tool(turn, spec) for spec in turn.tools])
        return await _run(graph, turn)


def agent_from(given: Any) -> Agent:
    """Return what takes a step with a compiled graph, which has the tools that it was built with."""
    return GraphAgent(lambda _tools: given, name=given.get_name()).as_agent()


async def _run(graph: Any, turn: AsyncTurn) -> Reply:
    known = [_message(message) for message in turn.messages]
    state: Any = None
    async for mode, item in graph.astream({"messages": known}, stream_mode=["messages", "values"]):
        if mode == "values":
            state = item
        elif isinstance(item[0], theirs.AIMessageChunk):
            turn.stream(_text(item[0]))
    added = [one for one in state["messages"][len(known) :] if isinstance(one, theirs.AIMessage)]
    usages = [one.usage_metadata for one in added if one.usage_metadata]
    spent = [Usage(usage["input_tokens"], usage["output_tokens"]) for usage in usages]
    return Reply(_text(added[-1]) if added else "", usage=sum(spent, Usage()))


def _tool(turn: AsyncTurn, spec: Any) -> StructuredTool:
    loop = asyncio.get_running_loop()

    async def call(**arguments: Any) -> str:
        return in_text(await turn.call(spec.name, **arguments))

    def call_from_thread(**arguments: Any) -> str:
        # A node that is sync runs on a thread of theirs, and the turn belongs to its loop.
        return asyncio.run_coroutine_threadsafe(call(**arguments), loop).result()

    return StructuredTool(
        name=spec.name,
        description=spec.description,
        args_schema=dict(spec.schema),
        func=call_from_thread,
        coroutine=call,
    )


def _text(message: Any) -> str:
    return str(message.text)


def _message(message: Message) -> Any:
    if message.role is Role.SYSTEM:
        return theirs.SystemMessage(message.text)
    if message.role is Role.TOOL:
        return theirs.ToolMessage(message.text, tool_call_id=message.call or "")
    if message.role is Role.AGENT:
        calls = [{"name": call.name, "args": _arguments(call.arguments), "id": call.id} for call in message.calls]
        return theirs.AIMessage(message.text, tool_calls=calls)
    return theirs.HumanMessage(message.text if message.role is Role.USER else f"[notice] {message.text}")


def _arguments(arguments: Any) -> dict[str, Any]:
    return {"text": arguments} if isinstance(arguments, str) else json.loads(json.dumps(arguments))
