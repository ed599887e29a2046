"""A list that has what the coroutine gives beside the coroutine itself is a list of results."""

import asyncio


class Page:
    def __init__(self, number: int) -> None:
        self.number = number


async def fetch(number: int) -> Page:
    await asyncio.sleep(0)
    return Page(number)


async def spread(number: int):
    return [Page(number), fetch(number + 1)]  # expect: DUO108


async def cover():
    return {"front": fetch(0), "back": Page(9)}  # expect: DUO108
