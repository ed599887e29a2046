"""The graph that LangGraph runs, behind FastAPI and on its own server: one node, which says what it hears."""

from __future__ import annotations

from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    said: str
    answer: str


async def reply(state: State) -> dict[str, str]:
    return {"answer": state["said"]}


def chain() -> Any:
    """Return the graph, which is not compiled yet."""
    graph = StateGraph(State)
    graph.add_node("reply", reply)
    graph.add_edge(START, "reply")
    graph.add_edge("reply", END)
    return graph


graph = chain().compile()
