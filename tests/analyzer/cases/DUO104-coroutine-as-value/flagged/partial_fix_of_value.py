"""Two methods await the call, the third was forgotten."""

import asyncio


class Inventory:
    async def stock_of(self, item: str) -> dict[str, int]:
        await asyncio.sleep(0)
        return {"count": 0}


async def reserve(inventory: Inventory, item: str) -> bool:
    stock = await inventory.stock_of(item)  # sibling
    return stock["count"] > 0


async def report(inventory: Inventory, item: str) -> str:
    return f"{(await inventory.stock_of(item))['count']} left"  # sibling


async def restock(inventory: Inventory, item: str) -> bool:
    await asyncio.sleep(0)
    stock = inventory.stock_of(item)  # expect: DUO104
    return stock["count"] < 5  # lost: DUO104
