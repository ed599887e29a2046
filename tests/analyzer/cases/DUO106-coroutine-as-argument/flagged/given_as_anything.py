"""A parameter may be anything by its annotation, and its body needs the result."""

import asyncio
from typing import Any


async def load(name: str) -> dict[str, str]:
    await asyncio.sleep(0)
    return {"name": name}


def title(record: Any) -> str:
    return record["name"].title()


async def shown(name: str) -> str:
    record = load(name)  # expect: DUO106
    return title(record)
