"""Awaits from another file."""

import asyncio

from planner import Planner, load_goals


async def main() -> None:
    planner = Planner()
    for goal in await load_goals():
        print(await planner.plan(goal))


asyncio.run(main())
