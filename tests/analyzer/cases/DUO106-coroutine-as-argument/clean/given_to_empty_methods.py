"""A protocol leaves open what becomes of its argument: one that implements it takes coroutines, or nobody does."""

import asyncio
from typing import Any, Protocol


class Tool(Protocol):
    name: str

    def begin(self, value: Any) -> None: ...

    def note(self, value: Any) -> None: ...

    async def use(self, value: str) -> Any: ...


class Plain(Tool):
    def begin(self, value: Any) -> None:
        print(value)

    async def use(self, value: str) -> Any:
        await asyncio.sleep(0)
        return value


class Busy(Tool):
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    def begin(self, value: Any) -> None:
        self.tasks.add(asyncio.ensure_future(value))

    async def use(self, value: str) -> Any:
        await asyncio.sleep(0)
        return value


async def answer(tools: list[Tool], name: str) -> None:
    tool = next(one for one in tools if one.name == name)
    result = tool.use("hammer")
    tool.begin(result)


async def note(tools: list[Tool]) -> None:
    result = tools[0].use("saw")
    tools[1].note(result)
