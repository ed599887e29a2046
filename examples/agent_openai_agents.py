"""An agent of the OpenAI Agents SDK in a conversation; its model is scripted here, so that no key is needed."""

from __future__ import annotations

import asyncio
import warnings
from typing import Any

warnings.simplefilter("ignore")  # what the framework warns of while it is loaded

from agents import Agent, Model  # noqa: E402
from openai.types.responses import (  # noqa: E402  # noqa: E402
    Response,
    ResponseCompletedEvent,
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from duotone.runtime import AsyncRuntime  # noqa: E402


def price(item: str) -> str:
    """Look up what something costs."""
    return f"3 for {item}"


class Scripted(Model):
    """Ask for the price, and say it."""

    async def get_response(self, *args: Any, **kwargs: Any) -> Any:  # noqa: D102  # only streamed here
        raise NotImplementedError

    async def stream_response(self, *args: Any, **_: Any) -> Any:  # noqa: D102  # theirs
        given = args[1]
        results = [item["output"] for item in given if item.get("type") == "function_call_output"]
        output: Any
        if results:
            text = ResponseOutputText(annotations=[], text=f"Tea: {results[-1]}", type="output_text")
            output = ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")
        else:
            output = ResponseFunctionToolCall(
                arguments='{"item": "tea"}', call_id="c1", name="price", type="function_call"
            )
        response = Response(
            id="r", created_at=0, model="scripted", object="response", output=[output],
            tool_choice="auto", tools=[], parallel_tool_calls=False,
        )  # fmt: skip
        yield ResponseCompletedEvent(response=response, sequence_number=0, type="response.completed")


async def main() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(Agent(name="seller", model=Scripted()), tools=[price])
        print((await talk.ask("What is tea?")).text)  # → Tea: 3 for tea


if __name__ == "__main__":
    asyncio.run(main())
