"""No annotation, and every caller in the project uses what it gets as a value."""

import asyncio


async def read_preferences(user):
    await asyncio.sleep(0)
    return {"theme": "dark"}


def preferences(user):
    return read_preferences(user)  # expect: DUO107
