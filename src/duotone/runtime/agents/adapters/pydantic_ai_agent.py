"""Agents of pydantic-ai: one run of theirs is one step, and the tools of the conversation are a toolset of that run."""

from __future__ import annotations

from collections.abc import AsyncIterable, Sequence
from typing import Any

from pydantic_ai import messages as theirs
from pydantic_ai.tools import Tool
from pydantic_ai.toolsets import FunctionToolset

from duotone.runtime._async.turns import AsyncTurn
from duotone.runtime.agents.agent import Agent
from duotone.runtime.agents.written import in_text
from duotone.runtime.messages import Message, Reply, Role, Usage

__all__ = ["agent_from"]


def agent_from(given: Any) -> Agent:
    """Return what takes a step with an agent of pydantic-ai."""

    async def step(turn: AsyncTurn) -> Reply:
        async def show(_context: Any, events: AsyncIterable[Any]) -> None:
            async for event in events:
                turn.stream(_text_in(event))

        toolset: Any = FunctionToolset([_tool(turn, spec) for spec in turn.tools])
        history = _history(turn.messages)
        result = await given.run(message_history=history, toolsets=[toolset], event_stream_handler=show)
        usage: Any = result.usage
        usage = usage() if callable(usage) else usage
        return Reply(in_text(result.output), usage=Usage(usage.input_tokens, usage.output_tokens))

    return Agent(name=f"pydantic-ai:{given.name or 'agent'}", async_step=step)


def _tool(turn: AsyncTurn, spec: Any) -> Any:
    async def call(**arguments: Any) -> Any:
        return await turn.call(spec.name, **arguments)

    return Tool[Any].from_schema(call, name=spec.name, description=spec.description, json_schema=dict(spec.schema))


def _text_in(event: Any) -> str:
    """Return the words that an event brings."""
    if isinstance(event, theirs.PartStartEvent) and isinstance(event.part, theirs.TextPart):
        return event.part.content
    if isinstance(event, theirs.PartDeltaEvent) and isinstance(event.delta, theirs.TextPartDelta):
        return event.delta.content_delta
    return ""


def _history(messages: Sequence[Message]) -> list[Any]:
    """Return what was said as their messages: requests and responses that take turns."""
    history: list[Any] = []
    for message in messages:
        if message.role is Role.AGENT:
            parts: list[Any] = [theirs.TextPart(message.text)] if message.text else []
            parts += [theirs.ToolCallPart(call.name, _arguments(call.arguments), call.id) for call in message.calls]
            history.append(theirs.ModelResponse(parts=parts))
        elif history and isinstance(history[-1], theirs.ModelRequest):
            history[-1] = theirs.ModelRequest(parts=[*history[-1].parts, _part(message)])
        else:
            history.append(theirs.ModelRequest(parts=[_part(message)]))
    return history


def _part(message: Message) -> Any:
    if message.role is Role.SYSTEM:
        return theirs.SystemPromptPart(message.text)
    if message.role is Role.TOOL:
        return theirs.ToolReturnPart(message.name or "", message.text, message.call or "")
    return theirs.UserPromptPart(message.text if message.role is Role.USER else f"[notice] {message.text}")


def _arguments(arguments: Any) -> Any:
    return arguments if isinstance(arguments, str) else dict(arguments)
