"""A graph of LangGraph in a conversation: built for each step with the conversation's tools."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

warnings.simplefilter("ignore")  # what the framework warns of while it is loaded

from langgraph.graph import END, START, MessagesState, StateGraph  # noqa: E402

from duotone.runtime import Runtime  # noqa: E402
from duotone.runtime.agents.adapters.langgraph_agent import GraphAgent  # noqa: E402


def price(item: str) -> str:
    """Look up what something costs."""
    return f"3 for {item}"


def build(tools: Sequence[Any]) -> Any:
    """Make a graph with one node, which calls a tool and answers; yours would ask a model."""

    async def answer(state: MessagesState) -> Any:
        item = str(state["messages"][-1].content).removeprefix("What is ").rstrip("?")
        found = await tools[0].ainvoke({"item": item})
        return {"messages": [("ai", f"Tea: {found}")]}

    graph: Any = StateGraph(MessagesState)
    graph.add_node("answer", answer)
    graph.add_edge(START, "answer")
    graph.add_edge("answer", END)
    return graph.compile()


with Runtime() as runtime:
    talk = runtime.conversation(GraphAgent(build, name="seller"), tools=[price])
    print(talk.ask("What is tea?").text)  # → Tea: 3 for tea
