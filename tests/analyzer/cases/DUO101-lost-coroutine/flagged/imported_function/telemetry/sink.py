"""Where events go."""

import asyncio


async def publish(topic: str, payload: dict[str, object]) -> None:
    await asyncio.sleep(0)


async def flush() -> None:
    await asyncio.sleep(0)
