"""The model is used by its attributes, and converted before it is used as a mapping."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass


@dataclass
class Job:
    name: str


async def find(name: str) -> Job | None:
    await asyncio.sleep(0)
    return Job(name)


async def find_or_row(name: str, raw: bool) -> Job | dict[str, str]:
    await asyncio.sleep(0)
    return {"name": name} if raw else Job(name)


async def show(name: str) -> str:
    job = await find(name)
    if job is None:
        return ""
    row = asdict(job)
    found = await find_or_row(name, True)
    if isinstance(found, dict):
        return found["name"] + found.get("name", "")
    return row["name"] + vars(job)["name"] + job.name + found.name
