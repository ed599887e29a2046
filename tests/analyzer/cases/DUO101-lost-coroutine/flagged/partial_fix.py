"""Two call sites await and their sibling does not: what is left of a fix that missed one place."""

import asyncio


class Checkpoints:
    async def write_checkpoint(self, step: int) -> None:
        await asyncio.sleep(0)


class Trainer:
    def __init__(self, checkpoints: Checkpoints) -> None:
        self.checkpoints = checkpoints

    async def train(self, steps: int) -> None:
        for step in range(steps):
            await self.checkpoints.write_checkpoint(step)  # sibling

    async def finish(self, step: int) -> None:
        await self.checkpoints.write_checkpoint(step)  # sibling

    async def interrupt(self, step: int) -> None:
        self.checkpoints.write_checkpoint(step)  # expect: DUO101
        await asyncio.sleep(0)
