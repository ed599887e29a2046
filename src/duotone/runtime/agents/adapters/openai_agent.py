"""Agents of the OpenAI Agents SDK: one run of theirs is one step, and the tools of the conversation are given to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from agents import FunctionTool, RunConfig, Runner

from duotone.runtime._async.turns import AsyncTurn
from duotone.runtime.agents.agent import Agent
from duotone.runtime.agents.written import in_text
from duotone.runtime.messages import Message, Reply, Role, Usage

__all__ = ["agent_from"]


def agent_from(given: Any) -> Agent:
    """Return what takes a step with an agent of the SDK."""

    async def step(turn: AsyncTurn) -> Reply:
        agent = given.clone(tools=[*given.tools, *(_tool(turn, spec) for spec in turn.tools)])
        result = Runner.run_streamed(agent, _items(turn.messages), run_config=RunConfig(tracing_disabled=True))
        async for event in result.stream_events():
            data: Any = getattr(event, "data", None)
            if getattr(data, "type", "") == "response.output_text.delta":
                turn.stream(data.delta)
        usage = result.context_wrapper.usage
        return Reply(in_text(result.final_output), usage=Usage(usage.input_tokens, usage.output_tokens))

    return Agent(name=f"openai-agents:{given.name}", async_step=step)


def _tool(turn: AsyncTurn, spec: Any) -> FunctionTool:
    async def call(_context: Any, arguments: str) -> str:
        return in_text(await turn.call(spec.name, **json.loads(arguments or "{}")))

    return FunctionTool(
        name=spec.name,
        description=spec.description,
        params_json_schema=dict(spec.schema),
        on_invoke_tool=call,
        strict_json_schema=False,
    )


def _items(messages: Sequence[Message]) -> list[Any]:
    """Return what was said as items of their input."""
    items: list[Any] = []
    for message in messages:
        if message.role is Role.TOOL:
            items.append({"type": "function_call_output", "call_id": message.call, "output": message.text})
            continue
        if message.text:
            items.append(_said(message))
        for call in message.calls:
            arguments = call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
            items.append({"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments})
    return items


def _said(message: Message) -> dict[str, str]:
    if message.role is Role.NOTICE:
        return {"role": "user", "content": f"[notice] {message.text}"}
    roles = {Role.SYSTEM: "system", Role.USER: "user", Role.AGENT: "assistant"}
    return {"role": roles[message.role], "content": message.text}
