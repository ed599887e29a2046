"""Nobody reaches a method but its own class, whatever proxy there is."""

import asyncio

from proxies import Elsewhere


class Robot:
    def __init__(self) -> None:
        self.tools: dict[str, int] = {}

    async def remember(self, tool: str, number: int) -> None:  # expect: DUO201
        self.tools[tool] = number

    async def reset(self) -> None:
        await self.remember("none", 0)
        await asyncio.sleep(0)


async def attach(robot: Elsewhere) -> None:
    await robot.reset()
