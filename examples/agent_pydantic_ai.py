"""An agent of pydantic-ai in a conversation: its own loop, with the conversation's tools, recorded call by call."""

from __future__ import annotations

import warnings

warnings.simplefilter("ignore")  # what the framework warns of while it is loaded

from pydantic_ai import Agent  # noqa: E402
from pydantic_ai.models.test import TestModel  # noqa: E402

from duotone.runtime import Runtime  # noqa: E402


def price(item: str) -> str:
    """Look up what something costs."""
    return f"3 for {item}"


agent = Agent(TestModel(custom_output_text="Tea costs 3."), name="seller")  # or a model of yours

with Runtime() as runtime:  # sync code, although the agent is async
    talk = runtime.conversation(agent, tools=[price])
    print(talk.ask("What is tea?").text)  # → Tea costs 3.
    for event in talk.events():
        if event.kind == "step.started":
            print(event.data["step"], event.data.get("within", ""))
