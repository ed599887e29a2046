"""What a turn of a loop leaves for the next one is awaited or given away there, before what came out of it is asked."""

import asyncio


class Page:
    number = 0
    is_last = False


async def load(number: int) -> Page:
    await asyncio.sleep(0)
    return Page()


async def store(number: int) -> None:
    await asyncio.sleep(0)


async def all_pages(count: int) -> None:
    page = load(0)
    for _ in range(count):
        page = await page
        await store(page.number)
        page = load(page.number + 1)
    page.close()


async def begun_ahead(count: int) -> int:
    ahead = asyncio.ensure_future(load(0))
    page = await ahead
    while not page.is_last and count:
        await store(page.number)
        ahead = load(page.number + 1)
        page = await ahead
    return page.number


async def in_a_list(count: int) -> None:
    waiting = [load(0)]
    for number in range(count):
        page = await waiting.pop()
        await store(page.number)
        waiting = [load(number)]
    await asyncio.gather(*waiting)
