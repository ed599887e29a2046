"""Tools of either color, files inside of a root, and a long result that is read on, in conversations of both faces."""

from __future__ import annotations

import asyncio
import tempfile

from duotone.runtime import AsyncRuntime, Runtime, ToolContext, tool
from duotone.runtime.messages import Reply, Role, ToolCall
from duotone.runtime.models import ModelAgent, ScriptedModel
from duotone.runtime.tools import file_tools, read_result


@tool(effect=False)
def list_books(shelf: str) -> list[str]:
    """List the books on a shelf.

    Args:
        shelf: the name of the shelf
    """
    return [f"{shelf}, volume {number}" for number in range(3_000)]


@tool(locks=("till",), timeout=5)
async def sell(book: str, price: float, *, context: ToolContext) -> str:
    """Sell a book."""
    await asyncio.sleep(0.01)  # the till is called
    return f"sold {book} for {price:.2f} in {context.session}"


def script() -> ScriptedModel:
    """Stand for a model: it makes a mistake, is told so, and does better."""
    return ScriptedModel(
        [
            Reply(calls=[ToolCall("1", "list_books", {"shelf": "Tea"}), ToolCall("2", "sell", {"book": "Tea"})]),
            Reply(calls=[ToolCall("3", "sell", {"book": "Tea", "price": "7.50"})]),
            Reply(calls=[ToolCall("4", "write", {"path": "sold/today.txt", "text": "Tea\n"})]),
            Reply(calls=[ToolCall("5", "read", {"path": "../secret.txt"})]),
            "One book was sold.",
        ]
    )


def talk() -> list[str]:
    """Hold the conversation in sync code."""
    with tempfile.TemporaryDirectory() as root, Runtime() as runtime:
        tools = [list_books, sell, read_result, *file_tools(root)]
        conversation = runtime.conversation(ModelAgent(script()), id="shop", tools=tools)
        conversation.ask("Sell the book about tea.")
        return [message.text for message in conversation.messages if message.role is Role.TOOL]


async def talk_async() -> list[str]:
    """The same in async code."""
    with tempfile.TemporaryDirectory() as root:
        async with AsyncRuntime() as runtime:
            tools = [list_books, sell, read_result, *file_tools(root)]
            conversation = runtime.conversation(ModelAgent(script()), id="shop", tools=tools)
            await conversation.ask("Sell the book about tea.")
            return [message.text for message in conversation.messages if message.role is Role.TOOL]


def main() -> None:
    for answers in (talk(), asyncio.run(talk_async())):
        books, wrong, sold, written, refused = answers
        assert "characters left out; read_result(result=" in books
        assert "price is missing" in wrong
        assert sold == "sold Tea for 7.50 in shop"
        assert written == "made sold/today.txt: 4 bytes"
        assert "leads out of it" in refused
    print("\n".join(answers[1:]))


if __name__ == "__main__":
    main()
