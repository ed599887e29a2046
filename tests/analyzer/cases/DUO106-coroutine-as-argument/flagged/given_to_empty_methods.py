"""A protocol leaves open what becomes of its argument, and all that implement it need the result."""

import asyncio
from typing import Any, Protocol


class Tool(Protocol):
    name: str

    def as_text(self, value: Any) -> str: ...

    async def use(self, value: str) -> Any: ...


class Plain(Tool):
    def as_text(self, value: Any) -> str:
        return str(value)

    async def use(self, value: str) -> Any:
        await asyncio.sleep(0)
        return value


class Titled(Tool):
    def as_text(self, value: Any) -> str:
        return f"{self.name}: {value.title}"

    async def use(self, value: str) -> Any:
        await asyncio.sleep(0)
        return value


async def answer(tools: list[Tool], name: str) -> str:
    tool = next(one for one in tools if one.name == name)
    result = tool.use("hammer")  # expect: DUO106
    return tool.as_text(result)
