"""A decorator that says no more than that calls give an object: its body gives back the function that it is given."""

import asyncio
from collections.abc import Callable
from typing import Any


def tool(function: Callable[..., object] | None = None, name: str = "") -> Callable[..., Any]:
    def marked(function: Callable[..., object]) -> Callable[..., object]:
        function.__name__ = name or function.__name__
        return function

    if function:
        return marked(function)
    return marked


class Workbench:
    @tool(name="saw")
    async def saw_plank(self, length: int) -> str:
        await asyncio.sleep(length)
        return "plank"

    @tool
    async def sand_plank(self, length: int) -> str:
        await asyncio.sleep(length)
        return "plank"

    async def build(self) -> str:
        self.saw_plank(1)  # expect: DUO101
        return self.sand_plank(1)  # expect: DUO107
