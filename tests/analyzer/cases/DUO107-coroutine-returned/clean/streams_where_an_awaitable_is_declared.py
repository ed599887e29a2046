"""The annotation tells of one answer, and with a flag the same function gives an async generator of its parts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable


class Answers:
    async def parts(self, question: str):
        for word in question.split():
            await asyncio.sleep(0)
            yield word

    def create(self, question: str, is_streamed: bool = False) -> Awaitable[str]:
        found = self.parts(question)
        if is_streamed:
            return found
        return anext(found)

    def stream(self, question: str) -> AsyncIterator[str]:
        return self.create(question, is_streamed=True)


async def show(answers: Answers) -> None:
    print(await answers.create("why?"))
    async for part in answers.stream("why?"):
        print(part)
