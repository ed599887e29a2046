"""Objects are called whose class has an async `__call__` from a mixin, but after the plain one of its base."""

import asyncio


class Message:
    text = ""


class Agent:
    def __call__(self, message: Message) -> Message:
        return message


class AsyncMixin:
    async def __call__(self, message: Message) -> Message:
        await asyncio.sleep(0)
        return message


class AsyncAgent(Agent, AsyncMixin):
    pass


class Chain:
    def __init__(self) -> None:
        self.agents: list[Agent] = []

    async def run(self, message: Message) -> Message:
        for agent in self.agents:
            message = await agent(message)  # expect: DUO121
        return message
