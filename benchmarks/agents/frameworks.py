"""The frameworks' own loops, each with a scripted model that asks for one call at a time and then answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

__all__ = ["DONE", "FRAMEWORKS", "Talk", "add"]

Talk = Callable[[int], str]
"""Holds one conversation with so many calls of a tool, and returns the last answer."""

DONE = "done"
"""The last answer of every conversation."""


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def pydantic_ai(*, is_async: bool) -> Talk:
    """pydantic-ai with its function model."""
    from pydantic_ai import Agent, ModelMessage, ModelResponse, TextPart, ToolCallPart, UsageLimits
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    wanted = 0

    def reply(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        asked = sum(isinstance(one, ModelResponse) for one in messages)
        if asked < wanted:
            return ModelResponse(parts=[ToolCallPart("add", {"a": asked, "b": 1}, tool_call_id=f"c{asked}")])
        return ModelResponse(parts=[TextPart(DONE)])

    agent = Agent(FunctionModel(reply), tools=[add])
    no_limit = UsageLimits(request_limit=None)

    def talk(calls: int) -> str:
        nonlocal wanted
        wanted = calls
        if is_async:
            return asyncio.run(agent.run("go", usage_limits=no_limit)).output
        return agent.run_sync("go", usage_limits=no_limit).output

    return talk


def openai_agents(*, is_async: bool) -> Talk:
    """The OpenAI Agents SDK with a model of its own protocol; tracing is off, as it sends things away."""
    from agents import Agent, Model, ModelResponse, Runner, Usage, function_tool, set_tracing_disabled
    from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

    set_tracing_disabled(disabled=True)

    class Scripted(Model):
        wanted = 0
        asked = 0

        async def get_response(self, *_: Any, **__: Any) -> ModelResponse:
            if self.asked < self.wanted:
                self.asked += 1
                arguments = f'{{"a": {self.asked}, "b": 1}}'
                item: Any = ResponseFunctionToolCall(
                    arguments=arguments, call_id=f"c{self.asked}", name="add", type="function_call"
                )
            else:
                text = ResponseOutputText(annotations=[], text=DONE, type="output_text")
                item = ResponseOutputMessage(
                    id="m", content=[text], role="assistant", status="completed", type="message"
                )
            return ModelResponse(output=[item], usage=Usage(), response_id=None)

        def stream_response(self, *_: Any, **__: Any) -> Any:
            raise NotImplementedError

    model = Scripted()
    agent = Agent(name="adder", model=model, tools=[function_tool(add)])

    def talk(calls: int) -> str:
        model.wanted, model.asked = calls, 0
        if is_async:
            return str(asyncio.run(Runner.run(agent, "go", max_turns=calls + 2)).final_output)
        return str(Runner.run_sync(agent, "go", max_turns=calls + 2).final_output)

    return talk


def langgraph(*, is_async: bool) -> Talk:
    """LangGraph: its graph of a model and a tool node, without a checkpointer."""
    from langchain_core.messages import AIMessage
    from langgraph.graph import START, MessagesState, StateGraph
    from langgraph.prebuilt import ToolNode, tools_condition

    wanted = 0

    def reply(state: MessagesState) -> dict[str, Any]:
        asked = sum(isinstance(one, AIMessage) for one in state["messages"])
        if asked < wanted:
            call = {"name": "add", "args": {"a": asked, "b": 1}, "id": f"c{asked}"}
            return {"messages": [AIMessage("", tool_calls=[call])]}
        return {"messages": [AIMessage(DONE)]}

    graph = StateGraph(MessagesState)
    graph.add_node("agent", reply)
    graph.add_node("tools", ToolNode([add]))
    graph.add_edge(START, "agent")
    graph.add_conditional_edges("agent", tools_condition)
    graph.add_edge("tools", "agent")
    app: Any = graph.compile()

    def talk(calls: int) -> str:
        nonlocal wanted
        wanted = calls
        given = ({"messages": [("user", "go")]}, {"recursion_limit": 2 * calls + 4})
        state = asyncio.run(app.ainvoke(*given)) if is_async else app.invoke(*given)
        return str(state["messages"][-1].content)

    return talk


FRAMEWORKS: dict[str, Callable[..., Talk]] = {
    "pydantic-ai": pydantic_ai,
    "OpenAI Agents SDK": openai_agents,
    "LangGraph": langgraph,
}
