"""One class offers both colors of each operation, by name."""

import asyncio


class Model:
    def _prepare(self, prompt: str) -> str:
        return prompt.strip()

    def invoke(self, prompt: str) -> str:
        return asyncio.run(self.ainvoke(prompt))

    async def ainvoke(self, prompt: str) -> str:
        await asyncio.sleep(0)
        return self._prepare(prompt)

    def start(self) -> "asyncio.Task[str]":
        return asyncio.create_task(self.ainvoke("start"))


class Job:
    """Started plainly, waited for in a coroutine."""

    def __init__(self) -> None:
        self._done = asyncio.Event()

    def finish(self) -> None:
        self._done.set()

    async def wait(self) -> None:
        await self._done.wait()
