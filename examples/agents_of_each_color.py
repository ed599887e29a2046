"""Agents of every shape and color in conversations, without a key: functions, generators, objects, a scripted model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

from duotone.runtime import AsyncRuntime, AsyncTurn, ModelAgent, Reply, Role, Runtime, ScriptedModel, ToolCall, Turn


def clerk(turn: Turn) -> Reply:
    """Ask for a call, and answer with what it gave; sync, so all of its turn is on one thread."""
    found = [message.text for message in turn.messages if message.role is Role.TOOL]
    return Reply(f"The price: {found[-1]}") if found else Reply(calls=[ToolCall("c1", "price", {"item": "tea"})])


async def guide(turn: AsyncTurn) -> str:
    """Call a tool inside of a step, as agents do that have a loop of their own."""
    return f"It costs {await turn.call('price', item='coffee')}"


def speller(turn: Turn) -> Iterator[str]:
    """Say the answer in parts."""
    yield from ("You ", "said ", turn.text)


async def waiter() -> AsyncIterator[str]:
    """Say the answer in parts, on a loop; who takes nothing gets nothing."""
    for part in ("One ", "moment, ", "please"):
        await asyncio.sleep(0)
        yield part


class Host:
    """Has a step of each color; each face takes its own."""

    def step(self, turn: Turn) -> str:
        """Answer in sync code."""
        return f"from a thread: {turn.text}"

    async def astep(self, turn: AsyncTurn) -> str:
        """Answer in async code."""
        return f"from a loop: {turn.text}"


async def price(item: str) -> str:
    """Look up what something costs."""
    await asyncio.sleep(0)
    return {"tea": "3", "coffee": "4"}[item]


def scripted() -> ModelAgent:
    """An agent that asks a model, which says what it was told to say."""
    script = [ToolCall("c1", "price", {"item": "tea"}), lambda request: f"Tea is {request.messages[-1].text}"]
    return ModelAgent(ScriptedModel(script), system="You sell tea.")


def from_sync_code() -> None:
    with Runtime() as runtime:  # with a path, conversations survive their process
        for agent in (clerk, guide, speller, waiter, Host(), scripted()):
            talk = runtime.conversation(agent, tools=[price])
            print(talk.ask("hello").text)


async def from_async_code() -> None:
    async with AsyncRuntime() as runtime:
        for agent in (clerk, guide, speller, waiter, Host(), scripted()):
            async with runtime.conversation(agent, tools=[price]) as talk:
                print((await talk.ask("hello")).text)


if __name__ == "__main__":
    from_sync_code()
    asyncio.run(from_async_code())
