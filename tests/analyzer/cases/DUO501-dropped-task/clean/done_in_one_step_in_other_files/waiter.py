"""Makes tasks of what is done in one step, or held by a timer, by what it awaits two files away."""

import asyncio

from kitchen import Kitchen, kitchen_of


async def order(kitchen: Kitchen, dish: str) -> None:
    asyncio.create_task(kitchen.order(dish, 2))
    asyncio.create_task(kitchen.bake(dish))
    await asyncio.sleep(1)


def order_from(street: str, dish: str) -> None:
    kitchen = kitchen_of(street)
    if not kitchen:
        return

    async def take() -> None:
        await kitchen.order(dish, count=1)

    loop = asyncio.get_running_loop()
    loop.call_soon_threadsafe(lambda: loop.create_task(take()))
