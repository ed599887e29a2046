"""What a turn of a loop leaves for the next one is used there as the result, also by giving away what it has."""

import asyncio


class Page:
    number = 0
    is_last = False


async def load(number: int) -> Page:
    await asyncio.sleep(0)
    return Page()


async def store(number: int) -> None:
    await asyncio.sleep(0)


async def keep(page: Page) -> None:
    await store(page.number)


async def all_pages() -> int:
    page = await load(0)
    while not page.is_last:
        await store(page.number)
        page = load(page.number + 1)  # expect: DUO104
    return page.number


async def all_kept() -> int:
    page = await load(0)
    while not page.is_last:
        await keep(page)
        page = load(page.number + 1)  # expect: DUO104
    return page.number


async def some_pages(count: int) -> int:
    page = await load(0)
    for _ in range(count):
        await store(page.number)
        page = load(page.number + 1)  # expect: DUO104
    return page.number
