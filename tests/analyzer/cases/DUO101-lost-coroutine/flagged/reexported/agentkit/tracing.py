"""Spans of a run."""

import asyncio


async def end_span(name: str) -> None:
    await asyncio.sleep(0)
