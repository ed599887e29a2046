"""An attribute is made to stand for the coroutine and used as the result a few lines below; others pass it on."""

import asyncio


class Researcher:
    def __init__(self, publish) -> None:
        self.publish = publish
        self.context = []

    async def search(self, query: str) -> list[str]:
        await asyncio.sleep(0)
        return [query]

    def cost(self) -> int:
        return 1

    async def research(self, query: str) -> None:
        self.context = self.search(query)  # expect: DUO104 | DUO106
        self.publish(self.cost(), len(self.context))

    async def counted(self, query: str) -> bool:
        self.context = self.search(query)  # expect: DUO103
        if not self.context:
            return False
        self.publish(self.context)
        return True

    def write(self) -> None:
        self.publish(self.context)
