"""Tools register themselves with a decorator, and the registry awaits each of them."""

from collections.abc import Awaitable, Callable

Tool = Callable[[str], Awaitable[str]]


class Toolbox:
    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}

    def tool(self, name: str) -> Callable[[Tool], Tool]:
        def register(function: Tool) -> Tool:
            self._tools[name] = function
            return function

        return register

    async def call(self, name: str, argument: str) -> str:
        return await self._tools[name](argument)  # expect: DUO202


toolbox = Toolbox()


@toolbox.tool("reverse")
async def reverse(argument: str) -> str:
    return argument[::-1]


@toolbox.tool("length")
async def length(argument: str) -> str:
    return str(len(argument))


@toolbox.tool("title")
async def title(argument: str) -> str:
    return argument.title()
