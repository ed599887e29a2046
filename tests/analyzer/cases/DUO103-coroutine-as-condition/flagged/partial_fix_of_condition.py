"""One check awaits and the next does not."""

import asyncio


class Budget:
    async def is_spent(self) -> bool:
        await asyncio.sleep(0)
        return False


class Agent:
    def __init__(self) -> None:
        self.budget = Budget()

    async def plan(self) -> str:
        if await self.budget.is_spent():  # sibling
            return "stop"
        return "go on"

    async def act(self) -> str:
        await asyncio.sleep(0)
        if self.budget.is_spent():  # expect: DUO103
            return "stop"
        return "go on"
