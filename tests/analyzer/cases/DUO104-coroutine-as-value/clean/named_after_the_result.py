"""What bears the name of a result is awaited somewhere, may be run by who gets it, or is kept so by many."""

import asyncio

import bakery


async def fetch_recipe(day: int) -> str:
    await asyncio.sleep(day)
    return "rye"


async def one(oven: bakery.Oven) -> None:
    recipe = fetch_recipe(1)
    oven.schedule(recipe)


async def load_dough(day: int) -> str:
    await asyncio.sleep(day)
    return "dough"


async def two(hall: bakery.Hall) -> None:
    hall.dough = load_dough(1)


async def three(hall: bakery.Hall) -> None:
    print(await hall.dough)


async def make_glaze(day: int) -> str:
    await asyncio.sleep(day)
    return "glaze"


async def poured(glaze) -> str:
    return await glaze


async def four(day: int) -> None:
    glaze = make_glaze(day)
    bakery.tell(poured(glaze))


async def knead_loaf(day: int) -> str:
    await asyncio.sleep(day)
    return "loaf"


async def five(shelf: bakery.Shelf) -> None:
    loaf = knead_loaf(1)
    shelf.place(loaf)


async def six(shelf: bakery.Shelf) -> None:
    loaf = knead_loaf(2)
    shelf.place(loaf)


async def seven(shelf: bakery.Shelf) -> None:
    loaf = knead_loaf(3)
    shelf.place(loaf)


async def eight(shelf: bakery.Shelf) -> None:
    loaf = knead_loaf(4)
    shelf.place(loaf)


async def send_request(day: int) -> str:
    await asyncio.sleep(day)
    return "sent"


async def nine(desk: bakery.Desk) -> None:
    request = send_request(1)
    desk.keep_for_later(request)
    desk.hold(request)
