"""Objects are called whose class has an async `__call__` from a mixin, before the plain one of its base."""

import asyncio


class Message:
    text = ""


class Agent:
    def __call__(self, message: Message) -> Message:
        return self.forward(message)

    def forward(self, message: Message) -> Message:
        return message


class AsyncMixin:
    async def __call__(self, message: Message) -> Message:
        return await self.forward(message)

    async def forward(self, message: Message) -> Message:
        await asyncio.sleep(0)
        return message


class AsyncAgent(AsyncMixin, Agent):
    pass


class Chain:
    def __init__(self) -> None:
        self.agents: list[Agent] = []


class AsyncChain(Chain):
    async def run(self, message: Message) -> Message:
        for agent in self.agents:
            message = await agent(message)
        return message

    async def run_parts(self, message: Message) -> Message:
        for agent in self.agents:
            message = await agent.forward(message)
        return message
