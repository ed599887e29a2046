"""The siblings that await are in other files."""

import asyncio


async def post_entry(account: str, amount: int) -> None:
    await asyncio.sleep(0)
