"""A plain function hands on the coroutine; most callers await it, one uses it as a value."""

import asyncio


class Model:
    async def _complete(self, prompt: str) -> dict[str, str]:
        await asyncio.sleep(0)
        return {"text": prompt}

    def complete(self, prompt: str):
        return self._complete(prompt)


async def answer(model: Model, prompt: str) -> str:
    reply = await model.complete(prompt)
    return reply["text"]


async def answer_twice(model: Model, prompt: str) -> str:
    first = await model.complete(prompt)
    second = model.complete(first["text"])  # expect: DUO104
    return second["text"]  # lost: DUO104
