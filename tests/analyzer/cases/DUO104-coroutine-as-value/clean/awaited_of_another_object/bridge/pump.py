"""A class that has a method of the same name as one of the other package."""

import asyncio


class Pump:
    async def reset_all_of_it(self) -> None:
        await asyncio.sleep(0)
