"""A method is async so that the proxy moves it; its own class awaits it too."""

from proxies import Elsewhere


class Robot:
    def __init__(self) -> None:
        self.tools: dict[str, int] = {}

    async def remember(self, tool: str, number: int) -> None:
        self.tools[tool] = number

    async def reset(self) -> None:
        await self.remember("none", 0)


async def attach(robot: Elsewhere) -> None:
    await robot.remember("gripper", 1)
