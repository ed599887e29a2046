"""All that a private method is given to make a task of is done in one step, for which the loop has it."""

import asyncio
from collections.abc import Coroutine


class Kitchen:
    def __init__(self) -> None:
        self.dishes: list[str] = []

    def begin(self, dish: str) -> None:
        self._go_on_with(self._note(dish), name="note")

    def end(self) -> None:
        self._go_on_with(name="clear", work=self._clear())

    async def _note(self, dish: str) -> None:
        self.dishes.append(dish)

    async def _clear(self) -> None:
        self.dishes.clear()

    def _go_on_with(self, work: Coroutine[object, object, None], *, name: str) -> None:
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(lambda _: print(name))
