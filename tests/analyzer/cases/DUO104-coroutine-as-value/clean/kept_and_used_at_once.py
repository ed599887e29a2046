"""An attribute stands for a coroutine until somebody awaits it, here or in a method that is called in between."""

import asyncio


class Researcher:
    def __init__(self, publish) -> None:
        self.publish = publish
        self.context = None
        self.pending = None

    async def search(self, query: str) -> list[str]:
        await asyncio.sleep(0)
        return [query]

    async def resolve(self) -> None:
        self.context = await self.context

    async def research(self, query: str) -> None:
        self.context = self.search(query)
        await self.resolve()
        self.publish(len(self.context))

    async def started(self, query: str) -> None:
        self.pending = self.search(query)
        self.publish("started")
        self.context = await self.pending

    async def refilled(self, query: str) -> None:
        self.pending = self.search(query)
        found = await self.pending
        self.pending = found
        self.publish(len(self.pending))


async def outside(researcher: Researcher, other, query: str) -> None:
    researcher.pending = researcher.search(query)
    other.run(researcher)
    researcher = other.current
    print(len(researcher.pending))
