"""One turn of either face, with an agent that asks for calls and is then done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from duotone.runtime import AsyncRuntime, Event, Runtime
from duotone.runtime._async.conversation import AsyncConversation
from duotone.runtime.conversation.states import TurnResult
from duotone.runtime.messages import Message, Reply, Role, ToolCall

__all__ = ["Played", "play"]


@dataclass
class Played:
    """How a turn ended, what was said, and what was written down."""

    result: TurnResult
    messages: Sequence[Message]
    events: Sequence[Event]

    @property
    def answers(self) -> list[str]:
        return [message.text for message in self.messages if message.role is Role.TOOL]

    @property
    def outcomes(self) -> dict[str, list[Any]]:
        """The ends of each call that was begun or refused, by the id of the call; each is to have one."""
        calls: dict[str, list[Any]] = {}
        for event in self.events:
            step = str(event.data.get("step", ""))
            if step.startswith("call/") and event.kind in {"step.started", "step.ended"}:
                ends = calls.setdefault(step.removeprefix("call/"), [])
                if event.kind == "step.ended":
                    ends.append(event.data["outcome"])
        return calls


def play(
    face: str,
    tools: Sequence[Callable[..., Any]],
    *rounds: Sequence[ToolCall],
    at_the_end: Callable[[], object] = lambda: None,
    **how: Any,
) -> Played:
    """Let an agent ask for one round of calls after the other, each in one reply."""
    script = iter([Reply(calls=calls) for calls in rounds])

    def agent() -> Reply:
        return next(script, Reply("done"))

    async def agent_on_a_loop() -> Reply:
        return next(script, Reply("done"))

    if face == "async":
        return asyncio.run(_play_async(agent_on_a_loop, tools, at_the_end, **how))
    with Runtime() as runtime:
        talk = runtime.conversation(agent, tools=tools, **how)
        result = talk.ask("go")
        at_the_end()
        return Played(result, talk.messages, list(talk.events()))


async def _play_async(
    agent: Callable[..., Any], tools: Sequence[Callable[..., Any]], at_the_end: Callable[[], object], **how: Any
) -> Played:
    async with AsyncRuntime() as runtime:
        talk: AsyncConversation = runtime.conversation(agent, tools=tools, **how)
        result = await talk.ask("go")
        at_the_end()  # a loop waits for its tasks before it closes, also for those that don't want to end
        return Played(result, talk.messages, [event async for event in talk.events()])
