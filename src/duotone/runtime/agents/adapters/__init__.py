"""Agents of frameworks as agents of conversations: their own loop in one step, with the conversation's tools in it.

Each adapter is loaded when an agent of its framework is given, so none of the frameworks is needed by the others.
"""

from __future__ import annotations

from importlib import import_module

from duotone.runtime.agents.agent import Agent

__all__ = ["adapted"]

_ADAPTERS = {
    "pydantic_ai.agent.abstract.AbstractAgent": "pydantic_ai_agent",
    "agents.agent.Agent": "openai_agent",
    "langgraph.pregel.main.Pregel": "langgraph_agent",
}
"""The classes that frameworks derive their agents from, and the modules here that know them."""


def adapted(given: object) -> Agent | None:
    """Return the agent that stands for one of a framework, None for everything else."""
    for kind in type(given).__mro__:
        module = _ADAPTERS.get(f"{kind.__module__}.{kind.__qualname__}")
        if module is not None:
            made: Agent = import_module(f"{__name__}.{module}").agent_from(given)
            return made
    return None
