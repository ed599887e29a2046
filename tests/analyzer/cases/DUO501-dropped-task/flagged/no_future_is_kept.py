"""What a plain function makes anew each time is nobody's future, and what an object keeps by its type is a coroutine."""

import asyncio
from asyncio import ensure_future
from collections.abc import Coroutine
from typing import Any


class Recipe:
    def __init__(self, steps: Coroutine[Any, Any, None]) -> None:
        self._steps = steps
        self._begun = asyncio.create_task(self.cook())

    async def cook(self) -> None:
        await asyncio.get_running_loop().create_future()

    def steps(self) -> Coroutine[Any, Any, None]:
        return self._steps

    def cooking(self) -> Coroutine[Any, Any, None]:
        return self.cook()


def serve(recipe: Recipe) -> None:
    steps = recipe.steps()
    ensure_future(steps)  # expect: DUO501
    cooking = recipe.cooking()
    ensure_future(cooking)  # expect: DUO501
