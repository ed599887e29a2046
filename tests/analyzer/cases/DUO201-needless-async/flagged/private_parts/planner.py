"""Private steps of a longer chain that never suspend, awaited from their own file and from another."""

import asyncio


class Planner:
    async def plan(self, goal: str) -> list[str]:
        steps = await self._split(goal)
        await asyncio.sleep(0)
        return await self._rank(steps)

    async def _split(self, goal: str) -> list[str]:  # expect: DUO201
        return goal.split(" and ")

    async def _rank(self, steps: list[str]) -> list[str]:  # expect: DUO201
        return sorted(steps, key=len)


async def load_goals() -> list[str]:  # expect: DUO201
    return ["rest and wait"]
