"""A helper gives back what it is given, whether it can be awaited or not."""

import asyncio


async def traced(value):
    await asyncio.sleep(0)
    return value


class Checkers:
    async def is_retryable(self, context: str) -> bool:
        await asyncio.sleep(0)
        return bool(context)


class Conditions:
    def __init__(self) -> None:
        self._others = Checkers()

    async def is_retryable(self, context: str) -> bool:
        return await traced(self._others.is_retryable(context))  # expect: DUO107
