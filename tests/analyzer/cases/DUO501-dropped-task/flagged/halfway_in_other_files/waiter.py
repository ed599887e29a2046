"""What is awaited two files away suspends, there or in a class below, or is awaited together with others."""

import asyncio

from chain import PlainKitchen
from kitchen import Kitchen


async def order(kitchen: Kitchen, plain: PlainKitchen, dish: str) -> None:
    asyncio.create_task(kitchen.order(dish))  # expect: DUO501
    asyncio.create_task(kitchen.fetch(dish))  # expect: DUO501
    asyncio.create_task(plain.order(dish))  # expect: DUO501
    await asyncio.sleep(1)
