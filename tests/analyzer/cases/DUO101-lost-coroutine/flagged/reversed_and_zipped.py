"""What goes through a list backwards, or through several at once, gives their elements."""

import asyncio


class Step:
    async def undo(self) -> None:
        await asyncio.sleep(0)


async def undo(steps: list[Step], names: list[str]) -> None:
    for step in reversed(steps):
        step.undo()  # expect: DUO101
    for step in list(reversed(steps)):
        step.undo()  # expect: DUO101
    for name, step in zip(names, steps, strict=True):
        print(name)
        step.undo()  # expect: DUO101
