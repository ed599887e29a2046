"""Dishes with values that the code under test awaits: the coroutines are there on purpose."""

import asyncio
from typing import Any

from kitchen import serve


async def burn() -> str:
    await asyncio.sleep(0)
    raise RuntimeError("burnt")


async def test_a_burnt_dish_is_told_where_it_belongs() -> None:
    async def dish(number: int) -> Any:
        return {"number": number, "name": burn() if number < 0 else "soup"}

    async def dishes() -> Any:
        for number in (0, -1):
            yield {"number": number, "name": burn()}

    def menu(_guest: object) -> list[Any]:
        return [dish(number) for number in (0, -1)]

    assert await serve({"menu": menu, "dishes": dishes}) == ["burnt"]


class Dishes:
    """A stream of dishes, one of which fails while it is served."""

    def __init__(self) -> None:
        self.count = 0

    def __aiter__(self) -> "Dishes":
        return self

    async def __anext__(self) -> Any:
        await asyncio.sleep(0)
        self.count += 1
        name: Any
        if self.count == 1:
            name = burn()
        else:
            name = "soup"
        return {"number": self.count, "name": name}
