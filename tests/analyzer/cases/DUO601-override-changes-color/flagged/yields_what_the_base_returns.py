"""One override yields what its base, and the other override, return at the end."""

import asyncio


class Model:
    async def answer(self, question: str) -> str:
        await asyncio.sleep(0)
        return question


class Loud(Model):
    async def answer(self, question: str) -> str:
        await asyncio.sleep(0)
        return question.upper()


class Chatty(Model):
    async def answer(self, question: str):  # expect: DUO601
        for word in question.split():
            await asyncio.sleep(0)
            yield word


async def ask(model: Model) -> str:
    return await model.answer("why?")
