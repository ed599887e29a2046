"""Statements of more than one line, or several on one line; the mark is where the call begins."""

import asyncio


class Robot:
    async def move(self, *, x: float, y: float) -> None:
        await asyncio.sleep(0)

    async def grip(self) -> None:
        await asyncio.sleep(0)


def pick(robot: Robot) -> None:
    robot.move(  # expect: DUO101
        x=1.0,
        y=2.0,
    )
    (
        robot.grip()  # expect: DUO101
    )
    if robot: robot.grip()  # expect: DUO101


async def place(robot: Robot) -> None:
    robot.move(x=0.0, y=0.0); await robot.grip()  # expect: DUO101
