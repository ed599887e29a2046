"""A parameter that may be a function, too: what is asked of it is what the object has."""

import asyncio
from collections.abc import Callable


class Toolbox:
    async def list_tools(self) -> list[str]:
        await asyncio.sleep(0)
        return ["saw"]


async def listed(tool: Callable | str | Toolbox) -> list[str]:
    if isinstance(tool, str):
        return [tool]
    return tool.list_tools()  # expect: DUO107


async def show(tools: list[Toolbox]) -> None:
    for tool in tools:
        print(await tool.list_tools(), await listed(tool))
