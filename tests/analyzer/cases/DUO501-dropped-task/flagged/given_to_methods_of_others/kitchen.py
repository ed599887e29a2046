"""A method that makes tasks is given what suspends, what nobody knows, or is there for others to call."""

import asyncio
from collections.abc import Coroutine

Work = Coroutine[object, object, None]


class Kitchen:
    def __init__(self) -> None:
        self.dishes: list[str] = []

    def begin(self, dish: str, work: Work) -> None:
        self._go_on_with(self._note(dish))
        self._go_on_with(self._fetch(dish))
        self._try(self._note(dish))
        self._try(work)
        self._share(self._note(dish))
        self.start(self._note(dish))

    async def _note(self, dish: str) -> None:
        self.dishes.append(dish)

    async def _fetch(self, dish: str) -> None:
        await asyncio.open_connection(dish, 80)

    def _go_on_with(self, work: Work) -> None:
        asyncio.create_task(work)  # expect: DUO501

    def _try(self, work: Work) -> None:
        asyncio.create_task(work)  # expect: DUO501

    def _share(self, work: Work) -> None:
        asyncio.create_task(work)  # expect: DUO501

    def start(self, work: Work) -> None:
        asyncio.create_task(work)  # expect: DUO501
