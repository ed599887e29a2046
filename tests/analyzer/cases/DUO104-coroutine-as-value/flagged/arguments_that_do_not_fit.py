"""The result of a method is meant, which is called without what it requires, or with more than it takes."""

import asyncio


class Scale:
    async def weigh(self, item: str, cup: str) -> int:
        await asyncio.sleep(len(cup))
        return len(item)


async def bake(scale: Scale) -> bool:
    if scale.weigh("flour") > 1:  # expect: DUO104
        return True
    return scale.weigh("flour", "blue", 2) is None  # expect: DUO104
