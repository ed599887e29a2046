"""The awaited value is a dataclass, and its user takes it for a dictionary."""

import asyncio
from dataclasses import dataclass


@dataclass
class Run:
    name: str
    steps: int


class Runs:
    async def latest(self) -> Run:
        await asyncio.sleep(0)
        return Run("a", 1)


async def title(runs: Runs) -> str:
    run = await runs.latest()
    return run.get("name", "unnamed")  # expect: DUO110


async def steps(runs: Runs) -> int:
    run = await runs.latest()
    return run["steps"]  # expect: DUO110


async def at_once(runs: Runs) -> str:
    return (await runs.latest())["name"]  # expect: DUO110


async def listed(runs: Runs) -> list[str]:
    run = await runs.latest()
    return list(run.keys())  # expect: DUO110
