"""Plain functions give either color on purpose, and their annotations name what comes of it in the end."""

import asyncio
from collections.abc import AsyncIterator
from typing import Union


class Answer:
    text = ""


class Model:
    async def _answer(self, prompt: str) -> Answer:
        await asyncio.sleep(0)
        return Answer()

    async def _stream(self, prompt: str) -> AsyncIterator[Answer]:
        await asyncio.sleep(0)
        yield Answer()

    def run(self, prompt: str, *, stream: bool = False) -> Union[Answer, AsyncIterator[Answer]]:
        if stream:
            return self._stream(prompt)
        else:
            return self._answer(prompt)

    def complete(self, prompt: str, acomplete: bool = False) -> Answer:
        if acomplete is True:
            return self._answer(prompt)
        return Answer()

    def embed(self, prompt: str, kind: str, client: object = None) -> Answer:
        if kind == "async":
            return self._answer(prompt)
        if isinstance(client, AsyncClient):
            return self._answer(prompt)
        return Answer()

    def ask(self, prompt: str) -> Answer:
        return self._answer(prompt)  # type: ignore[return-value]

    def tell(self, prompt: str) -> Answer:
        return self._answer(prompt)


class AsyncClient:
    pass


async def main(model: Model) -> None:
    print((await model.tell("a")).text)
