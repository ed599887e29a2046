"""Agents of frameworks in conversations: the real packages, with scripted models of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from duotone.runtime import AsyncRuntime, Role, Runtime, State
from duotone.runtime.agents import agent_of


def look(place: str) -> str:
    """Look somewhere.

    Args:
        place: where to look
    """
    return f"nothing in {place}"


def pydantic_ai_agent() -> Any:
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import DeltaToolCall, FunctionModel

    def answer(messages: Any, info: Any) -> Any:
        returns = [part for part in messages[-1].parts if part.part_kind == "tool-return"]
        if returns:
            return ModelResponse(parts=[TextPart(f"I found {returns[-1].content}")])
        return ModelResponse(parts=[ToolCallPart(info.function_tools[0].name, {"place": "the attic"})])

    async def stream(messages: Any, info: Any) -> AsyncIterator[Any]:
        returns = [part for part in messages[-1].parts if part.part_kind == "tool-return"]
        if returns:
            yield "I found "
            yield str(returns[-1].content)
        else:
            yield {0: DeltaToolCall(info.function_tools[0].name, '{"place": "the attic"}', tool_call_id="x")}

    return Agent(FunctionModel(answer, stream_function=stream), name="finder")


def openai_agent() -> Any:
    from agents import Agent, Model, ModelResponse, Usage
    from openai.types.responses import (
        Response,
        ResponseCompletedEvent,
        ResponseFunctionToolCall,
        ResponseOutputMessage,
        ResponseOutputText,
        ResponseTextDeltaEvent,
    )

    def outputs(given: Any) -> list[Any]:
        results = [item for item in given if item.get("type") == "function_call_output"]
        if results:
            text = ResponseOutputText(annotations=[], text=f"I found {results[-1]['output']}", type="output_text")
            message: Any = {"id": "m", "content": [text], "role": "assistant", "status": "completed", "type": "message"}
            return [ResponseOutputMessage(**message)]
        arguments = '{"place": "the attic"}'
        return [ResponseFunctionToolCall(arguments=arguments, call_id="x", name="look", type="function_call")]

    kind: Any = Model

    class Scripted(kind):  # type: ignore[misc]
        async def get_response(self, system: Any, given: Any, *args: Any, **kwargs: Any) -> Any:
            return ModelResponse(output=outputs(given), usage=Usage(), response_id=None)

        async def stream_response(self, system: Any, given: Any, *args: Any, **kwargs: Any) -> Any:
            output = outputs(given)
            if output[0].type == "message":
                place: Any = {"content_index": 0, "item_id": "m", "output_index": 0, "sequence_number": 0}
                for part in ("I found ", output[0].content[0].text.removeprefix("I found ")):
                    yield ResponseTextDeltaEvent(delta=part, type="response.output_text.delta", logprobs=[], **place)
            whole: Any = {"id": "r", "created_at": 0, "model": "scripted", "object": "response", "output": output}
            whole |= {"tool_choice": "auto", "tools": [], "parallel_tool_calls": False}
            response = Response(**whole)
            yield ResponseCompletedEvent(response=response, sequence_number=1, type="response.completed")

    return Agent(name="finder", model=Scripted())


def langgraph_agent() -> Any:
    from langchain_core.language_models.chat_models import BaseChatModel
    from langchain_core.messages import AIMessage, AIMessageChunk, ToolMessage
    from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
    from langgraph.prebuilt import create_react_agent

    from duotone.runtime.agents.adapters.langgraph_agent import GraphAgent

    class Scripted(BaseChatModel):
        @property
        def _llm_type(self) -> str:
            return "scripted"

        def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
            return self

        def _generate(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(messages[-1], ToolMessage):
                message = AIMessage(f"I found {messages[-1].content}")
            else:
                message = AIMessage("", tool_calls=[{"name": "look", "args": {"place": "the attic"}, "id": "x"}])
            return ChatResult(generations=[ChatGeneration(message=message)])

        def _stream(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(messages[-1], ToolMessage):
                for part in ("I found ", str(messages[-1].content)):
                    yield ChatGenerationChunk(message=AIMessageChunk(content=part))
            else:
                call: Any = {"name": "look", "args": '{"place": "the attic"}', "id": "x", "index": 0}
                yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=[call]))

    return GraphAgent(lambda tools: create_react_agent(Scripted(), list(tools)), name="finder")


FRAMEWORKS = [pydantic_ai_agent, openai_agent, langgraph_agent]
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # what the frameworks warn of is theirs
    pytest.mark.duotone(allow="blocked-loop"),  # and so is what they do on the loop
]


@pytest.fixture(params=FRAMEWORKS)
def agent(request: pytest.FixtureRequest) -> Any:
    """Return an agent of a framework, which is loaded here and not on the loop of a test."""
    made = request.param()
    assert agent_of(made).can_async
    assert not agent_of(made).can_sync
    return made


async def test_an_agent_of_a_framework_calls_the_tools_of_the_conversation(agent: Any) -> None:
    heard: list[str] = []
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[look], on_text=heard.append)
        result = await talk.ask("find it")
        assert result.fault is None
        assert (result.state, result.text) == (State.IDLE, "I found nothing in the attic")
        assert heard == ["I found ", "nothing in the attic"]
        roles = [message.role for message in talk.messages]
        assert roles == [Role.USER, Role.AGENT, Role.TOOL, Role.AGENT]
        steps = [
            (event.data["step"], event.data.get("within"))
            async for event in talk.events()
            if event.kind == "step.started"
        ]
        assert steps[0] == ("agent/1", None)
        assert steps[1][1] == "agent/1"
        assert (await talk.ask("again")).text == "I found nothing in the attic"


def test_an_agent_of_a_framework_answers_sync_code(agent: Any) -> None:
    with Runtime() as runtime:
        talk = runtime.conversation(agent, tools=[look])
        assert talk.ask("find it").text == "I found nothing in the attic"


async def test_a_compiled_graph_is_an_agent() -> None:
    from langgraph.graph import END, START, MessagesState, StateGraph

    def answer(state: Any) -> Any:
        return {"messages": [("ai", f"you said {state['messages'][-1].content}")]}

    graph: Any = StateGraph(MessagesState)
    graph.add_node("answer", answer)
    graph.add_edge(START, "answer")
    graph.add_edge("answer", END)
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(graph.compile(), system="be brief")
        assert (await talk.ask("hi")).text == "you said hi"
