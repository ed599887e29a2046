"""The agent of the demo: a scripted model with tools, or a real one where the environment has a key."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from duotone.runtime import AsyncProcesses, ModelAgent, OpenAIModel, Request, Role, ScriptedModel, ToolCall
from duotone.runtime.events import Json
from duotone.runtime.models.scripted import After
from duotone.runtime.tools import ToolContext, tool
from duotone.server.entries import AgentEntry

__all__ = ["build_shop", "demo_agent", "has_model", "look_up_price", "model_named", "refund", "scripted_agent"]

_SYSTEM = "You look after a small shop. Be brief. Use your tools; what runs in the background is told to you later."
_PAUSE = 0.03
"""Seconds between the words of an answer."""
_HELLO = (
    "I am a scripted model, so I know four things: say “build” for a job in the background, “tea” for the price of "
    "it, “refund” for something that waits for your approval, and “think” for a long answer that you can interrupt."
)
_BUILD = "for part in 1 2 3; do echo built part $part of 3; sleep {pause}; done"


@tool
async def build_shop(context: ToolContext, seconds: float = 3.0) -> Mapping[str, Json]:
    """Build the shop in the background, and return at once.

    Args:
        context: for which call; no agent sees it
        seconds: how long that takes
    """
    processes = context.service(AsyncProcesses)
    if processes is None:
        return {"process": None, "note": "no commands are allowed here, so nothing was started"}
    command = _BUILD.format(pause=round(seconds / 3, 2))
    info = await processes.start(command, session=context.session, run=context.run or None, notify=True)
    return {"process": info.id, "state": info.state.value, "note": info.note}


@tool
def look_up_price(item: str) -> str:
    """Say what something costs."""
    return {"tea": "3.20", "coffee": "4.10"}.get(item, "unknown")


@tool(risk="irreversible")
async def refund(amount: float) -> str:
    """Give money back to a customer; it can't be taken back."""
    return f"{amount:.2f} given back"


_TOOLS = (build_shop, look_up_price, refund)


def has_model() -> bool:
    """Tell whether the environment names a real model."""
    return bool(os.environ.get("OPENAI_BASE_URL") or os.environ.get("OPENAI_API_KEY"))


def model_named(name: str | None = None) -> OpenAIModel:
    """Return the model that the environment names; a local one often takes any key. Raises `MissingExtra`."""
    model = name or os.environ.get("OPENAI_MODEL") or "gpt-5-mini"
    return OpenAIModel(model, api_key=os.environ.get("OPENAI_API_KEY") or "none")


def demo_agent(model: str | None = None) -> AgentEntry:
    """Return the agent of the demo: on a real model where there is one, else on the scripted one."""
    if model is None and not has_model():
        description = "a scripted model with a job to start"
        return AgentEntry(agent=scripted_agent(), tools=_TOOLS, description=description, wakes=True)
    agent = ModelAgent(model_named(model), system=_SYSTEM)
    description = "a model of OpenAI, or one that is compatible"
    return AgentEntry(agent=agent, tools=_TOOLS, description=description, wakes=True)


def scripted_agent() -> ModelAgent:
    """Return an agent that answers by a script, the same each time."""
    return ModelAgent(ScriptedModel(_answer), system=_SYSTEM, name="demo")


def _answer(request: Request) -> Any:
    """Say what follows the last message: a call, or words."""
    last = request.messages[-1]
    if last.role is Role.TOOL:
        return _spoken(_after_call(last.name or "", last.text))
    if last.role is Role.NOTICE:
        return _spoken(_after_notice(last.text))
    text, number = last.text.lower(), f"call-{len(request.messages)}"
    if "build" in text:
        return ToolCall(number, "build_shop", {})
    if "tea" in text or "coffee" in text:
        return ToolCall(number, "look_up_price", {"item": "tea" if "tea" in text else "coffee"})
    if "refund" in text:
        return ToolCall(number, "refund", {"amount": 3.2})
    return _spoken(" ".join(_thoughts()) if "think" in text else _HELLO)


def _after_call(tool_name: str, result: str) -> str:
    if tool_name == "build_shop" and '"note": null' not in result:
        return "The build has begun, and nobody can tell me here when it is done; `duotone process list` knows."
    if tool_name == "build_shop":
        return "The build has begun. I'll tell you when it is done; go on with something else meanwhile."
    return f"That is {result}." if tool_name == "look_up_price" else f"{result}"


def _after_notice(news: str) -> str:
    code = re.search(r'"code": (-?\d+)', news)
    return f"The build has ended with exit code {code[1]}." if code else f"I was told: {news}"


def _thoughts() -> Sequence[str]:
    return [f"Thought {number} of 100 leads to thought {number + 1}." for number in range(1, 101)]


def _spoken(text: str) -> After:
    """Return words that come one by one, as those of a model do."""
    return After(_PAUSE, [f"{word} " for word in text.split(" ")[:-1]] + text.split(" ")[-1:])
