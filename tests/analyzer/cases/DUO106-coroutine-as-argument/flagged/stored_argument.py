"""The coroutine is bound to a name and given away later, or stands in a nested call."""

import asyncio


class Llm:
    async def complete(self, prompt: str) -> str:
        await asyncio.sleep(0)
        return prompt


def parse(reply: str) -> list[str]:
    return reply.split()


class Parser:
    def __init__(self, llm: Llm) -> None:
        self.llm = llm

    def _clean(self, reply: str) -> str:
        return reply.strip()

    async def run(self, prompt: str) -> list[str]:
        await asyncio.sleep(0)
        reply = self.llm.complete(prompt)  # expect: DUO106
        return parse(reply)  # lost: DUO106

    async def run_nested(self, prompt: str) -> list[str]:
        await asyncio.sleep(0)
        return parse(self._clean(self.llm.complete(prompt)))  # expect: DUO106

    async def run_outer_awaited(self, prompt: str) -> str:
        return await self.llm.complete(self.llm.complete(prompt))  # expect: DUO106
